import type { Db } from '#db/database.ts';
import { bookCheck, checkBooksNightly } from '#domains/reports';

/** Looks the books through as the job server would, chunk by chunk, and gives what was found. */
export const checkBooks = async ({ db, clock }: { db: Db; clock: { now: Date } }) => {
  const id = await checkBooksNightly(db, clock.now);
  let position: unknown = null;
  do {
    const end = await db
      .transaction()
      .execute((tx) => bookCheck.chunk(tx, { input: { check: id }, position, by: null, now: clock.now }));
    position = end.next;
  } while (position !== null);
  return db.selectFrom('book_checks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
};
