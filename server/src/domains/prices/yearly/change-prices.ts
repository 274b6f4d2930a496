import { formatMoney, pricedName, today, toPesewas } from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import {
  type Approvers,
  askApproval,
  defineApproval,
  type Forgiving,
  refuseWhileWaiting,
  waitingApproval,
} from '#domains/approvals';
import { existing, Refusal } from '#lib/refusal.ts';
import { auditPrices, type DeskPrice, noteSetting, PRICE_NOUN, withZones, type ZoneNames } from './note-prices.ts';
import { whyPriceWaits } from './why-price-waits.ts';
import {
  lockAnyPrice,
  lockPrice,
  type PriceDesk,
  type PricedType,
  priceById,
  updateAmount,
} from './yearly-prices.repo.ts';

/** The use of a price, as higher domains know it. */
export type PriceUses = {
  /** The first year that members may owe, or null while there is none. */
  owedFrom: (db: Db) => Promise<number | null>;
  /** True when some payment was priced by the year's price of the type. */
  isPaid: (db: Db, price: Pick<PricedType, 'type_code' | 'period' | 'year'>) => Promise<boolean>;
};

export type PriceFacts = PriceUses & { zoneNames: ZoneNames };

/** Facts and people of adding and changing prices, and the author. */
export type PriceChanging = Approvers & {
  facts: PriceFacts;
  forgiving: Forgiving;
  priceChange: ReturnType<typeof priceChange>;
  by: ChangedBy;
};

/** True if drivers may owe it: months since the first registration, or this year's price. */
const mayBeOwed = (
  { side, period, due_from, year, zone_id, land_use }: PricedType,
  owedFrom: number | null,
  thisYear: number,
): boolean => {
  if (side === 'land' || zone_id !== null || land_use !== null) return false;
  if (owedFrom === null || Number(due_from.slice(0, 4)) > year) return false;
  return period === 'monthly' ? owedFrom <= year && year <= thisYear : period === 'once' && year === thisYear;
};

/** The uses of a price: payments, or drivers' due fees. */
export const useOfPrice = async (
  db: Db,
  price: PricedType,
  { owedFrom, isPaid }: PriceUses,
  now: Date,
): Promise<'payments' | 'debts' | null> => {
  if (await isPaid(db, price)) return 'payments';
  const thisYear = Number(today(now).slice(0, 4));
  return mayBeOwed(price, await owedFrom(db), thisYear) ? 'debts' : null;
};

/** The same price with the name of its zone. */
export const withZone = async <Row extends { zone_id: string | null }>(db: Db, row: Row, zoneNames: ZoneNames) =>
  existing((await withZones(db, [row], zoneNames))[0], PRICE_NOUN);

const APPROVED = 'prices.change';

/** The changes of a price that wait one at a time. */
export const PRICE_KINDS = [APPROVED, 'prices.remove'] as const;

/** A yearly price with its use and the change that waits; 404 `not_found` when there is none. */
export const showPrice = async (
  db: Db,
  { desk, id }: { desk: PriceDesk; id: string },
  facts: PriceFacts,
  now: Date,
): Promise<DeskPrice & { in_use: boolean; waiting: { approval_id: string; amount: string } | null }> => {
  const price = existing(await priceById(db, desk, id), PRICE_NOUN);
  const waiting = await waitingApproval(db, { kind: APPROVED, subjectId: id });
  // A newer server may have stored more with it.
  const asked = z.object({ to: z.string() }).safeParse(waiting?.input);
  return {
    ...(await withZone(db, price, facts.zoneNames)),
    in_use: (await useOfPrice(db, price, facts, now)) !== null,
    waiting: waiting && asked.success ? { approval_id: waiting.id, amount: asked.data.to } : null,
  };
};

type Changed = { message: string; entry: DeskPrice };

/** Sets the amount of a locked price and says what it costs now. */
const setAmount = async (tx: Tx, price: DeskPrice, amount: string, by: ChangedBy): Promise<string> => {
  await updateAmount(tx, price.id, amount);
  await auditPrices(tx, by, [{ action: 'prices.change', price: { ...price, amount }, was: price }]);
  return `${pricedName(price)} costs ${formatMoney(amount)} in ${price.year}.`;
};

