import type { PageAsked } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '../database.ts';
import { countRows } from '../records.ts';

/** The table of a look-up. Staff keep such lists by hand, so they stay small and quick to count. */
export type LookupTable = {
  table: keyof Tables;
  /** Beside `id`. */
  columns: readonly string[];
  /** The column that other tables refer to. */
  key: string;
  /** Unique columns, stored in uppercase with single spaces. */
  unique: readonly string[];
  /** Further columns that are stored so, such as the key of another entry. */
  uppercase?: readonly string[];
  /** Comes before the order of ids. */
  order: RawBuilder<unknown>;
  /** Which entries a query asks for, beside its page. */
  where?: (query: Record<string, unknown>) => RawBuilder<SqlBool>;
};

export type LookupRow = { id: string; [column: string]: unknown };
type Values = Record<string, unknown>;

const columnsOf = ({ columns }: LookupTable) => sql.join(['id', ...columns].map((column) => sql.ref(column)));

/** A page of the list and the count of all that the query asks for. */
export const pageOfLookup = async (db: Db, lookup: LookupTable, query: PageAsked & Values) => {
  const { page, size, ...asked } = query;
  const [table, where] = [sql.table(lookup.table), lookup.where?.(asked) ?? sql`true`];
  const { rows } = await sql<LookupRow>`
    SELECT ${columnsOf(lookup)} FROM ${table} WHERE ${where}
    ORDER BY ${lookup.order}, id LIMIT ${size} OFFSET ${(page - 1) * size}`.execute(db);
  return { rows, count: await countRows(db, sql`SELECT FROM ${table} WHERE ${where}`) };
};

/** The entry whose `column` is `value`, or null. */
export const findEntry = async (
  db: Db,
  lookup: LookupTable,
  column: string,
  value: string,
): Promise<LookupRow | null> => {
  const { rows } = await sql<LookupRow>`
    SELECT ${columnsOf(lookup)} FROM ${sql.table(lookup.table)} WHERE ${sql.ref(column)} = ${value}`.execute(db);
  return rows[0] ?? null;
};

/** Serialises changes of the list, so that no two pass a check together; reads go on. */
export const lockLookup = async (tx: Tx, { table }: LookupTable): Promise<void> => {
  await sql`LOCK TABLE ${sql.table(table)} IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
};

/** The entry or null. Waits for transactions about to use it; later ones wait for this one. */
export const lockEntry = async (tx: Tx, lookup: LookupTable, id: string): Promise<LookupRow | null> => {
  const { rows } = await sql<LookupRow>`
    SELECT ${columnsOf(lookup)} FROM ${sql.table(lookup.table)} WHERE id = ${id} FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
};

/** The first column with another entry's value, ignoring spaces, and that value; or null. */
export const findRepeat = async (tx: Tx, lookup: LookupTable, values: Values, id: string | null) => {
  for (const column of lookup.unique.filter((name) => name in values)) {
    const { rows } = await sql<{ value: string }>`
      SELECT ${sql.ref(column)} AS value FROM ${sql.table(lookup.table)}
      WHERE replace(${sql.ref(column)}, ' ', '') = replace(${values[column]}, ' ', '')
        AND id IS DISTINCT FROM ${id}::bigint`.execute(tx);
    if (rows[0]) return { column, value: rows[0].value };
  }
  return null;
};

export const insertLookupEntry = async (tx: Tx, lookup: LookupTable, values: Values): Promise<LookupRow> => {
  const names = Object.keys(values);
  const { rows } = await sql<LookupRow>`
    INSERT INTO ${sql.table(lookup.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    VALUES (${sql.join(names.map((name) => values[name]))}) RETURNING ${columnsOf(lookup)}`.execute(tx);
  if (!rows[0]) throw new Error(`Nothing was added to ${lookup.table}`);
  return rows[0];
};

/** `values` has at least one column. */
export const updateEntry = async (tx: Tx, lookup: LookupTable, id: string, values: Values): Promise<void> => {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`UPDATE ${sql.table(lookup.table)} SET ${sql.join(set)} WHERE id = ${id}`.execute(tx);
};

export const deleteEntry = async (tx: Tx, { table }: LookupTable, id: string): Promise<void> => {
  await sql`DELETE FROM ${sql.table(table)} WHERE id = ${id}`.execute(tx);
};
