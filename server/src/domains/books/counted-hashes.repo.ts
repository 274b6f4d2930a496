import type { Db } from '#db/database.ts';

/** An entry that was the last one when a clerk handed in a count, with its hash of then. */
type CountedHash = { cashUp: string; number: string; hash: Buffer };

/** The last entries of the moments of counts: of the newest cash-ups, each of their counts. */
export const countedHashes = (db: Db, limit: number): Promise<CountedHash[]> =>
  db
    .selectFrom('cash_up_counts')
    .innerJoin('cash_ups', 'cash_ups.id', 'cash_up_counts.cash_up_id')
    .select(['cash_ups.number as cashUp', 'cash_up_counts.head_entry as number', 'cash_up_counts.head_hash as hash'])
    .orderBy('cash_up_counts.cash_up_id', 'desc')
    .orderBy('cash_up_counts.attempt', 'desc')
    .limit(limit)
    .execute();
