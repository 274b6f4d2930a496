import {
  formatInstant,
  formatMoney,
  formatPaperCode,
  formatPhone,
  formatReceiptNumber,
  fromPesewas,
  NO_RECEIPT,
  receiptPage,
  smsParts,
  toPesewas,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { mobilesOf } from '#domains/drivers';
import { builtInWords, queueTexts, type Words, wordsFor } from '#domains/messages';
import { noteTexted, type ReceiptToText, receiptRows, takeReceiptsToText, textedAt } from '#domains/receipts';
import { readSite } from '#domains/site';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { driversOfPayments, landPayersOf, receiptLeads } from '../payments.repo.ts';

type Texted = Pick<ReceiptToText, 'number' | 'code' | 'amount'>;

const sumOf = (receipts: readonly Texted[]): string =>
  formatMoney(fromPesewas(receipts.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)));

/**
 * The text about receipts issued together: one text of one part, however many they are. If the
 * company's words or name would not fit, built-in words are sent. Without the web's origin it has
 * the code instead of a link.
 */
export const receiptText = (
  receipts: readonly [Texted, ...Texted[]],
  { company, linksTo, words }: { company: string; linksTo: string | null; words: Words<'receipt'> },
): string => {
  const [first, ...others] = receipts;
  const link = linksTo === null ? `code ${formatPaperCode(first.code)}` : receiptPage(linksTo, first.code);
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

type Reached = { payer: string; to: string };

/** The number of each payment's payer; removed drivers have none. */
const numbersOf = async (tx: Tx, paymentIds: readonly string[]): Promise<ReadonlyMap<string, Reached>> => {
  const driverOf = await driversOfPayments(tx, paymentIds);
  const mobiles = new Map(
    (await mobilesOf(tx, [...driverOf.values()])).map(({ id, mobile_number }) => [id, mobile_number]),
  );
  const ofDrivers = [...driverOf].flatMap(([id, payer]) => {
    const to = mobiles.get(payer);
    return to === undefined ? [] : [[id, { payer, to }] as const];
  });
  const ofLand = [...(await landPayersOf(tx, paymentIds))].flatMap(([id, { number: to }]) =>
    to === null ? [] : [[id, { payer: to, to }] as const],
  );
  return new Map([...ofDrivers, ...ofLand]);
};

/** Texts payers about their receipts that were not texted; gives the mobile numbers. */
const queueTheirs = async (
  tx: Tx,
  receipts: readonly ReceiptToText[],
  { linksTo, now }: Texting,
): Promise<string[]> => {
  const subjects = pluck(receipts, 'subjectId');
  const numbers = await numbersOf(tx, subjects);
  const theirs = receipts.filter(({ subjectId }) => numbers.has(subjectId));
  const news = await noteTexted(tx, pluck(theirs, 'number'), now);
  const untold = theirs.filter(({ number }) => news.has(number));
  const byPayer = Map.groupBy(untold, ({ subjectId }) => numbers.get(subjectId)?.payer ?? '');
  const { company_name: company } = await readSite(tx);
  const words = await wordsFor(tx, 'receipt');
  const texts = [...byPayer.values()].flatMap(([first, ...others]) => {
    const to = numbers.get(first?.subjectId ?? '')?.to;
    return first && to
      ? [{ to, text: receiptText([first, ...others], { company, linksTo, words }), hours: TEXT_HOURS }]
      : [];
  });
  await queueTexts(tx, texts, now);
  return pluck(texts, 'to');
};

const textChunk = async (tx: Tx, { linksTo, now }: Texting): Promise<number> => {
  const { taken, receipts } = await takeReceiptsToText(tx, CHUNK);
  // Receipts issued days ago, as before a long downtime, are not texted.
  const fresh = receipts.filter(({ issuedAt }) => now.getTime() - issuedAt.getTime() < TEXT_HOURS * HOUR);
  if (linksTo !== null && fresh.length > 0) await queueTheirs(tx, fresh, { linksTo, now });
  return taken;
};

/**
 * Texts the receipts of these payments to their drivers now, each once, and says so. Refused with
 * 404 `not_found` where a payment has no receipt, and with 409 `conflict` for void receipts and
 * removed drivers.
 */
export const textReceiptsOf = async (tx: Tx, paymentIds: readonly string[], texting: Texting): Promise<string> => {
  const found = await receiptLeads(tx, paymentIds);
  if (found.size < new Set(paymentIds).size) throw new Refusal('not_found', NO_RECEIPT);
  const leads = new Set(found.values());
  const rows = await receiptRows(tx, [...leads]);
  if (rows.length === 0 || rows.length < leads.size) throw new Refusal('not_found', NO_RECEIPT);
  if (rows.some(({ status }) => status === 'void')) {
    throw new Refusal('conflict', 'The payment was reversed and its receipt is void, so it is not texted.');
  }
  const receipts = rows.map(({ subject_id, issued_at, ...row }) => ({
    ...row,
    subjectId: subject_id,
    issuedAt: issued_at,
  }));
  const called = await queueTheirs(tx, receipts, texting);
  const one = receipts.length === 1 ? 'The receipt' : 'The receipts';
  if (called.length > 0) return `${one} will be texted to ${called.map(formatPhone).join(' and ')}.`;
  const texted = await textedAt(tx, pluck(rows, 'number'));
  if (texted)
    return `${one} ${receipts.length === 1 ? 'was' : 'were'} already texted on ${formatInstant(texted.toISOString())}.`;
  throw new Refusal('conflict', 'The driver is no longer registered, or no number is known, so nobody is texted.');
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
