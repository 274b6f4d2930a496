import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import type { LookupTable } from './lookup-table.ts';

/** A kind of record that uses an entry: its table, its words, and how often, counted as far as `MOST_COUNTED`. */
export type Use = { table: string; one: string; many: string; count: number };

/** Beyond this many records the exact number says no more, and a request does not rename them all. */
export const MOST_COUNTED = 1000;

type Reference = { table: string; column: string; words: string };

/** The foreign keys that lead to the list's key column. The comment of each has the words for its records: `driver, drivers`. */
const referencesTo = async (db: Db, { table, key }: LookupTable): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    SELECT reference.conrelid::regclass::text AS table, user_column.attname AS column,
      obj_description(reference.oid, 'pg_constraint') AS words
    FROM pg_constraint AS reference
    JOIN pg_attribute AS key_column ON key_column.attrelid = reference.confrelid AND key_column.attname = ${key}
    JOIN pg_attribute AS user_column ON user_column.attrelid = reference.conrelid
      AND user_column.attnum = reference.conkey[array_position(reference.confkey, key_column.attnum)]
    WHERE reference.contype = 'f' AND reference.conparentid = 0 AND reference.confrelid = ${table}::regclass
    ORDER BY reference.conrelid::regclass::text`.execute(db);
  return rows;
};

/** Everything that uses the entry with this key. The foreign keys say where to look, so that a new use needs no code. */
export const usesOf = async (db: Db, lookup: LookupTable, key: unknown): Promise<Use[]> => {
  const uses: Use[] = [];
  for (const { table, column, words } of await referencesTo(db, lookup)) {
    const { rows } = await sql<{ count: string }>`
      SELECT count(*) AS count FROM (
        SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${key} LIMIT ${sql.lit(MOST_COUNTED + 1)}
      ) AS users`.execute(db);
    const [one = '', many = ''] = words.split(', ');
    uses.push({ table, one, many, count: Number(rows[0]?.count) });
  }
  return uses.filter(({ count }) => count > 0);
};

/**
 * Locks the records that use the entry, in the order of their ids as all who lock several do. A new name reaches them by a
 * cascade, which takes them in whatever order an index has: two of these, or one beside a change of the same records, would
 * wait for each other.
 */
export const lockUses = async (tx: Tx, lookup: LookupTable, key: unknown): Promise<void> => {
  for (const { table, column } of await referencesTo(tx, lookup)) {
    await sql`
      SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${key} ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  }
};

const inWords = ({ one, many, count }: Use): string => {
  if (count > MOST_COUNTED) return `more than ${MOST_COUNTED.toLocaleString('en')} ${many}`;
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
};

/** `12 drivers`; `3 payments and 4 yearly prices`. */
export const usesInWords = (uses: readonly Use[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(uses.map(inWords));
