import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import type { RecordRange } from '#db/records.ts';
import { lastCashUpId, lastExpenseId, lastJournalId, lastPaperId } from '#domains/books';
import { lastTransferId } from '#domains/clearance';
import { lastOpeningCredit } from '#domains/drivers';
import {
  compareRentAccounts,
  lastRentBatchId,
  lastRentChargeId,
  lastSharePayoutId,
  lastTenancyId,
} from '#domains/land';
import {
  BEFORE_ALL_MONTHS,
  checkBalancesOf,
  checkEntries,
  checkWholeBalances,
  type LedgerKind,
  lastEntryOf,
  lastPosted,
  lastStoredEntry,
  nextMonthOfBooks,
  nextPosted,
} from '#domains/ledger';
import {
  checkReceivedOf,
  checkWholeReceived,
  lastCreditUseId,
  lastFreedId,
  lastPaymentId,
  nextMonthOfReceived,
} from '#domains/payments';
import { lastReceiptNumber } from '#domains/receipts';
import { lastRefundId } from '#domains/refunds';
import {
  compareCashUps,
  compareCreditUses,
  compareExpenses,
  compareFreed,
  compareJournals,
  compareOpenings,
  comparePayments,
  compareRefunds,
  compareRent,
  compareRentCancellations,
  compareSharePayouts,
} from './compare-booked.ts';
import { compareMoney, compareMoneyChanges } from './compare-money.ts';
import { compareReceipts, findMissingReceipts } from './compare-receipts.ts';

/** Records per transaction: some tenths of a second. */
const CHUNK = 2_000;

export const checkPosition = z.object({
  of: z.enum([
    'entries',
    'balances',
    'received',
    'payments',
    'credit uses',
    'freed payments',
    'openings',
    'money',
    'money changes',
    'refunds',
    'journals',
    'expenses',
    'cash-ups',
    'rent batches',
    'rent cancellations',
    'rent accounts',
    'share payouts',
    'receipts',
  ]),
  after: z.string(),
  /** The kind's last record when the check reached it; newer ones belong to the next check. */
  upTo: z.string(),
  done: z.number().int(),
});
export type CheckPosition = z.infer<typeof checkPosition>;
export type KindName = CheckPosition['of'];

/** The findings of a step. `to` is null once nothing of the kind is left. */
type Found = { differences: string[]; to: string | null; records?: number; postings?: number };

/** Records of one kind, in the order of their numbers. */
type Kind = {
  /** Where it begins and ends. */
  begin: (tx: Tx) => Promise<RecordRange>;
  step: (tx: Tx, range: RecordRange) => Promise<Found>;
};

const larger = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);

/** Records with ids, `CHUNK` numbers at a time. */
const numbered = (
  last: (tx: Tx) => Promise<string>,
  check: (tx: Tx, range: RecordRange) => Promise<string[]>,
): Kind => ({
  begin: async (tx) => ({ after: '0', upTo: await last(tx) }),
  step: async (tx, { after, upTo }) => {
    const end = BigInt(after) + BigInt(CHUNK);
    const to = end < BigInt(upTo) ? String(end) : upTo;
    const differences = await check(tx, { after, upTo: to });
    return { differences, to: to === upTo ? null : to, records: Number(BigInt(to) - BigInt(after)) };
  },
});

/**
 * The same of records that are posted as these kinds: those that only the books know count too.
 * Behind the last record a step begins at the next posted one, so a forged number costs no time.
 */
const posted = (
  kinds: readonly LedgerKind[],
  last: (tx: Tx) => Promise<string>,
  check: (tx: Tx, range: RecordRange) => Promise<string[]>,
): Kind => {
  const whole = numbered(async (tx) => {
    let end = await last(tx);
    for (const kind of kinds) end = larger(end, (await lastPosted(tx, kind)).record);
    return end;
  }, check);
  const step = async (tx: Tx, { after, upTo }: RecordRange): Promise<Found> => {
    if (BigInt(after) < BigInt(await last(tx))) return whole.step(tx, { after, upTo });
    let next = BigInt(upTo);
    for (const kind of kinds) {
      const found = BigInt((await nextPosted(tx, kind, after)) ?? upTo);
      if (found < next) next = found;
    }
    return whole.step(tx, { after: next > BigInt(after) ? String(next - 1n) : after, upTo });
  };
  return { ...whole, step };
};

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
export const KINDS: Readonly<Record<KindName, Kind>> = {
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
  // The changes themselves are compared with their money: here the books alone count.
  'money changes': posted(['money change'], async () => '0', compareMoneyChanges),
  refunds: posted(['refund', 'refund payout', 'refund debt', 'refund write-off'], lastRefundId, compareRefunds),
  // Papers with them: a server of the version before knows no further kind to go on from.
  journals: posted(
    ['journal', 'year end', 'paper'],
    async (tx) => larger(await lastJournalId(tx), await lastPaperId(tx)),
    compareJournals,
  ),
  expenses: posted(['expense'], lastExpenseId, compareExpenses),
  'cash-ups': posted(['cash-up'], lastCashUpId, compareCashUps),
  'rent batches': posted(['rent batch'], lastRentBatchId, compareRent),
  'rent cancellations': posted(['rent cancellation'], lastRentChargeId, compareRentCancellations),
  'rent accounts': numbered(lastTenancyId, compareRentAccounts),
  'share payouts': posted(['share payout', 'signed receipt'], lastSharePayoutId, compareSharePayouts),
  receipts: numbered(lastReceiptNumber, findMissingReceipts),
};
