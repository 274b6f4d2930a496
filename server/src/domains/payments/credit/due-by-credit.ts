import { type FeeMoney, formatMoney, fromPesewas, groupThousands, toPesewas } from '@banbo/contract';
import type { Opening } from '#domains/drivers';
import type { PaymentTypeRules } from '#domains/prices';
import { type Fee, feeKey } from '../claims/fee-rules.ts';
import { type PaymentTypes, type PricedDueFee, paidFor } from '../standing/due-fees.ts';
import type { DriverFee } from '../standing/standing.repo.ts';

/** Money for a fee with the fee's price, or null without one. */
type Money = Fee & { amount: string; amount_due: string | null };

/**
 * A driver's fees, those that are due, the oldest first, and the credit in pesewas, below zero for
 * credit that was paid out and never came (docs/product/refunds.md, rule 8). With an opening all
 * fees that others require were paid elsewhere.
 */
export type CreditFacts = {
  fees: readonly DriverFee[];
  due: readonly PricedDueFee[];
  credit: bigint;
  opening: Pick<Opening, 'billed_from' | 'owed'> | null;
};

const least = (...amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => (other < one ? other : one));
const sumOf = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((sum, amount) => sum + amount, 0n);

/** True for money that covers no fee: below its price, or its fee has none. */
export const isBelowPrice = ({ amount, amount_due }: Pick<Money, 'amount' | 'amount_due'>): boolean =>
  amount_due === null || toPesewas(amount) < toPesewas(amount_due);

/** The pesewas of cleared payments by the fee that they were paid towards. */
const partsByFee = (fees: readonly DriverFee[]): ReadonlyMap<string, bigint> => {
  const parts = new Map<string, bigint>();
  for (const fee of fees) {
    if (fee.status !== 'cleared' || !fee.is_credit || fee.is_rest) continue;
    parts.set(feeKey(fee), (parts.get(feeKey(fee)) ?? 0n) + toPesewas(fee.amount));
  }
  return parts;
};

/**
 * The credit held towards each due fee (docs/product/payments.md, rule 35): first as much as was
 * paid towards the fee itself, then of what is left towards the oldest.
 */
export const heldTowards = ({ fees, due, credit }: CreditFacts): ReadonlyMap<string, bigint> => {
  const parts = partsByFee(fees);
  const held = new Map<string, bigint>();
  let left = credit > 0n ? credit : 0n;
  const hold = (fee: PricedDueFee, most: bigint) => {
    const before = held.get(feeKey(fee)) ?? 0n;
    const more = least(most, toPesewas(fee.amount) - before, left);
    held.set(feeKey(fee), before + more);
    left -= more;
  };
  for (const fee of due) hold(fee, parts.get(feeKey(fee)) ?? 0n);
  for (const fee of due) hold(fee, left);
  return held;
};

/** The pesewas that a driver owes, less the credit; a debt of credit that was paid out is added. */
export const owedAfterCredit = ({ due, credit }: Pick<CreditFacts, 'due' | 'credit'>): bigint => {
  const owed = sumOf(due.map(({ amount }) => toPesewas(amount))) - credit;
  return owed > 0n ? owed : 0n;
};

/** The money that is there for a fee of a price, whether due, covered, or of a month to come. */
export const moneyOfFee = (facts: CreditFacts, fee: Fee, price: string | null): Omit<FeeMoney, 'due_from'> => {
  const { fees, due, credit } = facts;
  const held = heldTowards(facts);
  const key = feeKey(fee);
  const cover = paidFor(fees).find((paid) => feeKey(paid) === key);
  const free = (credit > 0n ? credit : 0n) - sumOf(held.values());
  const there = held.get(key) ?? least(partsByFee(fees).get(key) ?? 0n, free);
  const whole = price === null ? null : toPesewas(price);
  const waived = whole === null || !cover ? 0n : least(toPesewas(cover.waived), whole);
  const paid = whole === null ? there : cover ? whole - waived : least(there, whole);
  return {
    price,
    paid: fromPesewas(paid),
    waived: fromPesewas(waived),
    missing: whole === null ? null : fromPesewas(whole - paid - waived),
    owed: fromPesewas(owedAfterCredit({ due, credit })),
    credit: fromPesewas(credit),
  };
};

