import { ADDED_OUTCOMES } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';
import type { JudgedLine } from './judge-lines.ts';

/** Stores lines as the file has them, given as a JSON text of `[line, cells]`. */
export const insertImportLines = async (tx: Tx, importId: string, lines: string): Promise<void> => {
  await sql`
    INSERT INTO driver_import_lines (import_id, line, cells)
    SELECT ${importId}, (line ->> 0)::integer, line -> 1 FROM jsonb_array_elements(${lines}::jsonb) AS line`.execute(
    tx,
  );
};

/** The next lines of a file after a line. */
export const nextFileLines = async (db: Db, importId: string, after: number, limit: number): Promise<TableRow[]> => {
  const { rows } = await sql<TableRow>`
    SELECT line, cells FROM driver_import_lines WHERE import_id = ${importId} AND line > ${after}
    ORDER BY line LIMIT ${limit}`.execute(db);
  return rows;
};

/** Forgets the outcomes of before. */
export const clearLineOutcomes = async (tx: Tx, importId: string): Promise<void> => {
  await sql`
    UPDATE driver_import_lines SET outcome = NULL, reason = '', known_id = NULL
    WHERE import_id = ${importId} AND outcome IS NOT NULL`.execute(tx);
};

type KeptLine = Pick<JudgedLine, 'line' | 'outcome' | 'reason' | 'known_id'> & { driver_id?: string };

/** Stores the outcomes of lines, and the drivers that were made of them. */
export const keepLineOutcomes = async (tx: Tx, importId: string, lines: readonly KeptLine[]): Promise<void> => {
  const kept = lines.map(({ line, outcome, reason, known_id, driver_id = null }) => ({
    ...{ line, outcome, reason, known_id, driver_id },
  }));
  await sql`
    UPDATE driver_import_lines SET outcome = read.outcome, reason = read.reason, known_id = read.known_id,
      driver_id = read.driver_id, is_imported = read.driver_id IS NOT NULL
    FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      AS read (line integer, outcome text, reason text, known_id bigint, driver_id bigint)
    WHERE driver_import_lines.import_id = ${importId} AND driver_import_lines.line = read.line`.execute(tx);
};

/** Lines of which a driver is to be made, and none was. */
const toBeAdded = (importId: string) => sql`
  import_id = ${importId} AND outcome = ANY(${[...ADDED_OUTCOMES]}) AND NOT is_imported`;

/** The next lines after a line of which a driver is to be made. */
export const nextLinesToAdd = async (tx: Tx, importId: string, after: number, limit: number): Promise<TableRow[]> => {
  const { rows } = await sql<TableRow>`
    SELECT line, cells FROM driver_import_lines WHERE ${toBeAdded(importId)} AND line > ${after}
    ORDER BY line LIMIT ${limit}`.execute(tx);
  return rows;
};

/** How many drivers an import has still to make. */
export const countLinesToAdd = async (tx: Tx, importId: string): Promise<number> => {
  const { rows } = await sql<{ lines: number }>`
    SELECT count(*)::integer AS lines FROM driver_import_lines WHERE ${toBeAdded(importId)}`.execute(tx);
  return rows[0]?.lines ?? 0;
};
