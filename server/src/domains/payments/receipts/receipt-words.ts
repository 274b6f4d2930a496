import { formatMoney, formatReceiptNumber, fromPesewas, receiptPage, smsParts, toPesewas } from '@banbo/contract';
import { builtInWords, type Words } from '#domains/messages';
import type { UntoldReceipt } from '#domains/receipts';

type Told = Pick<UntoldReceipt, 'number' | 'code' | 'amount'>;

const sumOf = (receipts: readonly Told[]): string =>
  formatMoney(fromPesewas(receipts.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)));

/**
 * Tells a driver of receipts that were issued at once, at least one: one text however many they are, and never more than one
 * part. Words of the company that would not go into it are not sent, nor is its name.
 */
export const receiptText = (
  receipts: readonly [Told, ...Told[]],
  { company, linksTo, words }: { company: string; linksTo: string; words: Words<'receipt'> },
): string => {
  const [first, ...others] = receipts;
  const link = receiptPage(linksTo, first.code);
  const number = formatReceiptNumber(first.number);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const values = { company, amount: sumOf(receipts), receipts: `${number}${more}`, link };
  const choices = [
    words(values),
    builtInWords('receipt', values),
    `We received ${values.amount}. Thank you. Receipt ${values.receipts}: ${link}`,
    `Receipt ${number} for ${formatMoney(first.amount)}: ${link}`,
  ];
  return choices.find((text) => smsParts(text) === 1) ?? link;
};