/** Where the money of a payment below its price went: as a line of its receipt, and to staff. */
export const heldWords = (facts: CreditFacts, payment: Money, fee: string): { line: string; sentence: string } => {
  const { paid, missing, waived } = moneyOfFee(facts, payment, payment.amount_due);
  const money = formatMoney(payment.amount);
  if (missing === null)
    return {
      line: `Held towards ${fee}, which has no price yet`,
      sentence: `${money} is held towards ${fee}, which has no price yet.`,
    };
  if (toPesewas(waived) > 0n)
    return {
      line: `${fee}, of which ${groupThousands(waived)} was waived`,
      sentence: `${money} pays ${fee}, of which ${formatMoney(waived)} is waived.`,
    };
  // Of a month to come the whole price may be held before credit pays it.
  const isCovered = paidFor(facts.fees).some((paid) => feeKey(paid) === feeKey(payment));
  if (toPesewas(missing) === 0n && isCovered)
    return {
      line: `${fee}, paid with what was held towards it`,
      sentence: `${money} pays ${fee}, with what was held towards it.`,
    };
  if (toPesewas(paid) === 0n) return { line: 'Credit', sentence: `${money} is credit.` };
  if (toPesewas(missing) === 0n)
    return {
      line: `Held towards ${fee}; nothing is missing`,
      sentence: `${money} is held towards ${fee}; nothing is missing.`,
    };
  return {
    line: `Held towards ${fee}; ${groupThousands(missing)} is missing`,
    sentence: `${money} is held towards ${fee}; ${formatMoney(missing)} is missing.`,
  };
};

type Types = readonly Pick<PaymentTypeRules & PaymentTypes[number], 'type_code' | 'required_type'>[];

/** How fees are paid by themselves: what the server gives up of one at most, in pesewas. */
export type PayingRules = { types: Types; waiveUpTo: bigint };

/** A due fee that the credit pays, and what is given up of its price. */
export type CreditedFee = PricedDueFee & { waived: string };

/**
 * The due fees that the credit pays by itself, in their order: one whose whole price was paid in
 * parts, else the oldest, as often as the credit suffices. None before the one that it requires.
 * Of a fee towards which money was paid the server gives up what is missing, up to the setting.
 */
export const feesPaidByCredit = (
  { fees, due, credit, opening }: CreditFacts,
  { types, waiveUpTo }: PayingRules,
): CreditedFee[] => {
  const parts = partsByFee(fees);
  const required = new Map(types.map(({ type_code, required_type }) => [type_code, required_type]));
  // A claim opens nothing: anybody can send one.
  const started = new Set(
    fees.filter(({ status, is_credit }) => status === 'cleared' && !is_credit).map(({ type_code }) => type_code),
  );
  const partOf = (fee: Fee): bigint => parts.get(feeKey(fee)) ?? 0n;
  /** The least money that pays a fee whole. */
  const enoughFor = (fee: PricedDueFee): bigint => toPesewas(fee.amount) - (partOf(fee) > 0n ? waiveUpTo : 0n);
  const paid: CreditedFee[] = [];
  const open = new Set(due);
  // Without money nothing is given up.
  for (let left = credit; left > 0n; ) {
    const payable = [...open].filter(({ type_code }) => {
      const first = required.get(type_code) ?? null;
      return first === null || opening !== null || started.has(first);
    });
    const inParts = payable.find((fee) => partOf(fee) > 0n && partOf(fee) >= enoughFor(fee));
    const next = [inParts, payable[0]].find((fee) => fee && enoughFor(fee) <= left);
    if (!next) break;
    const price = toPesewas(next.amount);
    const used = least(price, left);
    paid.push({ ...next, waived: fromPesewas(price - used) });
    open.delete(next);
    started.add(next.type_code);
    left -= used;
  }
  return paid;
};

/** The credit that pays a fee: its price less what is given up. */
export const usedFor = ({ amount, waived }: CreditedFee): string => fromPesewas(toPesewas(amount) - toPesewas(waived));

/** The facts once the credit has paid these fees. */
export const afterPaying = ({ fees, due, credit, opening }: CreditFacts, paid: readonly CreditedFee[]): CreditFacts => {
  const uses = paid.map((fee) => ({
    ...fee,
    amount: usedFor(fee),
    status: 'cleared' as const,
    is_credit: false,
    credit_use_id: '',
  }));
  const keys = new Set(paid.map(feeKey));
  return {
    opening,
    fees: [...fees, ...uses],
    due: due.filter((fee) => !keys.has(feeKey(fee))),
    credit: credit - sumOf(uses.map(({ amount }) => toPesewas(amount))),
  };
};

/** True if money for a fee, with the credit that is there, pays the whole fee. */
export const reachesPrice = (facts: CreditFacts, money: Money, rules: PayingRules): boolean => {
  if (!isBelowPrice(money)) return true;
  const part = { ...money, status: 'cleared' as const, is_credit: true, waived: '0.00', credit_use_id: null };
  const credit = facts.credit + toPesewas(money.amount);
  const paid = feesPaidByCredit({ ...facts, fees: [...facts.fees, part], credit }, rules);
  return paid.some((fee) => feeKey(fee) === feeKey(money));
};
