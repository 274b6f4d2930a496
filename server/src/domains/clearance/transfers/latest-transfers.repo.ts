import type { Db } from '#db/database.ts';

/** The money that was recorded last. */
export const latestTransfers = (db: Db, limit: number) =>
  db
    .selectFrom('transfers')
    .select(['id', 'amount', 'mode', 'source', 'captured_by', 'captured_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
