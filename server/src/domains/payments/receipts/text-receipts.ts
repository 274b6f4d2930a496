import { formatMoney, formatReceiptNumber, fromPesewas, receiptPage, smsParts, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { mobilesOf } from '#domains/drivers';
import { builtInWords, queueTexts, type Words, wordsFor } from '#domains/messages';
import { type ReceiptToText, takeReceiptsToText } from '#domains/receipts';
import { readSite } from '#domains/site';
import { pluck } from '#lib/values.ts';
import { driversOfPayments } from '../payments.repo.ts';

type Texted = Pick<ReceiptToText, 'number' | 'code' | 'amount'>;

const sumOf = (receipts: readonly Texted[]): string =>
  formatMoney(fromPesewas(receipts.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)));

/**
 * The text about receipts issued together: one text of one part, however many they are. If the
 * company's words or name would not fit, built-in words are sent.
 */
export const receiptText = (
  receipts: readonly [Texted, ...Texted[]],
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

const CHUNK = 500;
/** Bounds a run so that it ends before the next one, which takes the rest. */
const MAX_CHUNKS = 20;
const TEXT_HOURS = 48;
const HOUR = 3_600_000;

type Texting = { linksTo: string | null; now: Date };

const queueTheirs = async (
  tx: Tx,
  receipts: readonly ReceiptToText[],
  { linksTo, now }: { linksTo: string; now: Date },
): Promise<void> => {
  const driverOf = await driversOfPayments(tx, pluck(receipts, 'subjectId'));
  const byDriver = Map.groupBy(receipts, ({ subjectId }) => driverOf.get(subjectId) ?? '');
  const mobiles = await mobilesOf(tx, [...driverOf.values()]);
  const { company_name: company } = await readSite(tx);
  const words = await wordsFor(tx, 'receipt');
  const texts = mobiles.flatMap(({ id, mobile_number: to }) => {
    const [first, ...others] = byDriver.get(id) ?? [];
    return first ? [{ to, text: receiptText([first, ...others], { company, linksTo, words }), hours: TEXT_HOURS }] : [];
  });
  await queueTexts(tx, texts, now);
};

const textChunk = async (tx: Tx, { linksTo, now }: Texting): Promise<number> => {
  const { taken, receipts } = await takeReceiptsToText(tx, 'payment', CHUNK);
  // Receipts issued days ago, as before a long downtime, are not texted.
  const fresh = receipts.filter(({ issuedAt }) => now.getTime() - issuedAt.getTime() < TEXT_HOURS * HOUR);
  if (linksTo !== null && fresh.length > 0) await queueTheirs(tx, fresh, { linksTo, now });
  return taken;
};

/**
 * Texts drivers the links to their new receipts, each once, if the server knows its address. Void
 * receipts and removed drivers are left out. Works in chunks: one transaction takes receipts and
 * queues their texts.
 */
export const textReceipts = async (db: Db, texting: Texting): Promise<void> => {
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    if ((await db.transaction().execute((tx) => textChunk(tx, texting))) < CHUNK) return;
  }
};
