import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import type { Booked } from '#domains/payments';
import { holdJournals, postedJournals } from './journals.repo.ts';
import { entryOfJournal } from './post-journal.ts';

/** The entries that the posted ones of these journals must have in the books, by their ids. */
export const bookedJournals = async (db: Db, records: Records): Promise<ReadonlyMap<string, Booked>> =>
  new Map(
    (await postedJournals(db, records)).map(({ lines, ...journal }) => [
      journal.id,
      { entry: entryOfJournal(journal, lines), isReversed: journal.status === 'reversed' },
    ]),
  );

/** Same, with the journals locked: waits for changes that are under way and blocks new ones. */
export const settledJournals = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Booked>> => {
  await holdJournals(tx, ids);
  return bookedJournals(tx, { ids });
};
