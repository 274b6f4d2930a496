import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countedSeries } from '../builders/drawn-numbers.ts';
import { startDatabase } from '../harness.ts';

/** Columns that look like a counter's, whose numbers no restore skips. */
const NO_COUNTERS: Readonly<Record<string, string>> = {
  'ledger_entries.number': 'an entry is told by its hash, and chained to the one before it',
  'ledger_head.number': 'the last entry',
  'receipts.number': 'from receipt_head',
  'receipt_notes.number': 'of a receipt',
  'receipts_to_text.number': 'of a receipt',
  'texted_receipts.number': 'of a receipt',
  'skipped_numbers.last': 'says what was skipped',
};

let database: Awaited<ReturnType<typeof startDatabase>>;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

/** Whole numbers that are no identity, named as a table names what it has given out. */
const unskipped = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string; table: string }>`
    SELECT table_name || '.' || column_name AS name, table_name AS table FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type IN ('smallint', 'integer', 'bigint') AND is_identity = 'NO'
      AND column_name IN ('last', 'next', 'number', 'nth', 'serial', 'head') ORDER BY 1`.execute(database.db);
  const { rows: known } = await sql<{ text: string }>`
    SELECT pg_get_functiondef('counters'::regproc) AS text`.execute(database.db);
  const text = known[0]?.text ?? '';
  return rows
    .filter(({ name, table }) => !(name in NO_COUNTERS) && !new RegExp(`\\b${table}\\b`).test(text))
    .map(({ name }) => name);
};

test('a restore skips every counter of the schema', async () => {
  expect(await unskipped()).toEqual([]);
  await sql`CREATE TABLE planted_numbers (kind text PRIMARY KEY, last integer)`.execute(database.db);
  expect(await unskipped()).toEqual(['planted_numbers.last']);
});

test('a restore skips every kind that the product counts', async () => {
  const { rows } = await sql<{ series: string }>`SELECT series FROM counters('2026-11-19')`.execute(database.db);
  expect(rows.map(({ series }) => series)).toEqual(expect.arrayContaining(countedSeries(2026)));
});
