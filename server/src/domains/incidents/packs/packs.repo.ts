import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

export type Pack = Omit<Selectable<Tables['incident_packs']>, 'pdf'> & { is_erased: boolean };

const packs = (db: Db) =>
  db
    .selectFrom('incident_packs')
    .select(['id', 'incident_id', 'nth', 'code', 'made_at', 'made_by', 'made_for', 'file_hash'])
    .select(sql<boolean>`pdf IS NULL`.as('is_erased'));

const MOST_PACKS = 100;

/** The documents of an incident, the newest first. */
export const packsOf = (db: Db, incidentId: string): Promise<Pack[]> =>
  packs(db).where('incident_id', '=', incidentId).orderBy('nth', 'desc').limit(MOST_PACKS).execute();

export const packOfCode = (db: Db, code: string): Promise<Pack | undefined> =>
  packs(db).where('code', '=', code).executeTakeFirst();

/** The file of a document with its incident; undefined once it is erased. */
export const packFile = async (
  db: Db,
  id: string,
): Promise<{ pdf: Buffer; incident_id: string; nth: number } | undefined> => {
  const row = await db
    .selectFrom('incident_packs')
    .select(['pdf', 'incident_id', 'nth'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.pdf ? { ...row, pdf: row.pdf } : undefined;
};

/**
 * The number of an incident's next document, which nobody else takes meanwhile: beyond those that a
 * restore skipped since the incident was raised.
 */
export const nextNth = async (tx: Tx, incidentId: string): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    SELECT greatest(
      0,
      (SELECT max(nth) FROM incident_packs WHERE incident_id = incidents.id),
      skipped_to('incident_packs', raised_at)
    )::integer AS last FROM incidents WHERE id = ${incidentId}`.execute(tx);
  return (rows[0]?.last ?? 0) + 1;
};

export const insertPack = async (tx: Tx, row: Insertable<Tables['incident_packs']>): Promise<string> =>
  (await tx.insertInto('incident_packs').values(row).returning('id').executeTakeFirstOrThrow()).id;

/** Deletes the files of documents of these drivers' incidents. Numbers and hashes stay. */
export const emptyPacks = async (tx: Tx, driverIds: readonly string[]): Promise<void> => {
  await sql`
    UPDATE incident_packs SET pdf = NULL, made_for = 'ERASED'
    WHERE incident_id IN (SELECT id FROM incidents WHERE driver_id = ${anyOf(driverIds)})`.execute(tx);
};
