import { type BookCheck, bookCheckList, formatMoney, formatReceiptNumber, fromPesewas } from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import type { Records } from '#db/records.ts';
import { audit } from '#domains/audit';
import { lastCashUpId, lastExpenseId, lastJournalId } from '#domains/books';
import { lastTransferId } from '#domains/clearance';
import { lastOpeningCredit } from '#domains/drivers';
import { defineJob, queueJob } from '#domains/jobs';
import {
  BEFORE_ALL_MONTHS,
  checkBalancesOf,
  checkEntries,
  checkHead,
  checkWholeBalances,
  hashesOf,
  type LedgerKind,
  lastEntryOf,
  lastPosted,
  lastStoredEntry,
  nextMonthOfBooks,
} from '#domains/ledger';
import {
  type Booked,
  bookedPayments,
  checkReceivedOf,
  checkWholeReceived,
  lastCreditUseId,
  lastFreedId,
  lastPaymentId,
  nextMonthOfReceived,
  settledPayments,
} from '#domains/payments';
import { type IssuedReceipt, lastReceiptNumber, missingReceipts, receiptsOfRecords } from '#domains/receipts';
import { lastRefundId } from '#domains/refunds';
import type { Caller } from '#lib/caller.ts';
import {
  addCheck,
  addFindings,
  type BookCheckRow,
  bookChecksSql,
  checkById,
  endCheck,
  noteProved,
} from './book-checks.repo.ts';
import {
  compareCashUps,
  compareCreditUses,
  compareExpenses,
  compareFreed,
  compareJournals,
  compareOpenings,
  comparePayments,
  compareRefunds,
} from './compare-booked.ts';
import { compareKeptHashes } from './compare-kept-hashes.ts';
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
  of: z.enum([
    'entries',
    'balances',
    'received',
    'payments',
    'credit uses',
    'freed payments',
    'openings',
    'money',
    'refunds',
    'journals',
    'expenses',
    'cash-ups',
    'receipts',
  ]),
  after: z.string(),
  /** The kind's last record when the check reached it; newer ones belong to the next check. */
  upTo: z.string(),
  done: z.number().int(),
});
type Position = z.infer<typeof position>;
type KindName = Position['of'];

type Range = Extract<Records, { after: string }>;
/** The findings of a step. `to` is null once nothing of the kind is left. */
type Found = { differences: string[]; to: string | null; records?: number; postings?: number };

/** Records of one kind, in the order of their numbers. */
type Kind = {
  /** Where it begins and ends. */
  begin: (tx: Tx) => Promise<Range>;
  step: (tx: Tx, range: Range) => Promise<Found>;
};

const larger = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);

/** Records with ids, `CHUNK` numbers at a time. */
const numbered = (last: (tx: Tx) => Promise<string>, check: (tx: Tx, range: Range) => Promise<string[]>): Kind => ({
  begin: async (tx) => ({ after: '0', upTo: await last(tx) }),
  step: async (tx, { after, upTo }) => {
    const end = BigInt(after) + BigInt(CHUNK);
    const to = end < BigInt(upTo) ? String(end) : upTo;
    const differences = await check(tx, { after, upTo: to });
    return { differences, to: to === upTo ? null : to, records: Number(BigInt(to) - BigInt(after)) };
  },
});

/** The same of records that are posted as these kinds: those that only the books know count too. */
const posted = (
  kinds: readonly LedgerKind[],
  last: (tx: Tx) => Promise<string>,
  check: (tx: Tx, range: Range) => Promise<string[]>,
): Kind =>
  numbered(async (tx) => {
    let end = await last(tx);
    for (const kind of kinds) end = larger(end, (await lastPosted(tx, kind)).record);
    return end;
  }, check);

/** Entries by their order, whatever numbers they have. */
const entries: Kind = {
  begin: async (tx) => ({ after: '0', upTo: (await lastStoredEntry(tx))?.number ?? '0' }),
  step: async (tx, { after, upTo }) => {
    const to = await lastEntryOf(tx, { after, upTo }, CHUNK);
    const { differences, postings } = await checkEntries(tx, { after, upTo: to });
    return { differences, to: to === upTo ? null : to, records: Number(BigInt(to) - BigInt(after)), postings };
  },
};

type Months = {
  next: (tx: Tx, month: string) => Promise<string | null>;
  check: (tx: Tx, month: string) => Promise<string[]>;
  /** Compares the whole sums with those of their months. */
  checkWhole: (tx: Tx) => Promise<string[]>;
};

/** Kept totals, a month at a time. */
const monthly = ({ next, check, checkWhole }: Months): Kind => ({
  begin: async () => ({ after: BEFORE_ALL_MONTHS, upTo: '' }),
  step: async (tx, { after }) => {
    const month = await next(tx, after);
    if (month === null) return { differences: await checkWhole(tx), to: null };
    return { differences: await check(tx, month), to: month };
  },
});

