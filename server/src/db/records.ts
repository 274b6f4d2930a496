import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Records by their ids: those of a range, without its first and with its last, or some. */
export type Records = { after: string; upTo: string } | { ids: readonly string[] };

/** The condition that a column's id is among the records. */
export const among = (column: string, records: Records): RawBuilder<SqlBool> =>
  'ids' in records
    ? sql<SqlBool>`${sql.ref(column)} = ANY(${records.ids}::bigint[])`
    : sql<SqlBool>`${sql.ref(column)} > ${records.after} AND ${sql.ref(column)} <= ${records.upTo}`;
