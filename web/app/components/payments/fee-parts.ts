import { type DueFee, type FeeMoney, formatDay, formatMoney, formatPaidMonth, shownKind } from '@banbo/contract';

/** A fee with its kind as people write it: `Monthly subscription, Nov 2026`. */
export const shownFee = (fee: Parameters<typeof formatPaidMonth>[0] & { description: string }): string =>
  [shownKind(fee.description), formatPaidMonth(fee, { short: true })].filter((part) => part !== '').join(', ');

type Parts = Pick<DueFee, 'paid' | 'missing'>;

/** The part of a fee that is there: `GHS 100.00 paid, GHS 717.33 missing`; null without any. */
export const partsText = ({ paid, missing }: Parts): string | null =>
  paid === '0.00' ? null : `${formatMoney(paid)} paid, ${formatMoney(missing)} missing`;

/** The amount to pay next: the missing part, or the price while credit that is held covers it. */
export const amountToPay = ({ amount, missing }: Pick<DueFee, 'amount' | 'missing'>): string =>
  missing === '0.00' ? amount : missing;

/** A fee’s price, what of it is there and the driver’s debt, as lines of a list of facts. */
export const feeMoneyFacts = ({ price, paid, waived, missing, due_from, owed, credit }: FeeMoney) =>
  [
    ['Price', price === null ? 'Not set yet' : formatMoney(price)],
    ['Paid towards it', formatMoney(paid)],
    ...(waived === '0.00' ? [] : [['Waived', formatMoney(waived)] as const]),
    ...(due_from === null ? [] : [['Due from', formatDay(due_from)] as const]),
    ...(missing === null || due_from !== null ? [] : [['Missing', formatMoney(missing)] as const]),
    ...(credit === '0.00'
      ? [['Owes in all', formatMoney(owed)] as const]
      : [['Credit', formatMoney(credit)] as const, ['Owes after credit', formatMoney(owed)] as const]),
  ] as const;

/** A fee as a form has it: the month's fields are empty for a type without months. */
export type FormFee = { payment_type: string; payment_year: string; payment_month: string };

/** The one of a driver's fees, such as the due or the covered ones, that a form names. */
export const feeAmong = <Fee extends Pick<DueFee, keyof FormFee>>(
  named: FormFee,
  fees: readonly Fee[],
): Fee | undefined =>
  fees.find(
    (fee) =>
      named.payment_type === fee.payment_type &&
      named.payment_year === String(fee.payment_year ?? '') &&
      named.payment_month === (fee.payment_month ?? ''),
  );