/** In the order in which they are looked through. The chain is first: all else rests on it. */
const KINDS: Readonly<Record<KindName, Kind>> = {
  entries,
  balances: monthly({ next: nextMonthOfBooks, check: checkBalancesOf, checkWhole: checkWholeBalances }),
  received: monthly({ next: nextMonthOfReceived, check: checkReceivedOf, checkWhole: checkWholeReceived }),
  payments: posted(['payment'], lastPaymentId, async (tx, range) => [
    ...(await comparePayments(tx, range)),
    ...(await compareReceipts(tx, range)),
  ]),
  'credit uses': posted(['credit use'], lastCreditUseId, compareCreditUses),
  'freed payments': posted(['freed payment'], lastFreedId, compareFreed),
  openings: posted(['opening'], lastOpeningCredit, compareOpenings),
  money: posted(['money'], lastTransferId, compareMoney),
  refunds: posted(['refund', 'refund payout', 'refund debt', 'refund write-off'], lastRefundId, compareRefunds),
  journals: posted(['journal', 'year end'], lastJournalId, compareJournals),
  expenses: posted(['expense'], lastExpenseId, compareExpenses),
  'cash-ups': posted(['cash-up'], lastCashUpId, compareCashUps),
  receipts: numbered(lastReceiptNumber, findMissingReceipts),
};
const ORDER = Object.keys(KINDS) as KindName[];

/** The position at the beginning of a kind; null after the last one. */
const beginOf = async (tx: Tx, of: KindName | undefined, done: number): Promise<Position | null> =>
  of === undefined ? null : { of, ...(await KINDS[of].begin(tx)), done };

type CheckStep = { next: Position | null; done: number; postings: number };

/** Does the next step of a check and stores its differences; gives the position after it. */
const checkNext = async (
  tx: Tx,
  { check, position: given, now }: { check: string; position: Position | null; now: Date },
): Promise<CheckStep> => {
  const at = given ?? ((await beginOf(tx, ORDER[0], 0)) as Position);
  const { differences, to, records = 0, postings = 0 } = await KINDS[at.of].step(tx, at);
  const done = at.done + records;
  await addFindings(tx, check, { records, postings, differences });
  if (at.of === 'entries' && to === null) {
    const hash = (await hashesOf(tx, [at.upTo])).get(at.upTo);
    if (hash) await noteProved(tx, check, { number: at.upTo, hash });
  }
  if (to !== null) return { next: { ...at, after: to, done }, done, postings };
  const next = await beginOf(tx, ORDER[ORDER.indexOf(at.of) + 1], done);
  if (next) return { next, done, postings };
  const last = [...(await compareOwed(tx)), ...(await checkHead(tx)), ...(await compareKeptHashes(tx))];
  await addFindings(tx, check, { records: 0, postings: 0, differences: last });
  await endCheck(tx, check, now);
  return { next: null, done, postings };
};

/**
 * Proves the chain of entries, that each balances, and that kept balances and the sums of received
 * money are those of the postings. Compares payments with the books and their receipts, and with
 * the books uses of credit, freed payments, opening credit, received money, refunds, journals,
 * closings of years, expenses and differences of cash-ups. Then looks for missing receipt numbers,
 * at the sums of unallocated money and of refunds to pay, at the head of the books, and at the
 * hashes that were kept elsewhere. Stores the differences in words.
 */
export const bookCheck = defineJob({
  name: 'check books',
  needs: null,
  input: z.object({ check: z.string() }),
  position,
  chunk: async (tx, { input: { check }, position: given, now }) => {
    const { next, done } = await checkNext(tx, { check, position: given, now });
    return { next, done };
  },
});

/** How far a check has come: the kind that it is at, and all that it has looked at. */
export type CheckProgress = { of: KindName; records: number; postings: number };

/** Checks the books at once, step by step, as the job does, and gives the finished check. */
export const checkBooksNow = async (
  db: Db,
  now: () => Date,
  tell: (progress: CheckProgress) => void = () => {},
): Promise<BookCheckRow> => {
  const check = await db.transaction().execute((tx) => addCheck(tx, { askedBy: null, byCommand: true, now: now() }));
  let at: Position | null = null;
  let postings = 0;
  do {
    const given: Position | null = at;
    const step: CheckStep = await db
      .transaction()
      .execute((tx) => checkNext(tx, { check, position: given, now: now() }));
    postings += step.postings;
    tell({ of: given?.of ?? 'entries', records: step.done, postings });
    at = step.next;
  } while (at !== null);
  return checkById(db, check);
};

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

const askedOf = ({ asked_by, by_command }: BookCheckRow): BookCheck['asked'] => {
  if (by_command) return 'on the server';
  return asked_by === null ? 'nightly' : 'by staff';
};

export const presentCheck = (row: BookCheckRow): BookCheck => ({
  id: row.id,
  begun_at: row.begun_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  asked: askedOf(row),
  records: Number(row.records),
  postings: Number(row.postings),
  entry: row.last_entry,
  hash: row.last_hash?.toString('hex') ?? null,
  difference_count: Number(row.difference_count),
  differences: row.differences,
});

export const presentLastCheck = ({ ended_at, begun_at, difference_count }: BookCheckRow) => ({
  ended_at: (ended_at ?? begun_at).toISOString(),
  difference_count: Number(difference_count),
});

export const bookChecksSource = listSource(bookCheckList, bookChecksSql, (rows) => rows.map(presentCheck));
