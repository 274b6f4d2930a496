import {
  BASE_PLAN,
  formatMoney,
  MISSING_PLAN,
  MISSING_PRICED_TYPE,
  MISSING_PRICED_ZONE,
  type NewLandPrice,
  type NewYearlyPrice,
  OPENING_BALANCE,
  type PlanSlug,
  pricedName,
  priceYears,
  today,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { violatedReference } from '#db/violated-constraint.ts';
import { refusalAt } from '#lib/refusal.ts';
import { auditPrices, type DeskPrice, noteSetting, type ZoneNames } from './note-prices.ts';
import { amountOf, holdType, insertPrice, type PriceDesk } from './yearly-prices.repo.ts';

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

/**
 * Sets a price for a year: of a type and plan at the drivers' desk, of a code, zone and use at the
 * land's. Refuses with 400 `invalid_input` a year off the list, an unknown type, that of opening
 * balances or of the other side, a wrong plan and an unknown zone, and with 409 `conflict` an
 * existing price.
 */
export const addPrice = async <Desk extends PriceDesk>(
  tx: Tx,
  desk: Desk,
  given: NewPriceOf[Desk],
  zoneNames: ZoneNames,
  by: ChangedBy,
): Promise<DeskPrice> => {
  checkPriceYear(given.year, by.now);
  const type = await pricedType(tx, desk, given.type_code);
  const { type_code, description } = type;
  const { year, amount } = given;
  const plan = 'plan' in given ? given.plan : undefined;
  const { zone, ...place } = await placeFor(tx, desk === 'land' ? (given as NewLandPrice) : {}, zoneNames);
  const price = { year, type_code, plan: planFor(type, plan), ...place, amount };
  const id = await insertPrice(tx, price).catch(refuseGoneZone);
  if (id === undefined) {
    const set = await amountOf(tx, price);
    const named = `${pricedName({ ...price, description, zone })} has a price for ${year} already`;
    throw refusalAt('conflict', 'year', set === undefined ? `${named}.` : `${named}: ${formatMoney(set)}.`);
  }
  const added = { id, description, zone, ...price };
  await auditPrices(tx, by, [{ action: 'prices.add', price: added }]);
  await noteSetting(tx, [added], [by.caller.accountId], by.now);
  return added;
};
