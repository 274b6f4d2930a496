import {
  type AuditAction,
  BASE_PLAN,
  type CopiedPrices,
  formatMoney,
  MISSING_PLAN,
  MISSING_PRICED_TYPE,
  type NewYearlyPrice,
  OPENING_BALANCE,
  type PlanSlug,
  pricedName,
  priceYears,
  today,
  type YearlyPrice,
  type YearlyPriceDetails,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import {
  askApproval,
  defineApproval,
  noteHands,
  refuseWhileWaiting,
  type StaffHolders,
  waitingApproval,
} from '#domains/approvals';
import { auditAll } from '#domains/audit';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { missingIn } from '../price-of.ts';
import {
  amountOf,
  copyFromYearBefore,
  countOfYear,
  deletePrice,
  holdType,
  insertPrice,
  lockPrice,
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

/** The people who may approve another amount of a price in use. */
export type ApproversOfPrices = { staff: StaffHolders };

/** True if drivers may owe it: months since the first registration, or this year's price. */
const mayBeOwed = (
  { side, period, due_from, year }: PricedType,
  owedFrom: number | null,
  thisYear: number,
): boolean => {
  if (side === 'land' || owedFrom === null || Number(due_from.slice(0, 4)) > year) return false;
  return period === 'monthly' ? owedFrom <= year && year <= thisYear : period === 'once' && year === thisYear;
};

/** The uses of a price: payments, or drivers' due fees. */
const useOfPrice = async (
  db: Db,
  price: PricedType,
  { owedFrom, isPaid }: PriceUses,
  now: Date,
): Promise<'payments' | 'debts' | null> => {
  if (await isPaid(db, price)) return 'payments';
  const thisYear = Number(today(now).slice(0, 4));
  return mayBeOwed(price, await owedFrom(db), thisYear) ? 'debts' : null;
};

/** Refuses with 409 `conflict` to delete a price that is in use. */
const refuseUsed = (price: PricedType, use: 'payments' | 'debts'): Refusal => {
  const named = `The price of ${pricedName(price)} for ${price.year}`;
  const why =
    use === 'payments'
      ? 'is used by payments'
      : price.period === 'monthly'
        ? 'is what drivers may still owe for its months'
        : 'is what drivers may still owe';
  return new Refusal('conflict', `${named} ${why}, so it cannot be deleted. You can change its amount instead.`);
};

/** Refuses a year that prices cannot be set for now with 400 `invalid_input`. */
const checkYear = (year: number, now: Date): void => {
  const years = priceYears(today(now));
  if (years.includes(year)) return;
  throw refusalAt('invalid_input', 'year', `Please select a year from ${years[0]} to ${years.at(-1)}.`);
};

const NOUN = 'yearly price';

type Audited = { action: AuditAction; price: YearlyPrice; was?: YearlyPrice };

const values = ({ year, type_code, plan, amount }: YearlyPrice) => ({ year, type_code, plan, amount });

/** Audits changed prices; `was` is the price before, and for a deleted price `price` equals it. */
const auditPrices = (tx: Tx, { caller, now }: ChangedBy, changes: readonly Audited[]): Promise<void> =>
  auditAll(
    tx,
    caller,
    changes.map(({ action, price, was }) => ({
      action,
      subject: { kind: NOUN, id: price.id, name: `${price.year} ${pricedName(price)}` },
      ...(was && { before: values(was) }),
      ...(action !== 'prices.delete' && { after: values(price) }),
    })),
    now,
  );

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

/**
 * Sets the price of a type and plan for a year. Refuses with 400 `invalid_input` a year off the
 * list, an unknown type, that of opening balances and a wrong plan, and with 409 `conflict` an
 * existing price.
 */
export const addPrice = async (tx: Tx, given: NewYearlyPrice, by: ChangedBy): Promise<YearlyPrice> => {
  checkYear(given.year, by.now);
  const type = await holdType(tx, given.type_code.toUpperCase());
  if (type?.type_code === OPENING_BALANCE) {
    throw refusalAt('invalid_input', 'type_code', 'An opening balance is each driver’s own, so it has no price.');
  }
  if (!type) throw refusalAt('invalid_input', 'type_code', MISSING_PRICED_TYPE);
  const { type_code, description } = type;
  const { year, amount } = given;
  const price = { year, type_code, plan: planFor(type, given.plan), amount };
  const id = await insertPrice(tx, price);
  if (id === undefined) {
    const set = await amountOf(tx, price);
    const named = `${pricedName({ description, plan: price.plan })} has a price for ${year} already`;
    throw refusalAt('conflict', 'year', set === undefined ? `${named}.` : `${named}: ${formatMoney(set)}.`);
  }
  // The field order is the schema's, since a repeated call gets this answer as stored.
  const added = { id, year, type_code, description, plan: price.plan, amount };
  await auditPrices(tx, by, [{ action: 'prices.add', price: added }]);
  await noteSetting(tx, added, [by.caller.accountId], by.now);
  return added;
};

const present = ({ side: _, period: __, due_from: ___, ...price }: PricedType): YearlyPrice => price;

const APPROVED = 'prices.change';

/** A yearly price with its use and the change that waits; 404 `not_found` when there is none. */
export const showPrice = async (db: Db, id: string, uses: PriceUses, now: Date): Promise<YearlyPriceDetails> => {
  const price = existing(await priceById(db, id), NOUN);
  const waiting = await waitingApproval(db, { kind: APPROVED, subjectId: id });
  return {
    ...present(price),
    in_use: (await useOfPrice(db, price, uses, now)) !== null,
    waiting: waiting ? { approval_id: waiting.id, amount: AmountChange.parse(waiting.input).to } : null,
  };
};

type Changed = { message: string; entry: YearlyPrice };

/** A price in the hands of those who set it: payments name it by these, without its number. */
export const priceSubject = ({ year, type_code, plan }: Pick<YearlyPrice, 'year' | 'type_code' | 'plan'>) => ({
  kind: 'price',
  id: [year, type_code, plan ?? 'all'].join(' '),
});

/** Notes who set, changed or deleted a price. */
const noteSetting = (tx: Tx, price: PricedType | YearlyPrice, accountIds: readonly string[], now: Date) =>
  noteHands(
    tx,
    accountIds.map((accountId) => ({ accountId, what: 'changed_price', subjects: [priceSubject(price)] })),
    now,
  );

/** Sets the amount of a locked price and says what it costs now. */
const setAmount = async (tx: Tx, price: PricedType, amount: string, by: ChangedBy): Promise<string> => {
  await updateAmount(tx, price.id, amount);
  const [was, entry] = [present(price), { ...present(price), amount }];
  await auditPrices(tx, by, [{ action: 'prices.change', price: entry, was }]);
  return `${pricedName(price)} costs ${formatMoney(amount)} in ${price.year}.`;
};

const AmountChange = z.strictObject({ from: z.string(), to: z.string() });

/** Changes the amount of a price in use. Unpaid fees get the new price; paid ones stay. */
export const priceChange = defineApproval({
  kind: APPROVED,
  input: AmountChange,
  apply: async (tx, { input: { from, to }, subjectId, askedBy, by, now }) => {
    const price = existing(await lockPrice(tx, subjectId), NOUN);
    if (price.amount !== from)
      throw new Refusal('conflict', `${pricedName(price)} now costs ${formatMoney(price.amount)}.`);
    await noteSetting(tx, price, [...new Set([askedBy.accountId, by.accountId])], now);
    const costs = await setAmount(tx, price, to, { caller: by, now });
    const anew =
      price.period === 'monthly'
        ? `Months of ${price.year} that are not paid yet get the new price.`
        : 'Where it is not paid yet, it gets the new price.';
    return { message: `${costs} ${anew}` };
  },
});

/**
 * Changes the amount of a price; one in use waits for another person's approval. Refuses with 404
 * `not_found`, and with 409 `conflict` while a change waits.
 */
export const changePrice = async (
  tx: Tx,
  { id, amount }: { id: string; amount: string },
  { uses, staff, by: { caller: by, now } }: ApproversOfPrices & { uses: PriceUses; by: ChangedBy },
): Promise<Changed> => {
  await refuseWhileWaiting(tx, APPROVED, id);
  const price = existing(await lockPrice(tx, id), NOUN);
  const [was, entry] = [present(price), { ...present(price), amount }];
  if (was.amount === amount) return { message: 'The price stays as it is.', entry };
  if ((await useOfPrice(tx, price, uses, now)) === null) {
    await noteSetting(tx, price, [by.accountId], now);
    return { message: await setAmount(tx, price, amount, { caller: by, now }), entry };
  }
  const subject = { id, name: `${pricedName(price)} ${price.year}` };
  const changes = [{ field: 'Price', before: formatMoney(was.amount), after: formatMoney(amount) }];
  const input = { from: was.amount, to: amount };
  const asked = await askApproval(tx, priceChange, { subject, input, changes, by, now }, staff);
  return { message: asked.message, entry: asked.state === 'asked' ? was : entry };
};

/** Deletes an unused price. Refuses with 404 `not_found` and 409 `conflict`. */
export const removePrice = async (tx: Tx, id: string, uses: PriceUses, by: ChangedBy): Promise<string> => {
  const price = existing(await lockPrice(tx, id), NOUN);
  const use = await useOfPrice(tx, price, uses, by.now);
  if (use) throw refuseUsed(price, use);
  await deletePrice(tx, id);
  await noteSetting(tx, price, [by.caller.accountId], by.now);
  await auditPrices(tx, by, [{ action: 'prices.delete', price, was: price }]);
  return `The price of ${pricedName(price)} for ${price.year} is deleted.`;
};

const prices = (count: number): string => (count === 1 ? '1 price' : `${count} prices`);

const sentence = (year: number, copied: number, kept: number, missing: readonly string[]): string => {
  const parts = [
    copied === 0
      ? `${year} has every price that ${year - 1} has, so nothing was copied.`
      : `${prices(copied)} of ${year - 1} ${copied === 1 ? 'was' : 'were'} copied to ${year}.`,
    copied > 0 && kept > 0 ? `${prices(kept)} that ${year} had stayed as ${kept === 1 ? 'it was' : 'they were'}.` : '',
    missing.length > 0 ? `Still without a price for ${year}: ${missing.join(', ')}.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
};

/**
 * Copies missing prices from the year before; existing ones stay. Reports the copies and the types
 * without a price in both years. Refuses with 400 `invalid_input` a year off the list, and 422
 * `refused` if the year before has none.
 */
export const copyPrices = async (tx: Tx, year: number, by: ChangedBy): Promise<CopiedPrices> => {
  checkYear(year, by.now);
  const copied = await copyFromYearBefore(tx, year);
  if (copied.length === 0 && (await countOfYear(tx, year - 1)) === 0) {
    throw refusalAt('refused', 'year', `${year - 1} has no prices that could be copied.`);
  }
  await auditPrices(
    tx,
    by,
    copied.map((price) => ({ action: 'prices.copy', price })),
  );
  for (const price of copied) await noteSetting(tx, price, [by.caller.accountId], by.now);
  const kept = (await countOfYear(tx, year)) - copied.length;
  const missing = await missingIn(tx, year);
  return { status: true, message: sentence(year, copied.length, kept, missing), copied, kept, missing };
};
