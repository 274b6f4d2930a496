import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { findEntry, type LookupTable } from '#db/lookup/lookup-table.ts';
import { upper } from '#lib/values.ts';

/** A table of names alone. */
const namesIn = <Column extends string>(table: LookupTable['table'], column: Column, order = sql`id`) => ({
  table,
  columns: [column],
  key: column,
  unique: [column],
  order,
});

/** Long lists are shown by name; the others in the order of adding. */
export const nationalityTable = namesIn('nationalities', 'nationality', sql`nationality COLLATE "C"`);
export const identificationTable: LookupTable = {
  ...namesIn('identifications', 'identification'),
  columns: ['identification', 'number_mask'],
  uppercase: ['number_mask'],
};
export const relationshipTable = namesIn('relationships', 'relationship');
export const bankTable = namesIn('banks', 'bank', sql`bank COLLATE "C"`);
export const titleTable = namesIn('titles', 'title');
export const pathTable = namesIn('paths', 'path', sql`path COLLATE "C"`);
export const stopTable: LookupTable = {
  ...namesIn('stops', 'stop', sql`stop COLLATE "C"`),
  columns: ['stop', 'gps_address'],
  uppercase: ['gps_address'],
};

const has = async (db: Db, table: LookupTable, name: string) => (await findEntry(db, table, table.key, name)) !== null;

/** True if the list has the name, given in uppercase as stored. */
export const isNationality = (db: Db, name: string): Promise<boolean> => has(db, nationalityTable, name);
export const isIdentification = (db: Db, name: string): Promise<boolean> => has(db, identificationTable, name);
/** The number form of an identification type, given in uppercase; null for free text. */
export const storedNumberMask = async (db: Db, name: string): Promise<string | null> => {
  const type = await findEntry(db, identificationTable, identificationTable.key, name);
  return typeof type?.number_mask === 'string' ? type.number_mask : null;
};
export const banksWith = (db: Db, text: string, most: number): Promise<{ id: string; bank: string }[]> =>
  db
    .selectFrom('banks')
    .select(['id', 'bank'])
    .where(sql<boolean>`position(${upper(text)} IN bank) > 0`)
    .orderBy(bankTable.order)
    .orderBy('id')
    .limit(most)
    .execute();
export const bankId = async (db: Db, name: string): Promise<string | null> =>
  (await findEntry(db, bankTable, bankTable.key, name.trim().toUpperCase()))?.id ?? null;
export const isRelationship = (db: Db, name: string): Promise<boolean> => has(db, relationshipTable, name);

const namesOf = async (db: Db, { table, key }: LookupTable): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`SELECT ${sql.ref(key)} AS name FROM ${sql.table(table)}`.execute(db);
  return rows.map(({ name }) => name);
};

export const nationalityNames = (db: Db): Promise<string[]> => namesOf(db, nationalityTable);
export const relationshipNames = (db: Db): Promise<string[]> => namesOf(db, relationshipTable);

export const identificationTypes = (db: Db): Promise<{ identification: string; number_mask: string | null }[]> =>
  db.selectFrom('identifications').select(['identification', 'number_mask']).execute();

/**
 * The `items` that this list never got; from now on they count as given, so that an item which
 * staff rename or delete does not return. A second starting server waits here for the first.
 */
export const firstTimers = async (tx: Tx, list: string, items: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .insertInto('reference_seeds')
    .values(items.map((item) => ({ list, item })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('item')
    .execute();
  return new Set(rows.map((row) => row.item));
};

const addNames = async (tx: Tx, { table, key }: LookupTable, names: readonly string[]): Promise<void> => {
  const fresh = [...(await firstTimers(tx, table, names))];
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.ref(key)}) SELECT unnest(${fresh}::text[]) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
};

export const addNationalities = (tx: Tx, names: readonly string[]) => addNames(tx, nationalityTable, names);
export const addIdentifications = (tx: Tx, names: readonly string[]) => addNames(tx, identificationTable, names);
export const addBanks = (tx: Tx, names: readonly string[]) => addNames(tx, bankTable, names);
export const addRelationships = (tx: Tx, names: readonly string[]) => addNames(tx, relationshipTable, names);
export const addTitles = (tx: Tx, names: readonly string[]) => addNames(tx, titleTable, names);

const namesById = async (db: Db, { table, key }: LookupTable, limit: number): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, ${sql.ref(key)} AS name FROM ${sql.table(table)}
    ORDER BY ${sql.ref(key)} COLLATE "C", id LIMIT ${sql.lit(limit)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** The names of paths and of stops by record number, in their order, at most `limit` of each. */
export const namesOfPathsAndStops = async (db: Db, limit: number) => ({
  path: await namesById(db, pathTable, limit),
  stop: await namesById(db, stopTable, limit),
});
