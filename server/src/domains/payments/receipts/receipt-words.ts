import { formatMoney, formatReceiptNumber, fromPesewas, receiptPage, toPesewas } from '@banbo/contract';
import type { UntoldReceipt } from '#domains/receipts';

/** Characters of one text in GSM 03.38; a longer text is paid as two. */
const ONE_TEXT = 160;
/** The alphabet of GSM 03.38 that takes one place a letter. */
const GSM = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Za-z_£¥èéùìòÇØøÅåÆæßÉ¤¡ÄÖÑÜ§¿äöñüà]*$/;

const fits = (text: string): boolean => text.length <= ONE_TEXT && GSM.test(text);

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
  return choices.find(fits) ?? link;
};
