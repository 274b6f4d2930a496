import { type OperationNodeSource, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Ids after the first number, up to the last one. */
export type RecordRange = { after: string; upTo: string };

/** Records by their ids: those of a range, without its first and with its last, or some. */
export type Records = RecordRange | { ids: readonly string[] };

/** A row of an archive, its columns by their names: what they are of is in the file's head. */
export type ArchivedRow = Readonly<Record<string, string | number | null>>;

/** Rows with an id above one, of a year, in the order of ids: at most `limit`. */
export type OfYear = { year: number; after: string; limit: number };

/** A moment as text, in UTC. */
export const utcText = (moment: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(moment)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** True of a day, or of a moment by the clock of Accra, in a year. */
export const isInYear = (column: string, year: number): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} >= make_date(${year}, 1, 1) AND ${sql.ref(column)} < make_date(${year} + 1, 1, 1)`;

/**
 * Any of these ids, behind `=`. The planner does not see how many they are, so a connection plans
 * the statement once; where it sees a short list, it plans each call anew, which costs more than
 * the call itself (docs/decisions/0095-a-clearing-in-ten-statements.md).
 */
export const anyOf = (ids: readonly string[]) => sql`ANY((SELECT ${ids}::bigint[])::bigint[])`;

/** The condition that a column's id is among the records. */
export const among = (column: string, records: Records): RawBuilder<SqlBool> =>
  'ids' in records
    ? sql<SqlBool>`${sql.ref(column)} = ANY(${records.ids}::bigint[])`
    : sql<SqlBool>`${sql.ref(column)} > ${records.after} AND ${sql.ref(column)} <= ${records.upTo}`;

/** Locks rows until the transaction ends, in the order of ids. */
export const holdRecords = async (tx: Tx, table: string, ids: readonly string[]): Promise<void> => {
  await sql`SELECT FROM ${sql.table(table)} WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR SHARE`.execute(tx);
};

/** Takes the next id of a table, for records that must be named before they are stored. */
export const nextId = async (tx: Tx, table: string): Promise<string> => {
  const { rows } = await sql<{
    id: string;
  }>`SELECT nextval(pg_get_serial_sequence(${table}, 'id'))::text AS id`.execute(tx);
  return rows[0]?.id ?? '';
};

/** The highest id of a table; `0` where it has no rows. */
export const lastId = async (db: Db, table: string): Promise<string> => {
  const last = sql<{ id: string }>`SELECT coalesce(max(id), 0)::text AS id FROM ${sql.table(table)}`;
  return (await last.execute(db)).rows[0]?.id ?? '0';
};

/** The number of rows that a query gives; a LIMIT in it bounds the work. */
export const countRows = async (db: Db, query: OperationNodeSource): Promise<number> => {
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM (${query}) AS counted`.execute(db);
  return Number(rows[0]?.count);
};
