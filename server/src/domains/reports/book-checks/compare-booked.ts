import { formatDay, fromPesewas, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { RecordRange, Records } from '#db/records.ts';
import {
  bookedCashUps,
  bookedExpenses,
  bookedJournals,
  bookedPapers,
  bookedYearEnds,
  lockedCashUps,
  lockedExpenses,
  lockedJournals,
  lockedYearEnds,
} from '#domains/books';
import { bookedOpenings, lockedOpenings } from '#domains/drivers';
import {
  bookedRentBatches,
  bookedRentCancellations,
  bookedSharePayouts,
  bookedSignedReceipts,
  compareRentBatches,
  lockedRentBatches,
  lockedRentCancellations,
  lockedSharePayouts,
} from '#domains/land';
import { type NewEntry, type Posted, postedRecords, rewrittenFields } from '#domains/ledger';
import {
  type Booked,
  bookedCreditUses,
  bookedFreed,
  bookedPayments,
  lockedCreditUses,
  lockedFreed,
  lockedPayments,
} from '#domains/payments';
import {
  bookedDebts,
  bookedPayouts,
  bookedRefunds,
  bookedWriteOffs,
  lockedDebts,
  lockedPayouts,
  lockedRefunds,
  lockedWriteOffs,
} from '#domains/refunds';
import { pluck } from '#lib/values.ts';

const wordsOf = (postings: readonly { account: string; amount: string; driver_id: string | null }[]): string =>
  postings
    .map(
      ({ account, amount, driver_id }) => `${account} ${amount}${driver_id === null ? '' : ` of driver ${driver_id}`}`,
    )
    .toSorted()
    .join(', ');

const oppositeOf = (postings: Posted['postings']): Posted['postings'] =>
  postings.map((posting) => ({ ...posting, amount: fromPesewas(-toPesewas(posting.amount)) }));

const mustBe = ({ postings }: NewEntry): string =>
  wordsOf(
    postings
      .filter(({ pesewas }) => pesewas !== 0n)
      .map(({ account, pesewas, driverId }) => ({
        account,
        amount: fromPesewas(pesewas),
        driver_id: driverId ?? null,
      })),
  );

/** Posted records of one kind: how to read and how to describe them. */
type Compared = {
  kind:
    | 'payment'
    | 'credit use'
    | 'freed payment'
    | 'opening'
    | 'refund'
    | 'refund payout'
    | 'refund debt'
    | 'refund write-off'
    | 'journal'
    | 'year end'
    | 'expense'
    | 'cash-up'
    | 'rent batch'
    | 'rent cancellation'
    | 'share payout'
    | 'paper'
    | 'signed receipt';
  noun: string;
  words: { made: string; takenBack: string; stands: string };
  /** True where the entry is for the record's own day, which nothing changes afterwards. */
  keepsDay?: boolean;
  /** True where records may have no entry: those of before, or that came with their record. */
  mayLack?: boolean;
  booked: (db: Db, records: Records) => Promise<ReadonlyMap<string, Booked>>;
  locked: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, Booked>>;
};

const PAYMENTS: Compared = {
  kind: 'payment',
  noun: 'Payment',
  words: { made: 'cleared', takenBack: 'reversed', stands: 'is still cleared' },
  booked: bookedPayments,
  locked: lockedPayments,
};

const CREDIT_USES: Compared = {
  kind: 'credit use',
  noun: 'Use of credit',
  words: { made: 'made', takenBack: 'returned', stands: 'still stands' },
  booked: bookedCreditUses,
  locked: lockedCreditUses,
};

const FREED: Compared = {
  kind: 'freed payment',
  noun: 'Freed payment',
  words: { made: 'freed', takenBack: 'taken back', stands: 'still stands' },
  booked: bookedFreed,
  locked: lockedFreed,
};

const OPENINGS: Compared = {
  kind: 'opening',
  noun: 'Opening balance of driver',
  words: { made: 'made', takenBack: 'taken back', stands: 'still stands' },
  booked: bookedOpenings,
  locked: lockedOpenings,
};

const REFUNDS: Compared = {
  kind: 'refund',
  noun: 'Refund',
  words: { made: 'approved', takenBack: 'withdrawn', stands: 'still stands' },
  booked: bookedRefunds,
  locked: lockedRefunds,
};

const PAYOUTS: Compared = {
  kind: 'refund payout',
  noun: 'Payout of refund',
  words: { made: 'paid', takenBack: 'taken back', stands: 'still stands' },
  booked: bookedPayouts,
  locked: lockedPayouts,
};

const DEBTS: Compared = {
  kind: 'refund debt',
  noun: 'Debt of refund',
  words: { made: 'owed back', takenBack: 'taken back', stands: 'still stands' },
  booked: bookedDebts,
  locked: lockedDebts,
};

const WRITE_OFFS: Compared = {
  kind: 'refund write-off',
  noun: 'Write-off of refund',
  words: { made: 'written off', takenBack: 'taken back', stands: 'still stands' },
  booked: bookedWriteOffs,
  locked: lockedWriteOffs,
};

const JOURNALS: Compared = {
  kind: 'journal',
  noun: 'Journal',
  words: { made: 'posted', takenBack: 'reversed', stands: 'still stands' },
  keepsDay: true,
  booked: bookedJournals,
  locked: lockedJournals,
};

const YEAR_ENDS: Compared = {
  kind: 'year end',
  noun: 'Closing of a year',
  words: { made: 'posted', takenBack: 'reversed', stands: 'still stands' },
  keepsDay: true,
  booked: bookedYearEnds,
  locked: lockedYearEnds,
};

const EXPENSES: Compared = {
  kind: 'expense',
  noun: 'Expense',
  words: { made: 'posted', takenBack: 'made void', stands: 'still stands' },
  keepsDay: true,
  booked: bookedExpenses,
  locked: lockedExpenses,
};

const CASH_UPS: Compared = {
  kind: 'cash-up',
  noun: 'Difference of cash-up',
  words: { made: 'approved', takenBack: 'taken back', stands: 'still stands' },
  keepsDay: true,
  booked: bookedCashUps,
  locked: lockedCashUps,
};

const RENT_BATCHES: Compared = {
  kind: 'rent batch',
  noun: 'Batch of ground rent',
  words: { made: 'raised', takenBack: 'taken back', stands: 'still stands' },
  keepsDay: true,
  booked: bookedRentBatches,
  locked: lockedRentBatches,
};

const RENT_CANCELLATIONS: Compared = {
  kind: 'rent cancellation',
  noun: 'Cancellation of charge',
  words: { made: 'made', takenBack: 'taken back', stands: 'still stands' },
  keepsDay: true,
  booked: bookedRentCancellations,
  locked: lockedRentCancellations,
};

const SHARE_PAYOUTS: Compared = {
  kind: 'share payout',
  noun: 'Payout of a share',
  words: { made: 'paid', takenBack: 'taken back', stands: 'still stands' },
  booked: bookedSharePayouts,
  locked: lockedSharePayouts,
};

/** They never change, so that nothing is locked. */
const ATTACHED_PAPERS: Compared = {
  kind: 'paper',
  noun: 'Paper',
  words: { made: 'attached', takenBack: 'removed', stands: 'is still there' },
  mayLack: true,
  booked: bookedPapers,
  locked: (tx, ids) => bookedPapers(tx, { ids }),
};

const SIGNED_RECEIPTS: Compared = {
  kind: 'signed receipt',
  noun: 'Receipt of payout',
  words: { made: 'kept', takenBack: 'removed', stands: 'is still there' },
  mayLack: true,
  booked: bookedSignedReceipts,
  locked: (tx, ids) => bookedSignedReceipts(tx, { ids }),
};

/** The name of a record with its entry's words. */
const nameOf = ({ noun }: Compared, id: string, { entry }: Booked): string =>
  `${noun} ${id} (${entry.description.replace(/^Payment /, '')})`;

/** Describes how a record and its entry differ in money or day, or gives null. */
const differenceOf = (
  compared: Compared,
  id: string,
  { booked, posted }: { booked: Booked | undefined; posted: Posted | undefined },
): string | null => {
  const {
    noun,
    words: { made, takenBack, stands },
    keepsDay,
    mayLack = false,
  } = compared;
  if (!booked) return `${noun} ${id} is in the books and was never ${made}.`;
  const name = nameOf(compared, id, booked);
  if (!posted) return mayLack ? null : `${name} was ${made} and is not in the books.`;
  const { postings, reversal, for_day } = posted;
  if (booked.isReversed !== (reversal !== null)) {
    return booked.isReversed
      ? `${name} was ${takenBack}, and the books did not take it back.`
      : `${name} was taken back in the books, and ${stands}.`;
  }
  const [wanted, found] = [mustBe(booked.entry), wordsOf(postings)];
  if (wanted !== found) return `${name} is ${found || 'nothing'} in the books, and should be ${wanted}.`;
  if (keepsDay && for_day !== booked.entry.day) {
    return `${name} is of ${formatDay(for_day)} in the books, and should be of ${formatDay(booked.entry.day)}.`;
  }
  if (reversal === null) return null;
  const [opposite, taken] = [wordsOf(oppositeOf(postings)), wordsOf(reversal)];
  if (opposite === taken) return null;
  return `${name} was ${takenBack}, and the books took back ${taken || 'nothing'}, and should have ${opposite}.`;
};

/** Characters of a changed field that are shown. */
const SHOWN = 80;

const quoted = (text: string): string =>
  text === '' ? 'empty' : `‘${text.slice(0, SHOWN)}${text.length > SHOWN ? '…' : ''}’`;

/** Describes the fields of a record's document that are not as its entry holds them. */
const rewritten = (compared: Compared, id: string, booked: Booked, { number, document }: Posted): string[] =>
  document === null
    ? []
    : rewrittenFields(document, booked.entry.document ?? {}).map(
        ({ field, was, is }) =>
          `${nameOf(compared, id, booked)}: its ${field} was ${quoted(was)} when entry ${number} was posted, and is ${quoted(is)} now.`,
      );

const differences = (
  compared: Compared,
  booked: ReadonlyMap<string, Booked>,
  posted: readonly Posted[],
): { id: string; difference: string }[] => {
  const byId = new Map(posted.map((entry) => [entry.subject_id, entry]));
  return [...new Set([...booked.keys(), ...byId.keys()])].flatMap((id) => {
    const [record, entry] = [booked.get(id), byId.get(id)];
    const difference = differenceOf(compared, id, { booked: record, posted: entry });
    const fields = record && entry ? rewritten(compared, id, record, entry) : [];
    return [...(difference === null ? [] : [difference]), ...fields].map((words) => ({ id, difference: words }));
  });
};

const compare = async (tx: Tx, compared: Compared, range: RecordRange): Promise<string[]> => {
  const { kind, booked, locked } = compared;
  const seeming = differences(compared, await booked(tx, range), await postedRecords(tx, kind, range));
  if (seeming.length === 0) return [];
  const ids = [...new Set(pluck(seeming, 'id'))];
  const found = differences(compared, await locked(tx, ids), await postedRecords(tx, kind, { ids }));
  return found.map(({ difference }) => difference);
};

/**
 * Describes payments in the range that are not in the books as they are. Both are read in turn
 * while others clear, so differences are checked again with the rows locked.
 */
export const comparePayments = (tx: Tx, range: RecordRange): Promise<string[]> => compare(tx, PAYMENTS, range);

export const compareCreditUses = (tx: Tx, range: RecordRange): Promise<string[]> => compare(tx, CREDIT_USES, range);

export const compareFreed = (tx: Tx, range: RecordRange): Promise<string[]> => compare(tx, FREED, range);

export const compareOpenings = (tx: Tx, range: RecordRange): Promise<string[]> => compare(tx, OPENINGS, range);

/** Same, of journals and closings of years, whose ids are of one table, and of papers. */
export const compareJournals = async (tx: Tx, range: RecordRange): Promise<string[]> => [
  ...(await compare(tx, JOURNALS, range)),
  ...(await compare(tx, YEAR_ENDS, range)),
  ...(await compare(tx, ATTACHED_PAPERS, range)),
];

export const compareExpenses = (tx: Tx, range: RecordRange): Promise<string[]> => compare(tx, EXPENSES, range);

export const compareCashUps = (tx: Tx, range: RecordRange): Promise<string[]> => compare(tx, CASH_UPS, range);

/** Same, of batches of ground rent, whose charges must also come to what is in the books. */
export const compareRent = async (tx: Tx, range: RecordRange): Promise<string[]> => [
  ...(await compare(tx, RENT_BATCHES, range)),
  ...(await compareRentBatches(tx, range)),
];

export const compareRentCancellations = (tx: Tx, range: RecordRange): Promise<string[]> =>
  compare(tx, RENT_CANCELLATIONS, range);

export const compareSharePayouts = async (tx: Tx, range: RecordRange): Promise<string[]> => [
  ...(await compare(tx, SHARE_PAYOUTS, range)),
  ...(await compare(tx, SIGNED_RECEIPTS, range)),
];

/** Describes refunds in the range, payouts and debts, that are not in the books as they are. */
export const compareRefunds = async (tx: Tx, range: RecordRange): Promise<string[]> => [
  ...(await compare(tx, REFUNDS, range)),
  ...(await compare(tx, PAYOUTS, range)),
  ...(await compare(tx, DEBTS, range)),
  ...(await compare(tx, WRITE_OFFS, range)),
];
