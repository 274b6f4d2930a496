import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { LookupTable } from '#db/lookup/lookup-table.ts';
import { anyOf } from '#db/records.ts';

export const zoneTable: LookupTable = {
  table: 'zones',
  columns: ['zone', 'district'],
  key: 'id',
  unique: ['zone'],
  uppercase: ['district'],
  order: sql`zone COLLATE "C"`,
};

/** The name of a zone; undefined where there is none. */
export const zoneName = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('zones').select('zone').where('id', '=', id).executeTakeFirst())?.zone;

/** The names of zones by their ids, for other domains. */
export const namesOfZones = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; zone: string }>`
    SELECT id, zone FROM zones WHERE id = ${anyOf(ids)}`.execute(db);
  return new Map(rows.map(({ id, zone }) => [id, zone]));
};
