import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Entry } from './count-watch.ts';

export const inOrder = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => `${a.imei} ${a.kind}`.localeCompare(`${b.imei} ${b.kind}`));

/** The entries of the watch, in order. */
export const storedEntries = async (db: Db): Promise<Entry[]> => {
  const { rows } = await sql<Entry>`
    SELECT imei, kind, times, (extract(epoch FROM since) * 1000)::bigint::float8 AS since,
      (extract(epoch FROM last_since) * 1000)::bigint::float8 AS "lastSince"
    FROM watch_entries JOIN devices ON devices.id = device_id`.execute(db);
  return inOrder(rows);
};
