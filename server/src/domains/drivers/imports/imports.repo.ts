import type { DriverMapping, SuggestedDriverMapping } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

export type ImportRow = Selectable<Tables['driver_imports']>;

type NewImport = {
  file_name: string;
  line_count: number;
  suggestion: SuggestedDriverMapping;
  is_remembered: boolean;
  by: { accountId: string; login: string };
  now: Date;
};

export const insertImport = async (tx: Tx, { suggestion, by, now, ...file }: NewImport): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO driver_imports (file_name, line_count, suggestion, is_remembered, uploaded_by, uploader, uploaded_at)
    VALUES (${file.file_name}, ${file.line_count}, ${JSON.stringify(suggestion)}, ${file.is_remembered},
      ${by.accountId}, ${by.login}, ${now}) RETURNING id`.execute(tx);
  if (!rows[0]) throw new Error('No import was stored');
  return rows[0].id;
};

export const findImport = async (db: Db, id: string): Promise<ImportRow | null> =>
  (await db.selectFrom('driver_imports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** The import, locked to the transaction's end. Whatever changes one takes this lock first. */
export const lockImport = async (tx: Tx, id: string): Promise<ImportRow | null> =>
  (await tx.selectFrom('driver_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;

type Changed = 'status' | 'job_id' | 'imported_at' | 'problem' | 'take_back_job_id' | 'taken_back_at';
type Changes = Partial<Pick<ImportRow, Changed>> & { mapping?: string };

export const updateImport = async (tx: Tx, id: string, changes: Changes): Promise<void> => {
  await tx.updateTable('driver_imports').set(changes).where('id', '=', id).execute();
};

/** Counts further drivers that were made of an import's lines. */
export const addDrivers = async (tx: Tx, id: string, drivers: number): Promise<void> => {
  await sql`UPDATE driver_imports SET drivers = drivers + ${drivers} WHERE id = ${id}`.execute(tx);
};

/** Counts the lines by their outcome, and keeps that with the import. */
export const countOutcomes = async (tx: Tx, id: string): Promise<void> => {
  await sql`
    UPDATE driver_imports SET counts = coalesce((
      SELECT jsonb_agg(jsonb_build_object('outcome', outcome, 'lines', lines) ORDER BY outcome) FROM (
        SELECT outcome, count(*) AS lines FROM driver_import_lines
        WHERE import_id = ${id} AND outcome IS NOT NULL GROUP BY outcome
      ) AS counted), '[]') WHERE id = ${id}`.execute(tx);
};

export const deleteImport = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('driver_imports').where('id', '=', id).execute();
};

/** The mappings of lists with these column names, by their fingerprints. */
export const findDriverMappings = async (
  db: Db,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, DriverMapping>> => {
  const { rows } = await sql<{ fingerprint: string; mapping: DriverMapping }>`
    SELECT fingerprint, mapping FROM driver_import_mappings WHERE fingerprint = ANY(${fingerprints})`.execute(db);
  return new Map(rows.map(({ fingerprint, mapping }) => [fingerprint, mapping]));
};

export const keepDriverMapping = async (
  tx: Tx,
  fingerprint: string,
  mapping: DriverMapping,
  { by, now }: { by: { accountId: string }; now: Date },
): Promise<void> => {
  await sql`
    INSERT INTO driver_import_mappings (fingerprint, mapping, changed_by, changed_at)
    VALUES (${fingerprint}, ${JSON.stringify(mapping)}, ${by.accountId}, ${now})
    ON CONFLICT (fingerprint) DO UPDATE SET mapping = excluded.mapping, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`.execute(tx);
};

/** Deletes lists that nobody imported, sent before the moment. */
export const deleteUnusedImports = async (db: Db, before: Date): Promise<void> => {
  await sql`DELETE FROM driver_imports WHERE status IN ('uploaded', 'checked') AND uploaded_at < ${before}`.execute(db);
};

/** Deletes the lines of an imported list that was sent before the moment; false when none has any. */
export const deleteOldImportLines = async (db: Db, before: Date): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM driver_import_lines WHERE import_id = (
      SELECT id FROM driver_imports WHERE uploaded_at < ${before} AND status IN ('imported', 'cancelled')
        AND EXISTS (SELECT FROM driver_import_lines WHERE import_id = driver_imports.id)
      ORDER BY uploaded_at, id LIMIT 1)`.execute(db);
  return numAffectedRows > 0n;
};
