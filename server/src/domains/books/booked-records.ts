import type { Db, Tx } from '#db/database.ts';
import { holdRecords, type Records } from '#db/records.ts';
import type { Booked } from '#domains/payments';
import { numberedPapers } from './attachments/attachments.repo.ts';
import { entryOfPaper } from './attachments/paper-in-books.ts';
import { entryOfCashUp } from './cash-up/approve-cash-up.ts';
import { cashUpsWithDifference } from './cash-up/cash-ups.repo.ts';
import { postedExpenses } from './expenses/expenses.repo.ts';
import { entryOfExpense } from './expenses/post-expense.ts';
import { postedJournals } from './journals/journals.repo.ts';
import { entryOfJournal } from './journals/post-journal.ts';

type BookedById = ReadonlyMap<string, Booked>;

const journalsAs = async (db: Db, records: Records, asked: { areClosings: boolean }): Promise<BookedById> =>
  new Map(
    (await postedJournals(db, records, asked)).map((journal) => [
      journal.id,
      { entry: entryOfJournal(journal), isReversed: journal.status === 'reversed' },
    ]),
  );

/** The entries that the posted ones of these journals must have in the books, by their ids. */
export const bookedJournals = (db: Db, records: Records): Promise<BookedById> =>
  journalsAs(db, records, { areClosings: false });

/** Same, of the closings of years. */
export const bookedYearEnds = (db: Db, records: Records): Promise<BookedById> =>
  journalsAs(db, records, { areClosings: true });

/** Same, of expenses. */
export const bookedExpenses = async (db: Db, records: Records): Promise<BookedById> =>
  new Map(
    (await postedExpenses(db, records)).map((expense) => [
      expense.id,
      { entry: entryOfExpense(expense), isReversed: expense.status === 'void' },
    ]),
  );

/** Same, of closed cash-ups with a difference, which nothing takes back. */
export const bookedCashUps = async (db: Db, records: Records): Promise<BookedById> =>
  new Map(
    (await cashUpsWithDifference(db, records)).map((cashUp) => [
      cashUp.id,
      { entry: entryOfCashUp(cashUp), isReversed: false },
    ]),
  );

/** Same, of papers: those that came to a record before it was posted have no entry of their own. */
export const bookedPapers = async (db: Db, records: Records): Promise<BookedById> =>
  new Map(
    (await numberedPapers(db, records)).map((paper) => [paper.id, { entry: entryOfPaper(paper), isReversed: false }]),
  );

type Locked = (tx: Tx, ids: readonly string[]) => Promise<BookedById>;

/** Reads records once they are locked: waits for changes that are under way and blocks new ones. */
const locking =
  (table: string, booked: (db: Db, records: Records) => Promise<BookedById>): Locked =>
  async (tx, ids) => {
    await holdRecords(tx, table, ids);
    return booked(tx, { ids });
  };

export const lockedJournals = locking('journals', bookedJournals);
export const lockedYearEnds = locking('journals', bookedYearEnds);
export const lockedExpenses = locking('expenses', bookedExpenses);
export const lockedCashUps = locking('cash_ups', bookedCashUps);
