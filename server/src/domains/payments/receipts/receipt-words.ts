import { formatMoney, formatReceiptNumber, fromPesewas, receiptPage, smsParts, toPesewas } from '@banbo/contract';
import type { UntoldReceipt } from '#domains/receipts';

type Told = Pick<UntoldReceipt, 'number' | 'code' | 'amount'>;

const sumOf = (receipts: readonly Told[]): string =>
  formatMoney(fromPesewas(receipts.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)));

/**
 * Tells a driver of receipts that were issued at once, at least one: one text however many they are, and never more than one
 * part. A company's name that would not go into it is left out.
 */
export const receiptText = (
  receipts: readonly [Told, ...Told[]],
  { company, linksTo }: { company: string; linksTo: string },
): string => {
  const [first, ...others] = receipts;
  const link = receiptPage(linksTo, first.code);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const number = formatReceiptNumber(first.number);
  const words = `we received ${sumOf(receipts)}. Thank you. Receipt ${number}${more}: ${link}`;
  const brief = `Receipt ${number} for ${formatMoney(first.amount)}: ${link}`;
  const choices = [`${company}: ${words}`, words.replace(/^w/, 'W'), brief];
  return choices.find((text) => smsParts(text) === 1) ?? link;
};
