import type { ImportRecord, ImportStatus } from '@banbo/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals } from '#db/list/list-sql.ts';
import type { TableRow } from '#lib/table-file/table-row.ts';

/** The tables of an import: its files, their lines, and mappings by the names of columns. */
export type ImportTables = {
  tables: Readonly<Record<'imports' | 'lines' | 'mappings', keyof Tables>>;
  /** Columns of its lines beside those that the lines of every import have. */
  lineColumns: readonly string[];
  /** The amount among them that is added up for each outcome. */
  sum?: string;
};

export type StoredRow<Name extends keyof Tables> = Selectable<Tables[Name]>;

type Told = 'id' | 'file_name' | 'read_from' | 'line_count' | 'is_remembered' | 'problem' | 'counts';
export type ImportRow<Mapping = unknown> = Pick<ImportRecord, Told> & {
  status: Exclude<ImportStatus, 'failed'>;
  suggestion: object;
  mapping: Mapping | null;
  job_id: string | null;
  uploaded_by: string;
  uploader: string;
  uploaded_at: Date;
  imported_at: Date | null;
  /** The last job that took its records back; absent where an import cannot be taken back. */
  take_back_job_id?: string | null;
  taken_back?: number;
  taken_back_at?: Date | null;
};

type NewImport = Pick<ImportRow, 'file_name' | 'read_from' | 'line_count' | 'suggestion' | 'is_remembered'>;
type Made = { by: { accountId: string; login: string }; now: Date };

/** Columns of a line, the same ones as of the other lines that are stored with it. */
export type KeptLine = { line: number; [column: string]: unknown };

/** The SQL of an import. `outcome` is null of lines not judged yet, or above the column names. */
export const importRepo = <Row extends ImportRow, Line extends TableRow>(
  { tables, lineColumns, sum }: ImportTables,
  takes: readonly string[],
) => {
  const [imports, lines, mappings] = [tables.imports, tables.lines, tables.mappings].map((name) => sql.table(name));
  const ownColumns = lineColumns.map((name) => sql.ref(name));
  const summed = sum ? sql`, ${sql.lit(sum)}, coalesce(sum(${sql.ref(sum)}), 0)::numeric(20, 2)::text` : sql``;
  const toTake = (id: string, after: number) =>
    sql`import_id = ${id} AND outcome = ANY(${takes}) AND NOT is_imported AND line > ${after}`;
  const rowsOf = async <Found>(db: Db, query: RawBuilder<unknown>) => (await query.execute(db)).rows as Found[];
  return {
    files: {
      rows: (db: Db) => db.selectFrom(sql<Row>`${imports}`.as('imports')).selectAll(),
      filters: {},
      sorts: { uploaded_at: ['uploaded_at', 'id'] },
    },

    /** The list of judged lines, with cells and the mapping where these are asked for. */
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
      const [row] = await rowsOf<{ id: string }>(
        tx,
        sql`
          INSERT INTO ${imports}
            (file_name, read_from, line_count, suggestion, is_remembered, uploaded_by, uploader, uploaded_at)
          VALUES (${file.file_name}, ${file.read_from}, ${file.line_count}, ${JSON.stringify(file.suggestion)},
            ${file.is_remembered}, ${by.accountId}, ${by.login}, ${now}) RETURNING id`,
      );
      return row?.id ?? '';
    },

    find: async (db: Db, id: string): Promise<Row | undefined> =>
      (await rowsOf<Row>(db, sql`SELECT * FROM ${imports} WHERE id = ${id}`))[0],

    /**
     * The import, locked to the transaction's end. Each change of one takes this lock first. Its
     * key stays free: changing one of its drivers reads it while the import waits for that driver.
     */
    lock: async (tx: Tx, id: string): Promise<Row | undefined> =>
      (await rowsOf<Row>(tx, sql`SELECT * FROM ${imports} WHERE id = ${id} FOR NO KEY UPDATE`))[0],

    remove: (tx: Tx, id: string) => sql`DELETE FROM ${imports} WHERE id = ${id}`.execute(tx),

    countOutcomes: (tx: Tx, id: string) =>
      sql`
        UPDATE ${imports} SET counts = coalesce((
          SELECT jsonb_agg(counted.one ORDER BY counted.outcome) FROM (
            SELECT outcome, jsonb_build_object('outcome', outcome, 'lines', count(*)${summed}) AS one
            FROM ${lines} WHERE import_id = ${id} AND outcome IS NOT NULL GROUP BY outcome
          ) AS counted), '[]') WHERE id = ${id}`.execute(tx),

    /** Stores lines as the file has them, given as a JSON text of `[line, cells]`. */
    insertLines: (tx: Tx, id: string, batch: string) =>
      sql`
        INSERT INTO ${lines} (import_id, line, cells)
        SELECT ${id}, (line ->> 0)::integer, line -> 1 FROM jsonb_array_elements(${batch}::jsonb) AS line`.execute(tx),

    nextLines: (db: Db, id: string, after: number, limit: number) => {
      const rest = sql`import_id = ${id} AND line > ${after}`;
      return rowsOf<TableRow>(db, sql`SELECT line, cells FROM ${lines} WHERE ${rest} ORDER BY line LIMIT ${limit}`);
    },

    /** Forgets the outcomes down to the line of the column names; those below are judged anew. */
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
      const count = sql`SELECT count(*)::integer AS lines FROM ${lines} WHERE ${toTake(id, 0)}`;
      return (await rowsOf<{ lines: number }>(tx, count))[0]?.lines ?? 0;
    },

    /** The first known mapping of these fingerprints of column names. */
    findMapping: async (db: Db, fingerprints: readonly string[]) => {
      const of = sql`fingerprint = ANY(${fingerprints}) ORDER BY array_position(${fingerprints}::text[], fingerprint)`;
      const query = sql`SELECT fingerprint, mapping FROM ${mappings} WHERE ${of} LIMIT 1`;
      return (await rowsOf<{ fingerprint: string; mapping: object }>(db, query))[0];
    },

    keepMapping: (tx: Tx, fingerprint: string, mapping: object, { by, now }: Made) =>
      sql`
        INSERT INTO ${mappings} (fingerprint, mapping, changed_by, changed_at)
        VALUES (${fingerprint}, ${JSON.stringify(mapping)}, ${by.accountId}, ${now})
        ON CONFLICT (fingerprint) DO UPDATE SET mapping = excluded.mapping, changed_by = excluded.changed_by,
          changed_at = excluded.changed_at`.execute(tx),

    deleteUnused: (db: Db, before: Date) =>
      sql`DELETE FROM ${imports} WHERE status IN ('uploaded', 'checked') AND uploaded_at < ${before}`.execute(db),

    /** Deletes the lines of one imported file sent before the moment; false when none has any. */
    deleteOldLines: async (db: Db, before: Date): Promise<boolean> => {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM ${lines} WHERE import_id = (
          SELECT id FROM ${imports} AS old WHERE uploaded_at < ${before} AND status IN ('imported', 'cancelled')
            AND EXISTS (SELECT FROM ${lines} WHERE import_id = old.id)
          ORDER BY uploaded_at, id LIMIT 1)`.execute(db);
      return numAffectedRows > 0n;
    },

    keepTakenBack: (tx: Tx, { id, take_back_job_id, taken_back, taken_back_at }: ImportRow) =>
      sql`
        UPDATE ${imports} SET take_back_job_id = ${take_back_job_id}, taken_back = ${taken_back},
          taken_back_at = ${taken_back_at} WHERE id = ${id}`.execute(tx),
  };
};
