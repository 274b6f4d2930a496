import { type FeeMoney, formatMoney, fromPesewas, groupThousands, toPesewas } from '@banbo/contract';
import type { Opening } from '#domains/drivers';
import type { PaymentTypeRules } from '#domains/prices';
import { type Fee, feeKey } from '../claims/fee-rules.ts';
import { type PaymentTypes, type PricedDueFee, paidFor } from '../standing/due-fees.ts';
import type { DriverFee } from '../standing/standing.repo.ts';

/** Money for a fee with the fee's price, or null without one. */
type Money = Fee & { amount: string; amount_due: string | null };

/**
 * A driver's fees, those that are due, the oldest first, and the credit in pesewas. With an opening
 * all fees that others require were paid elsewhere.
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
    if (fee.status !== 'cleared' || !fee.is_credit) continue;
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
  let left = credit;
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

/** The pesewas that a driver owes, less the credit. */
export const owedAfterCredit = ({ due, credit }: Pick<CreditFacts, 'due' | 'credit'>): bigint => {
  const owed = sumOf(due.map(({ amount }) => toPesewas(amount))) - credit;
  return owed > 0n ? owed : 0n;
};

/** The money that is there for a fee of a price, whether due, covered, or of a month to come. */
export const moneyOfFee = (facts: CreditFacts, fee: Fee, price: string | null): FeeMoney => {
  const { fees, due, credit } = facts;
  const held = heldTowards(facts);
  const key = feeKey(fee);
  const isCovered = paidFor(fees).some((paid) => feeKey(paid) === key);
  const free = credit - sumOf(held.values());
  const there = held.get(key) ?? least(partsByFee(fees).get(key) ?? 0n, free);
  const whole = price === null ? null : toPesewas(price);
  const paid = whole === null ? there : isCovered ? whole : least(there, whole);
  return {
    price,
    paid: fromPesewas(paid),
    missing: whole === null ? null : fromPesewas(whole - paid),
    owed: fromPesewas(owedAfterCredit({ due, credit })),
    credit: fromPesewas(credit),
  };
};

/** Names the fee that a payment's credit is held for, as receipts say it. */
export const heldText = (facts: CreditFacts, payment: Money, fee: string): string => {
  const { paid, missing } = moneyOfFee(facts, payment, payment.amount_due);
  if (missing === null) return `Held towards ${fee}, which has no price yet`;
  if (toPesewas(missing) === 0n) return `${fee}, paid with what was held towards it`;
  return toPesewas(paid) === 0n ? 'Credit' : `Held towards ${fee}; ${groupThousands(missing)} is missing`;
};

/** Tells staff in a sentence where the money of a payment below its price went. */
export const heldSentence = (facts: CreditFacts, payment: Money, fee: string): string => {
  const { paid, missing } = moneyOfFee(facts, payment, payment.amount_due);
  const money = formatMoney(payment.amount);
  if (missing === null) return `${money} is held towards ${fee}, which has no price yet.`;
  if (toPesewas(missing) === 0n) return `${money} pays ${fee}, with what was held towards it.`;
  if (toPesewas(paid) === 0n) return `${money} is credit.`;
  return `${money} is held towards ${fee}; ${formatMoney(missing)} is missing.`;
};

type Types = readonly Pick<PaymentTypeRules & PaymentTypes[number], 'type_code' | 'required_type'>[];

/**
 * The due fees that the credit pays by itself, in their order: one whose whole price was paid in
 * parts, else the oldest, as often as the credit suffices. None before the one that it requires.
 */
export const feesPaidByCredit = ({ fees, due, credit, opening }: CreditFacts, types: Types): PricedDueFee[] => {
  const parts = partsByFee(fees);
  const required = new Map(types.map(({ type_code, required_type }) => [type_code, required_type]));
  const started = new Set(fees.filter(({ is_credit }) => !is_credit).map(({ type_code }) => type_code));
  const paid: PricedDueFee[] = [];
  const open = new Set(due);
  for (let left = credit; ; ) {
    const payable = [...open].filter(({ type_code }) => {
      const first = required.get(type_code) ?? null;
      return first === null || opening !== null || started.has(first);
    });
    const inParts = payable.find((fee) => (parts.get(feeKey(fee)) ?? 0n) >= toPesewas(fee.amount));
    const next = [inParts, payable[0]].find((fee) => fee && toPesewas(fee.amount) <= left);
    if (!next) return paid;
    paid.push(next);
    open.delete(next);
    started.add(next.type_code);
    left -= toPesewas(next.amount);
  }
};

/** The facts once the credit has paid these fees. */
export const afterPaying = (
  { fees, due, credit, opening }: CreditFacts,
  paid: readonly PricedDueFee[],
): CreditFacts => {
  const uses = paid.map((fee) => ({ ...fee, status: 'cleared' as const, is_credit: false, credit_use_id: '' }));
  return {
    opening,
    fees: [...fees, ...uses],
    due: due.filter((fee) => !paid.includes(fee)),
    credit: credit - sumOf(paid.map(({ amount }) => toPesewas(amount))),
  };
};

/** True if money for a fee, with the credit that is there, pays the whole fee. */
export const reachesPrice = (facts: CreditFacts, money: Money, types: Types): boolean => {
  if (!isBelowPrice(money)) return true;
  const part = { ...money, status: 'cleared' as const, is_credit: true, credit_use_id: null };
  const credit = facts.credit + toPesewas(money.amount);
  const paid = feesPaidByCredit({ ...facts, fees: [...facts.fees, part], credit }, types);
  return paid.some((fee) => feeKey(fee) === feeKey(money));
};