/** `zone` is the name of the price's zone as it was asked for. */
const AmountChange = z.strictObject({
  from: z.string(),
  to: z.string(),
  zone: z.string().optional(),
  /** Left out where it is 0.00; null where it was not added up. */
  forgives: z.string().nullable().optional(),
});

/** The drivers who may owe less by another amount: none of a place, nor by a higher one. */
const mayOweLess = ({ side, zone_id, land_use, amount }: PricedType, to: string): 'all' | [] =>
  side !== 'land' && zone_id === null && land_use === null && toPesewas(to) < toPesewas(amount) ? 'all' : [];

/** Another amount of a price. Unpaid fees get the new price; paid ones stay. */
export const priceChange = (forgiving: Forgiving) =>
  defineApproval({
    kind: APPROVED,
    input: AmountChange,
    apply: async (tx, { input: { from, to, zone = null, forgives }, subjectId, ...made }) => {
      const { askedBy, by, now } = made;
      const price = { ...existing(await lockAnyPrice(tx, subjectId), PRICE_NOUN), zone };
      if (price.amount !== from)
        throw new Refusal('conflict', `${pricedName(price)} now costs ${formatMoney(price.amount)}.`);
      await noteSetting(tx, [price], [...new Set([askedBy.accountId, by.accountId])], now);
      const subject = `${pricedName(price)} ${price.year}: ${formatMoney(to)}, no longer ${formatMoney(from)}`;
      const of = { drivers: mayOweLess(price, to), asked: forgives, ...made };
      const costs = await forgiving.giveUp(tx, { kind: 'price', subject }, of, () =>
        setAmount(tx, price, to, { caller: by, now }),
      );
      const anew =
        price.period === 'monthly'
          ? `Months of ${price.year} that are not paid yet get the new price.`
          : 'Where it is not paid yet, it gets the new price.';
      return { message: `${costs} ${anew}` };
    },
  });

/**
 * Changes the amount of a price; one in use, or that may now be too low, waits for another person's
 * approval. Refuses with 404 `not_found`, and with 409 `conflict` while a change waits.
 */
export const changePrice = async (
  tx: Tx,
  { desk, id, amount }: { desk: PriceDesk; id: string; amount: string },
  { facts, forgiving, priceChange: asking, staff, by: { caller: by, now } }: PriceChanging,
): Promise<Changed> => {
  for (const kind of PRICE_KINDS) await refuseWhileWaiting(tx, kind, id);
  const price = existing(await lockPrice(tx, desk, id), PRICE_NOUN);
  const was = await withZone(tx, price, facts.zoneNames);
  const entry = { ...was, amount };
  if (was.amount === amount) return { message: 'The price stays as it is.', entry };
  const use = await useOfPrice(tx, price, facts, now);
  const tooLow = await whyPriceWaits(tx, desk, entry, facts, was.amount);
  if (use === null && tooLow === null) {
    await noteSetting(tx, [price], [by.accountId], now);
    return { message: await setAmount(tx, was, amount, { caller: by, now }), entry };
  }
  const subject = { id, name: `${pricedName(was)} ${price.year}` };
  const changes = [{ field: 'Price', before: formatMoney(was.amount), after: formatMoney(amount) }];
  const drivers = mayOweLess(price, amount);
  const forgives = await forgiving.sumOf(tx, { drivers, now }, () => updateAmount(tx, id, amount));
  const inUse = use === 'payments' ? 'Payments were priced by it.' : 'Drivers may owe it.';
  const because = (await forgiving.whyWaits(tx, { by, now }, forgives)) ?? tooLow ?? inUse;
  const sum = forgives !== '0.00' && { forgives };
  const input = { from: was.amount, to: amount, ...(was.zone !== null && { zone: was.zone }), ...sum };
  const asked = await askApproval(tx, asking, { subject, input, changes, because, by, now }, staff);
  return { message: asked.message, entry: asked.state === 'asked' ? was : entry };
};
