import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The triggers that keep people at the database from the books; the others count the totals. */
const GUARDS = [
  ['ledger_entries', 'ledger_entries_kept'],
  ['ledger_entries', 'ledger_entries_balanced'],
  ['ledger_postings', 'ledger_postings_kept'],
  ['ledger_postings', 'ledger_postings_hash'],
] as const;

const guard = async (db: Db, how: 'ENABLE' | 'DISABLE'): Promise<void> => {
  for (const [table, name] of GUARDS) await sql.raw(`ALTER TABLE ${table} ${how} TRIGGER ${name}`).execute(db);
};

/** Changes rows of tables as a person at the database would who switches their triggers off. */
export const tamperWith = async (
  db: Db,
  tables: string | readonly string[],
  ...statements: string[]
): Promise<void> => {
  const set = async (how: 'ENABLE' | 'DISABLE') => {
    for (const table of [tables].flat()) await sql.raw(`ALTER TABLE ${table} ${how} TRIGGER USER`).execute(db);
  };
  await set('DISABLE');
  for (const statement of statements) await sql.raw(statement).execute(db);
  await set('ENABLE');
};

/**
 * Changes the books by SQL and writes the chain anew, as a person at the database does who knows
 * how it is made: hashes, balances and totals fit, and records alone can tell.
 */
export const forgeBooks = async (db: Db, ...statements: string[]): Promise<void> => {
  await guard(db, 'DISABLE');
  for (const statement of statements) await sql.raw(statement).execute(db);
  await sql`
    DO $$
    DECLARE
      one bigint;
      last bytea := sha256('the books begin');
    BEGIN
      FOR one IN SELECT number FROM ledger_entries ORDER BY number LOOP
        UPDATE ledger_entries SET previous = last WHERE number = one;
        UPDATE ledger_entries AS entry SET hash = ledger_hash(entry) WHERE number = one RETURNING hash INTO last;
      END LOOP;
      UPDATE ledger_head SET hash = last, number = coalesce((SELECT max(number) FROM ledger_entries), 0);
    END $$`.execute(db);
  await guard(db, 'ENABLE');
};
