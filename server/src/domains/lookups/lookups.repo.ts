import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { findEntry, type LookupTable } from '#db/lookup/lookup-table.ts';

/** A table of names alone. */
const namesIn = <Column extends string>(table: LookupTable['table'], column: Column, order = sql`id`) => ({
  table,
  columns: [column],
  key: column,
  unique: [column],
  order,
});

/** Nationalities and banks are many and found by name, so they stand in its order; the others in that of being added. */
export const nationalityTable = namesIn('nationalities', 'nationality', sql`nationality COLLATE "C"`);
export const identificationTable = namesIn('identifications', 'identification');
export const relationshipTable = namesIn('relationships', 'relationship');
export const bankTable = namesIn('banks', 'bank', sql`bank COLLATE "C"`);

const has = async (db: Db, table: LookupTable, name: string) => (await findEntry(db, table, table.key, name)) !== null;

/** Whether the list has the name, which is given as names are stored: in uppercase. */
export const isNationality = (db: Db, name: string): Promise<boolean> => has(db, nationalityTable, name);
export const isIdentification = (db: Db, name: string): Promise<boolean> => has(db, identificationTable, name);
/** The record number of a bank, in any case, or null. */
export const bankId = async (db: Db, name: string): Promise<string | null> =>
  (await findEntry(db, bankTable, bankTable.key, name.trim().toUpperCase()))?.id ?? null;
export const isRelationship = (db: Db, name: string): Promise<boolean> => has(db, relationshipTable, name);

const namesOf = async (db: Db, { table, key }: LookupTable): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`SELECT ${sql.ref(key)} AS name FROM ${sql.table(table)}`.execute(db);
  return rows.map(({ name }) => name);
};

/** All names of these lists, which stay small. */
export const nationalityNames = (db: Db): Promise<string[]> => namesOf(db, nationalityTable);
export const identificationNames = (db: Db): Promise<string[]> => namesOf(db, identificationTable);
export const relationshipNames = (db: Db): Promise<string[]> => namesOf(db, relationshipTable);
