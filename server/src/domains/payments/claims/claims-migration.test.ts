import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS, migrate } from '#db/migration/migrate.ts';
import type { FreshDatabase } from '../../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../../test/harness.ts';

let it: FreshDatabase;
let folder: string;

const noSeed = async () => {};
const VALUES = sql`2026, 5, 300, '2026-05-01', now()`;
/** A month's claim as it was stored before the migrations. */
const storedBefore = (transaction_id: string, status: string) => sql`
  INSERT INTO payments (driver_id, type_code, transaction_id, status, payment_year, payment_month, amount, transaction_date,
    created_at)
  VALUES (1, 'SS', ${transaction_id}, ${status}, ${VALUES})`;
const stored = (transaction_id: string, status: string) => sql`
  INSERT INTO payments (driver_id, type_code, period, transaction_id, status, payment_year, payment_month, amount,
    transaction_date, created_at)
  VALUES (1, 'SS', 'monthly', ${transaction_id}, ${status}, ${VALUES})`;

beforeAll(async () => {
  it = await startDatabase();
  folder = await mkdtemp(join(tmpdir(), 'banbo-migrations-'));
  const before = (await readdir(MIGRATIONS)).filter((name) => name < '0012');
  for (const name of before) await copyFile(join(MIGRATIONS, name), join(folder, name));
  await sql`DROP SCHEMA public CASCADE`.execute(it.db);
  await sql`CREATE SCHEMA public`.execute(it.db);
  await migrate(it.db, noSeed, folder);
  // The payments' owners do not matter here.
  await sql`ALTER TABLE payments DROP CONSTRAINT payments_driver_id_fkey`.execute(it.db);
  await sql`
    INSERT INTO payment_types (type_code, description, side) VALUES
      ('RF', 'REGISTRATION FEE', 'drivers'), ('SS', 'MONTHLY SUBSCRIPTION', 'drivers')`.execute(it.db);
});
afterAll(async () => {
  await it.close();
  await rm(folder, { recursive: true });
});

test('payments with words for transaction IDs are kept; they may be rejected or reversed, and never be cleared', async () => {
  await storedBefore('TRANSACTION', 'submitted').execute(it.db);
  await storedBefore('68576386182', 'rejected').execute(it.db);
  await sql`UPDATE payments SET payment_month = 6 WHERE transaction_id = 'TRANSACTION'`.execute(it.db);
  await storedBefore('PAYMENTMADE', 'cleared').execute(it.db);
  await migrate(it.db, noSeed);
  const move = (id: string, status: string) =>
    sql`UPDATE payments SET status = ${status} WHERE transaction_id = ${id}`.execute(it.db);
  await expect(move('TRANSACTION', 'cleared')).rejects.toThrow('payments_transaction_id_digit');
  await move('TRANSACTION', 'rejected');
  await move('PAYMENTMADE', 'reversed');
  await expect(stored('TRANSACTION', 'submitted').execute(it.db)).rejects.toThrow('payments_transaction_id_digit');
});

test('claims that were here before wait from the day of the update on', async () => {
  const { rows } = await sql<{ from_today: boolean }>`
    SELECT bool_and(waiting_since = CURRENT_DATE) AS from_today FROM payments WHERE transaction_date = '2026-05-01'`.execute(
    it.db,
  );
  expect(rows).toEqual([{ from_today: true }]);
});

test('claims for one month may wait beside each other, and one of them be cleared', async () => {
  await stored('1506113222', 'submitted').execute(it.db);
  await stored('68576386183', 'submitted').execute(it.db);
  await sql`UPDATE payments SET status = 'cleared' WHERE transaction_id = '1506113222'`.execute(it.db);
  await stored('68576386184', 'submitted').execute(it.db);
  await expect(stored('68576386185', 'cleared').execute(it.db)).rejects.toThrow('payments_cleared_once');
});
