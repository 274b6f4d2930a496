import { type ListQuery, UNKNOWN_KEPT_DAYS, type unknownTrackerList } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { hasPrefix } from '#db/prefix.ts';

export type UnknownRow = Selectable<Tables['unknown_trackers']>;

/** `inStock` gives the record number of the tracker in stock that a name means, or null. */
export const unknownSql = (
  inStock: (name: RawBuilder<string>) => RawBuilder<unknown>,
): ListSql<ListQuery<typeof unknownTrackerList>, UnknownRow> => ({
  // One that came into stock by hand since is not unknown any more.
  rows: (db) =>
    db
      .selectFrom('unknown_trackers')
      .selectAll()
      .where(sql<boolean>`${inStock(sql`unknown_trackers.unique_id`)} IS NULL`),
  filters: {
    search: (text) => hasPrefix(sql`unique_id`, text),
  },
  sorts: { last_at: ['last_at', 'id'] },
});

/** Takes a tracker off the list; false where it is not on it. */
export const removeUnknown = async (tx: Tx, uniqueId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('unknown_trackers')
    .where('unique_id', '=', uniqueId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

/** Forgets trackers that have not reported for a month. */
export const forgetUnknown = async (db: Db, now: Date): Promise<void> => {
  const last = new Date(now.getTime() - UNKNOWN_KEPT_DAYS * 86_400_000);
  await db.deleteFrom('unknown_trackers').where('last_at', '<', last).execute();
};
