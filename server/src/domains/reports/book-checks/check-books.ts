import { type BookCheck, bookCheckList, formatMoney, formatReceiptNumber, fromPesewas } from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import type { Records } from '#db/records.ts';
import { audit } from '#domains/audit';
import { lastTransferId } from '#domains/clearance';
import { lastOpeningCredit } from '#domains/drivers';
import { defineJob, queueJob } from '#domains/jobs';
import { checkEntries, checkHead, lastPosted } from '#domains/ledger';
import {
  type Booked,
  bookedPayments,
  lastCreditUseId,
  lastFreedId,
  lastPaymentId,
  settledPayments,
} from '#domains/payments';
import { type IssuedReceipt, lastReceiptNumber, missingReceipts, receiptsOfRecords } from '#domains/receipts';
import { lastRefundId } from '#domains/refunds';
import type { Caller } from '#lib/caller.ts';
import { addCheck, addFindings, type BookCheckRow, bookChecksSql, endCheck } from './book-checks.repo.ts';
import { compareCreditUses, compareFreed, compareOpenings, comparePayments, compareRefunds } from './compare-booked.ts';
import { compareMoney, compareOwed } from './compare-money.ts';

const amountOf = ({ entry }: Booked): string =>
  fromPesewas(entry.postings.reduce((sum, { pesewas }) => (pesewas > 0n ? sum + pesewas : sum), 0n));

/** Describes how a payment and its receipt differ, or gives null. */
const differenceOf = (id: string, booked: Booked | undefined, receipt: IssuedReceipt | undefined): string | null => {
  const number = receipt && formatReceiptNumber(receipt.number);
  if (!booked) return `Payment ${id} has the receipt ${number} and was never cleared.`;
  const name = `Payment ${id} (${booked.entry.description.replace(/^Payment /, '')})`;
  if (!receipt) return `${name} was cleared and has no receipt.`;
  const isVoid = receipt.status === 'void';
  if (booked.isReversed && !isVoid) return `${name} was reversed, and its receipt ${number} is not void.`;
  if (!booked.isReversed && isVoid) return `${name} is cleared, and its receipt ${number} is void.`;
  const [wanted, found] = [amountOf(booked), receipt.amount];
  if (wanted === found) return null;
  return `${name} has the receipt ${number} of ${formatMoney(found)}, and should have one of ${formatMoney(wanted)}.`;
};

type Difference = { id: string; words: string };

const differencesIn = (booked: ReadonlyMap<string, Booked>, receipts: readonly IssuedReceipt[]): Difference[] => {
  const issued = new Map(receipts.map((receipt) => [receipt.subject_id, receipt]));
  const ids = new Set([...booked.keys(), ...issued.keys()]);
  return [...ids]
    .toSorted((one, other) => Number(BigInt(one) - BigInt(other)))
    .flatMap((id) => {
      const words = differenceOf(id, booked.get(id), issued.get(id));
      return words === null ? [] : [{ id, words }];
    });
};

/** Describes payments without their receipt; checks differences again with the rows locked. */
const compareReceipts = async (tx: Tx, range: Extract<Records, { after: string }>): Promise<string[]> => {
  const seen = differencesIn(await bookedPayments(tx, range), await receiptsOfRecords(tx, 'payment', range));
  if (seen.length === 0) return [];
  const asked = { ids: seen.map(({ id }) => id) };
  const booked = await settledPayments(tx, asked.ids);
  return differencesIn(booked, await receiptsOfRecords(tx, 'payment', asked)).map(({ words }) => words);
};

/** Describes missing receipt numbers in the range, except those skipped after a restore. */
const findMissingReceipts = async (tx: Tx, range: Extract<Records, { after: string }>): Promise<string[]> =>
  (await missingReceipts(tx, range)).map((number) => `The receipt ${formatReceiptNumber(number)} is missing.`);

/** Records per transaction: some tenths of a second. */
const CHUNK = 2_000;

const position = z.object({
  of: z.enum(['payments', 'credit uses', 'freed payments', 'openings', 'money', 'refunds', 'entries', 'receipts']),
  after: z.string(),
  /** The kind's last record when the check reached it; newer ones belong to the next check. */
  upTo: z.string(),
  done: z.number().int(),
});
type Position = z.infer<typeof position>;

const larger = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);

const first = async (tx: Tx): Promise<Position> => {
  const upTo = larger(await lastPaymentId(tx), (await lastPosted(tx, 'payment')).record);
  return { of: 'payments', after: '0', upTo, done: 0 };
};

