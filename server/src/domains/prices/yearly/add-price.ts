import {
  BASE_PLAN,
  formatMoney,
  LAND_USES,
  MISSING_PLAN,
  MISSING_PRICED_TYPE,
  MISSING_PRICED_ZONE,
  type NewLandPrice,
  type NewYearlyPrice,
  OPENING_BALANCE,
  PLAN_SLUGS,
  type PlanSlug,
  pricedName,
  priceYears,
  today,
} from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { violatedReference } from '#db/violated-constraint.ts';
import { askOrApply, defineApproval } from '#domains/approvals';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import type { PriceChanging } from './change-prices.ts';
import { auditPrices, type DeskPrice, noteSetting, priceSubject, type ZoneNames } from './note-prices.ts';
import { whyPriceWaits } from './why-price-waits.ts';
import { holdType, insertPrice, type PriceDesk, priceOfKey } from './yearly-prices.repo.ts';

/** Refuses a year that prices cannot be set for now with 400 `invalid_input`. */
export const checkPriceYear = (year: number, now: Date): void => {
  const years = priceYears(today(now));
  if (years.includes(year)) return;
  throw refusalAt('invalid_input', 'year', `Please select a year from ${years[0]} to ${years.at(-1)}.`);
};

type Given = NewYearlyPrice['plan'];

/** The plan of a price: the given or the base plan for a type that is priced by plan, else none. */
const planFor = ({ by_plan }: { by_plan: boolean }, given: Given): PlanSlug | null => {
  if (by_plan) {
    if (given === null) throw refusalAt('invalid_input', 'plan', MISSING_PLAN);
    return given ?? BASE_PLAN;
  }
  if (given) throw refusalAt('invalid_input', 'plan', 'This payment type has one price for all plans.');
  return null;
};

type NewPriceOf = { drivers: NewYearlyPrice; land: NewLandPrice };

/** The type of a price to add, locked. Refuses one that the desk cannot price. */
const pricedType = async (tx: Tx, desk: PriceDesk, code: string) => {
  const type = await holdType(tx, code.toUpperCase());
  if (type?.type_code === OPENING_BALANCE) {
    throw refusalAt('invalid_input', 'type_code', 'An opening balance is each driver’s own, so it has no price.');
  }
  if (!type) throw refusalAt('invalid_input', 'type_code', MISSING_PRICED_TYPE);
  const refuse = (why: string) => refusalAt('invalid_input', 'type_code', `${type.description} ${why}`);
  if (desk === 'drivers' && type.side === 'land') {
    throw refuse('is paid on the land side. Set its price under Yearly Payments.');
  }
  if (desk === 'land' && type.side === 'drivers') throw refuse('is paid by drivers alone.');
  if (desk === 'land' && type.by_plan) throw refuse('is priced by plan, so land has no price of its own for it.');
  return type;
};

/** The place of a price to add, and the name of its zone. */
const placeFor = async (tx: Tx, given: Partial<NewLandPrice>, zoneNames: ZoneNames) => {
  const { zone_id = null, land_use = null } = given;
  const zone = zone_id === null ? null : (await zoneNames(tx, [zone_id])).get(zone_id);
  if (zone === undefined) throw refusalAt('invalid_input', 'zone_id', MISSING_PRICED_ZONE);
  return { zone_id, zone, land_use };
};

const refuseGoneZone = (error: unknown): never => {
  if (violatedReference(error) !== 'payment_list_zone') throw error;
  throw refusalAt('invalid_input', 'zone_id', MISSING_PRICED_ZONE);
};

const NewPrice = z.strictObject({
  year: z.number().int(),
  type_code: z.string(),
  plan: z.enum(PLAN_SLUGS).nullable(),
  zone_id: z.string().nullable(),
  land_use: z.enum(LAND_USES).nullable(),
  amount: z.string(),
  description: z.string(),
  zone: z.string().nullable(),
});
type NewPrice = z.infer<typeof NewPrice>;

const refuseSet = async (tx: Tx, price: NewPrice): Promise<void> => {
  const set = await priceOfKey(tx, price);
  if (!set) return;
  const named = `${pricedName(price)} has a price for ${price.year} already`;
  throw refusalAt('conflict', 'year', `${named}: ${formatMoney(set.amount)}.`);
};

const KINDS = { drivers: 'prices.add', land: 'prices.add_land' } as const;

const additionAt = (desk: PriceDesk) =>
  defineApproval({
    kind: KINDS[desk],
    input: NewPrice,
    apply: async (tx, { input: { description, zone, ...price }, askedBy, by, now }) => {
      await refuseSet(tx, { ...price, description, zone });
      const id = await insertPrice(tx, price).catch(refuseGoneZone);
      if (id === undefined) throw new Refusal('conflict', `${description} has a price for ${price.year} already.`);
      const added = { id, description, zone, ...price };
      await auditPrices(tx, { caller: by, now }, [{ action: 'prices.add', price: added }]);
      await noteSetting(tx, [added], [...new Set([askedBy.accountId, by.accountId])], now);
      return { message: `${pricedName(added)} costs ${formatMoney(price.amount)} in ${price.year}.` };
    },
  });

/** First prices of a year that another person approves, by the desk that sets them. */
export const priceAdditions = { drivers: additionAt('drivers'), land: additionAt('land') } as const;

/** The desk's answer: the price, or null while it waits for another person. */
type Added = { message: string; entry: DeskPrice | null };

/**
 * Sets a price for a year: of a type and plan at the drivers' desk, of a code, zone and use at the
 * land's. One that may be too low waits for another person. Refuses with 400 `invalid_input` a year
 * off the list, an unknown type, that of opening balances or of the other side, a wrong plan and an
 * unknown zone, and with 409 `conflict` an existing price, and while one waits.
 */
export const addPrice = async <Desk extends PriceDesk>(
  tx: Tx,
  desk: Desk,
  given: NewPriceOf[Desk],
  { facts, staff, by: { caller: by, now } }: PriceChanging,
): Promise<Added> => {
  checkPriceYear(given.year, now);
  const type = await pricedType(tx, desk, given.type_code);
  const { type_code, description } = type;
  const { year, amount } = given;
  const plan = 'plan' in given ? given.plan : undefined;
  const place = await placeFor(tx, desk === 'land' ? (given as NewLandPrice) : {}, facts.zoneNames);
  const price = { year, type_code, plan: planFor(type, plan), ...place, amount, description };
  await refuseSet(tx, price);
  const subject = { id: priceSubject(price).id, name: `${pricedName(price)} ${year}` };
  const changes = [{ field: 'Price', before: '', after: formatMoney(amount) }];
  const because = await whyPriceWaits(tx, desk, price, facts);
  const { message } = await askOrApply(
    tx,
    priceAdditions[desk],
    { subject, input: price, changes, because, by, now },
    staff,
  );
  const added = await priceOfKey(tx, price);
  return { message, entry: added ? { ...price, id: added.id } : null };
};
