import type { ImportStatus } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals } from '#db/list/list-sql.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';

/** The tables of an import: one row a file, one a line of it, and the mappings of earlier files by their column names. */
export type ImportTables = {
  imports: keyof Tables;
  lines: keyof Tables;
  mappings: keyof Tables;
  /** Columns of its lines beside those that the lines of every import have. */
  lineColumns: readonly string[];
  /** The amount among them that is added up for each outcome. */
  sum?: string;
};

/** A row of one of these tables. */
export type StoredRow<Name extends keyof Tables> = Selectable<Tables[Name]>;

export type ImportRow<Mapping = unknown> = {
  id: string;
  file_name: string;
  line_count: number;
  status: Exclude<ImportStatus, 'failed'>;
  suggestion: object;
  is_remembered: boolean;
  mapping: Mapping | null;
  counts: { outcome: string; lines: number }[];
  problem: string;
  job_id: string | null;
  uploader: string;
  uploaded_at: Date;
  imported_at: Date | null;
  /** The last job that took its records back; absent where an import cannot be taken back. */
  take_back_job_id?: string | null;
  taken_back?: number;
  taken_back_at?: Date | null;
};

type NewImport = Pick<ImportRow, 'file_name' | 'line_count' | 'suggestion' | 'is_remembered'>;
type Made = { by: { accountId: string; login: string }; now: Date };

/** A line with columns of its table, the same ones as the other lines that are stored with it. */
export type KeptLine = { line: number; [column: string]: unknown };