const checkRange = async (tx: Tx, of: Position['of'], range: { after: string; upTo: string }): Promise<string[]> => {
  if (of === 'entries') return checkEntries(tx, range);
  if (of === 'receipts') return findMissingReceipts(tx, range);
  if (of === 'credit uses') return compareCreditUses(tx, range);
  if (of === 'freed payments') return compareFreed(tx, range);
  if (of === 'openings') return compareOpenings(tx, range);
  if (of === 'money') return compareMoney(tx, range);
  if (of === 'refunds') return compareRefunds(tx, range);
  return [...(await comparePayments(tx, range)), ...(await compareReceipts(tx, range))];
};

/** The position after a kind's last record; null after the last kind. */
const nextKind = async (tx: Tx, of: Position['of']): Promise<Omit<Position, 'done'> | null> => {
  if (of === 'payments') {
    const { record } = await lastPosted(tx, 'credit use');
    return { of: 'credit uses', after: '0', upTo: larger(await lastCreditUseId(tx), record) };
  }
  if (of === 'credit uses') {
    const { record } = await lastPosted(tx, 'freed payment');
    return { of: 'freed payments', after: '0', upTo: larger(await lastFreedId(tx), record) };
  }
  if (of === 'freed payments') {
    const { record } = await lastPosted(tx, 'opening');
    return { of: 'openings', after: '0', upTo: larger(await lastOpeningCredit(tx), record) };
  }
  if (of === 'openings') {
    const { record } = await lastPosted(tx, 'money');
    return { of: 'money', after: '0', upTo: larger(await lastTransferId(tx), record) };
  }
  const { entry, record } = await lastPosted(tx, 'refund');
  if (of === 'money') return { of: 'refunds', after: '0', upTo: larger(await lastRefundId(tx), record) };
  if (of === 'refunds') return { of: 'entries', after: '0', upTo: entry };
  return of === 'entries' ? { of: 'receipts', after: '0', upTo: await lastReceiptNumber(tx) } : null;
};

/**
 * Compares every payment with the books and its receipt, every use of credit, all received money
 * and every refund with the books, and every entry with the previous one; then looks for missing
 * receipt numbers, and at the sums of unallocated money and of refunds to pay. Stores the
 * differences in words.
 */
export const bookCheck = defineJob({
  name: 'check books',
  needs: null,
  input: z.object({ check: z.string() }),
  position,
  chunk: async (tx, { input: { check }, position: given, now }) => {
    const { of, after, upTo, done } = given ?? (await first(tx));
    const end = BigInt(after) + BigInt(CHUNK);
    const to = end < BigInt(upTo) ? String(end) : upTo;
    const count = Number(BigInt(to) - BigInt(after));
    await addFindings(tx, check, { records: count, differences: await checkRange(tx, of, { after, upTo: to }) });
    if (to !== upTo) return { next: { of, after: to, upTo, done: done + count }, done: done + count };
    const next = await nextKind(tx, of);
    if (next) return { next: { ...next, done: done + count }, done: done + count };
    const differences = [...(await compareOwed(tx)), ...(await checkHead(tx))];
    await addFindings(tx, check, { records: 0, differences });
    await endCheck(tx, check, now);
    return { next: null, done: done + count };
  },
});

const begin = async (tx: Tx, { askedBy, now }: { askedBy: string | null; now: Date }): Promise<string> => {
  const check = await addCheck(tx, { askedBy, now });
  await queueJob(tx, bookCheck, { check }, { by: null, now });
  return check;
};

/** Queues a check of the books that a person asks for. */
export const beginBookCheckFor = async (tx: Tx, { by, now }: { by: Caller; now: Date }): Promise<void> => {
  const id = await begin(tx, { askedBy: by.accountId, now });
  await audit(tx, by, { action: 'books.check', subject: { kind: 'book check', id, name: 'the books' } }, now);
};

/** Queues the nightly check. */
export const checkBooksNightly = (db: Db, now: Date): Promise<string> =>
  db.transaction().execute((tx) => begin(tx, { askedBy: null, now }));

const present = (row: BookCheckRow): BookCheck => ({
  id: row.id,
  begun_at: row.begun_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  asked: row.asked_by === null ? 'nightly' : 'by staff',
  records: Number(row.records),
  difference_count: Number(row.difference_count),
  differences: row.differences,
});

export const presentLastCheck = ({ ended_at, begun_at, difference_count }: BookCheckRow) => ({
  ended_at: (ended_at ?? begun_at).toISOString(),
  difference_count: Number(difference_count),
});

export const bookChecksSource = listSource(bookCheckList, bookChecksSql, (rows) => rows.map(present));
