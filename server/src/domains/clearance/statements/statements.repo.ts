import type { StatementMapping, SuggestedMapping } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

export type StatementRow = Selectable<Tables['statement_imports']>;
type Changes = Partial<Pick<StatementRow, 'status' | 'job_id' | 'imported_at' | 'problem'>> & {
  mapping?: string;
  unknown_directions?: string;
};

type NewStatement = {
  file_name: string;
  line_count: number;
  suggestion: SuggestedMapping;
  is_remembered: boolean;
  by: { accountId: string; login: string };
  now: Date;
};

export const insertStatement = async (tx: Tx, { suggestion, by, now, ...file }: NewStatement): Promise<string> => {
  const values = {
    ...file,
    suggestion: JSON.stringify(suggestion),
    uploaded_by: by.accountId,
    uploader: by.login,
    uploaded_at: now,
  };
  const { id } = await tx.insertInto('statement_imports').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
};

export const findStatement = async (db: Db, id: string): Promise<StatementRow | null> =>
  (await db.selectFrom('statement_imports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** The statement, locked to the transaction's end. Whatever changes one takes this lock first. */
export const lockStatement = async (tx: Tx, id: string): Promise<StatementRow | null> =>
  (await tx.selectFrom('statement_imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;

export const updateStatement = async (tx: Tx, id: string, changes: Changes): Promise<void> => {
  await tx.updateTable('statement_imports').set(changes).where('id', '=', id).execute();
};

/** Counts what becomes of the lines, and keeps that with the statement. */
export const countOutcomes = async (tx: Tx, id: string): Promise<void> => {
  await sql`
    UPDATE statement_imports SET counts = coalesce((
      SELECT jsonb_agg(jsonb_build_object('outcome', outcome, 'lines', lines, 'amount', amount::text) ORDER BY outcome)
      FROM (
        SELECT outcome, count(*) AS lines, coalesce(sum(amount), 0)::numeric(16, 2) AS amount
        FROM statement_lines WHERE import_id = ${id} AND outcome IS NOT NULL GROUP BY outcome
      ) AS counted
    ), '[]') WHERE id = ${id}`.execute(tx);
};

export const deleteStatement = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('statement_imports').where('id', '=', id).execute();
};

/** The mappings of statements with these column names, by their fingerprints. */
export const findMappings = async (
  db: Db,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, StatementMapping>> => {
  const rows = await db
    .selectFrom('statement_mappings')
    .select(['fingerprint', 'mapping'])
    .where('fingerprint', 'in', fingerprints)
    .execute();
  return new Map(rows.map(({ fingerprint, mapping }) => [fingerprint, mapping]));
};

export const keepMapping = async (
  tx: Tx,
  fingerprint: string,
  mapping: StatementMapping,
  { by, now }: { by: { accountId: string }; now: Date },
): Promise<void> => {
  const kept = { mapping: JSON.stringify(mapping), changed_by: by.accountId, changed_at: now };
  await tx
    .insertInto('statement_mappings')
    .values({ fingerprint, ...kept })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet(kept))
    .execute();
};

/** Deletes statements that nobody imported, sent before the moment. */
export const deleteUnused = async (db: Db, before: Date): Promise<void> => {
  await db
    .deleteFrom('statement_imports')
    .where('status', 'in', ['uploaded', 'checked'])
    .where('uploaded_at', '<', before)
    .execute();
};

/** Deletes the lines of an imported statement that was sent before the moment; false when none has any. */
export const deleteOldLines = async (db: Db, before: Date): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM statement_imports WHERE uploaded_at < ${before} AND status IN ('imported', 'cancelled')
      AND EXISTS (SELECT FROM statement_lines WHERE import_id = statement_imports.id)
    ORDER BY uploaded_at LIMIT 1`.execute(db);
  const [old] = rows;
  if (old) await db.deleteFrom('statement_lines').where('import_id', '=', old.id).execute();
  return old !== undefined;
};