/** The SQL of an import. `outcome` is null of lines that have not been judged, and of those above the column names. */
export const importRepo = <Row extends ImportRow, Line extends TableRow>(
  tables: ImportTables,
  takes: readonly string[],
) => {
  const [imports, lines, mappings] = [tables.imports, tables.lines, tables.mappings].map((name) => sql.table(name));
  const ownColumns = tables.lineColumns.map((name) => sql.ref(name));
  const sum = tables.sum
    ? sql`, ${sql.lit(tables.sum)}, coalesce(sum(${sql.ref(tables.sum)}), 0)::numeric(16, 2)::text`
    : sql``;
  const toTake = (id: string, after: number) =>
    sql`import_id = ${id} AND outcome = ANY(${takes}) AND NOT is_imported AND line > ${after}`;
  const rowsOf = async <Found>(db: Db, query: RawBuilder<Found>): Promise<Found[]> => (await query.execute(db)).rows;
  return {
    /** The list of all imports. */
    files: {
      rows: (db: Db) => db.selectFrom(sql<Row>`${imports}`.as('imports')).selectAll(),
      filters: {},
      sorts: { uploaded_at: ['uploaded_at', 'id'] },
    },

    /** The list of lines that were judged, with the cells and the mapping of their import where these are asked for. */
    lines: (noun: string, withCells: boolean) => {
      const own = sql.join([sql`import_id, line, outcome, reason, is_imported`, ...ownColumns]);
      const from = withCells
        ? sql`(SELECT ${own}, cells, mapping FROM ${lines} JOIN ${imports} AS import ON import.id = import_id)`
        : sql`(SELECT ${own} FROM ${lines})`;
      return {
        rows: (db: Db) => db.selectFrom(sql<Line>`${from}`.as('lines')).selectAll(),
        filters: { [noun]: equals('import_id'), outcome: equals('outcome') },
        always: () => sql`outcome IS NOT NULL`,
        sorts: { line: ['import_id', 'line'] },
      };
    },

    insert: async (tx: Tx, file: NewImport, { by, now }: Made): Promise<string> => {
      const [row] = await rowsOf(
        tx,
        sql<{ id: string }>`
          INSERT INTO ${imports} (file_name, line_count, suggestion, is_remembered, uploaded_by, uploader, uploaded_at)
          VALUES (${file.file_name}, ${file.line_count}, ${JSON.stringify(file.suggestion)}, ${file.is_remembered},
            ${by.accountId}, ${by.login}, ${now}) RETURNING id`,
      );
      if (!row) throw new Error('No import was stored');
      return row.id;
    },

    find: async (db: Db, id: string): Promise<Row | undefined> =>
      (await rowsOf(db, sql<Row>`SELECT * FROM ${imports} WHERE id = ${id}`))[0],

    /**
     * The import, locked to the transaction's end. Each change of one takes this lock first. Its key
     * stays free: a change of one of its drivers looks at it while the import waits for that driver.
     */
    lock: async (tx: Tx, id: string): Promise<Row | undefined> =>
      (await rowsOf(tx, sql<Row>`SELECT * FROM ${imports} WHERE id = ${id} FOR NO KEY UPDATE`))[0],

    remove: (tx: Tx, id: string) => sql`DELETE FROM ${imports} WHERE id = ${id}`.execute(tx),

    /** Counts the lines by their outcome, and keeps that with the import. */
    countOutcomes: (tx: Tx, id: string) =>
      sql`
        UPDATE ${imports} SET counts = coalesce((
          SELECT jsonb_agg(counted.one ORDER BY counted.outcome) FROM (
            SELECT outcome, jsonb_build_object('outcome', outcome, 'lines', count(*)${sum}) AS one
            FROM ${lines} WHERE import_id = ${id} AND outcome IS NOT NULL GROUP BY outcome
          ) AS counted), '[]') WHERE id = ${id}`.execute(tx),

    /** Stores lines as the file has them, given as a JSON text of `[line, cells]`. */
    insertLines: (tx: Tx, id: string, batch: string) =>
      sql`
        INSERT INTO ${lines} (import_id, line, cells)
        SELECT ${id}, (line ->> 0)::integer, line -> 1 FROM jsonb_array_elements(${batch}::jsonb) AS line`.execute(tx),

    /** The next lines of the file after a line. */
    nextLines: (db: Db, id: string, after: number, limit: number): Promise<TableRow[]> =>
      rowsOf(
        db,
        sql`SELECT line, cells FROM ${lines} WHERE import_id = ${id} AND line > ${after} ORDER BY line LIMIT ${limit}`,
      ),

    /** Forgets the outcomes of the lines down to that of the column names; those below it are judged anew. */
    clearOutcomes: (tx: Tx, id: string, header: number) =>
      sql`
        UPDATE ${lines} SET outcome = NULL
        WHERE import_id = ${id} AND line <= ${header} AND outcome IS NOT NULL`.execute(tx),

    /** Stores columns of lines; the table's own row type reads the values. */
    keepLines: async (tx: Tx, id: string, kept: readonly KeptLine[]): Promise<void> => {
      const columns = Object.keys(kept[0] ?? {}).filter((name) => name !== 'line');
      if (columns.length === 0) return;
      const assignments = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`read.${name}`)}`);
      await sql`
        UPDATE ${lines} AS kept SET ${sql.join(assignments)}
        FROM jsonb_populate_recordset(NULL::${lines}, ${JSON.stringify(kept)}::jsonb) AS read
        WHERE kept.import_id = ${id} AND kept.line = read.line`.execute(tx);
    },

    /** The next lines after a line that the import takes, and has not taken. */
    nextToTake: (tx: Tx, id: string, after: number, limit: number): Promise<Line[]> => {
      const columns = sql.join([sql`line, cells`, ...ownColumns]);
      return rowsOf(tx, sql`SELECT ${columns} FROM ${lines} WHERE ${toTake(id, after)} ORDER BY line LIMIT ${limit}`);
    },

    countToTake: async (tx: Tx, id: string): Promise<number> => {
      const count = sql<{ lines: number }>`SELECT count(*)::integer AS lines FROM ${lines} WHERE ${toTake(id, 0)}`;
      return (await rowsOf(tx, count))[0]?.lines ?? 0;
    },

    /** The mappings of files with these column names, by their fingerprints. */
    findMappings: async (db: Db, fingerprints: readonly string[]): Promise<ReadonlyMap<string, object>> => {
      const found = await rowsOf(
        db,
        sql<{ fingerprint: string; mapping: object }>`
          SELECT fingerprint, mapping FROM ${mappings} WHERE fingerprint = ANY(${fingerprints})`,
      );
      return new Map(found.map(({ fingerprint, mapping }) => [fingerprint, mapping]));
    },

    keepMapping: (tx: Tx, fingerprint: string, mapping: object, { by, now }: Made) =>
      sql`
        INSERT INTO ${mappings} (fingerprint, mapping, changed_by, changed_at)
        VALUES (${fingerprint}, ${JSON.stringify(mapping)}, ${by.accountId}, ${now})
        ON CONFLICT (fingerprint) DO UPDATE SET mapping = excluded.mapping, changed_by = excluded.changed_by,
          changed_at = excluded.changed_at`.execute(tx),

    /** Deletes files that nobody imported, sent before the moment. */
    deleteUnused: (db: Db, before: Date) =>
      sql`DELETE FROM ${imports} WHERE status IN ('uploaded', 'checked') AND uploaded_at < ${before}`.execute(db),

    /** Deletes the lines of an imported file that was sent before the moment; false when none has any. */
    deleteOldLines: async (db: Db, before: Date): Promise<boolean> => {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM ${lines} WHERE import_id = (
          SELECT id FROM ${imports} AS old WHERE uploaded_at < ${before} AND status IN ('imported', 'cancelled')
            AND EXISTS (SELECT FROM ${lines} WHERE import_id = old.id)
          ORDER BY uploaded_at, id LIMIT 1)`.execute(db);
      return numAffectedRows > 0n;
    },

    /** Stores how far taking its records back is. */
    keepTakenBack: (tx: Tx, { id, take_back_job_id, taken_back, taken_back_at }: ImportRow) =>
      sql`
        UPDATE ${imports} SET take_back_job_id = ${take_back_job_id}, taken_back = ${taken_back},
          taken_back_at = ${taken_back_at} WHERE id = ${id}`.execute(tx),
  };
};
