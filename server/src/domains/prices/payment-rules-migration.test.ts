import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS, migrate } from '#db/migration/migrate.ts';
import { seedReference } from '../../../seeds/reference.ts';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';

let it: FreshDatabase;
let folder: string;

beforeAll(async () => {
  it = await startDatabase();
  folder = await mkdtemp(join(tmpdir(), 'banbo-migrations-'));
  const before = (await readdir(MIGRATIONS)).filter((name) => name < '0019');
  for (const name of before) await copyFile(join(MIGRATIONS, name), join(folder, name));
  await sql`DROP SCHEMA public CASCADE`.execute(it.db);
  await sql`CREATE SCHEMA public`.execute(it.db);
  await migrate(it.db, async () => {}, folder);
  // Whose payments they are does not matter here.
  await sql`ALTER TABLE payments DROP CONSTRAINT payments_driver_id_fkey`.execute(it.db);
  await sql`
    INSERT INTO payment_types (type_code, description, side) VALUES ('RF', 'REGISTRATION FEE', 'drivers'),
      ('SS', 'MONTHLY SUBSCRIPTION', 'drivers'), ('DP', 'DEVICE PAYMENT', 'drivers'), ('XX', 'TOWING', 'drivers'),
      ('CC2000', 'GROUND RENT', 'tenants')`.execute(it.db);
  await sql`
    INSERT INTO payment_list (year, type_code, amount)
    VALUES (2028, 'RF', 210), (2028, 'SS', 320), (2029, 'DP', 1600)`.execute(it.db);
  await sql`
    INSERT INTO payments (driver_id, type_code, payment_year, payment_month, amount, transaction_id, transaction_date,
      status, created_at)
    SELECT 1, code, CASE code WHEN 'SS' THEN 2026 END, CASE code WHEN 'SS' THEN 5 END, 300,
      (68576386180 + row_number() OVER ())::text, '2026-05-01', 'cleared', now()
    FROM unnest(ARRAY['RF', 'SS', 'DP', 'XX', 'XX']) AS code`.execute(it.db);
  await migrate(it.db, seedReference);
});
afterAll(async () => {
  await it.close();
  await rm(folder, { recursive: true });
});

test('the types that are there get their rules, and those that staff added are paid any number of times', async () => {
  const { rows } = await sql`
    SELECT type_code, side, period, required_type FROM payment_types ORDER BY id LIMIT 5`.execute(it.db);
  expect(rows.map((row) => Object.values(row as object))).toEqual([
    ['RF', 'drivers', 'once', null],
    ['SS', 'drivers', 'monthly', 'RF'],
    ['DP', 'drivers', 'once', 'RF'],
    ['XX', 'drivers', 'any', null],
    ['CC2000', 'land', 'any', null],
  ]);
});

test('the payments that are there get the period of their type', async () => {
  const { rows } = await sql<{ type_code: string; period: string }>`
    SELECT type_code, period FROM payments ORDER BY id`.execute(it.db);
  expect(rows.map(({ type_code, period }) => `${type_code} ${period}`)).toEqual([
    'RF once',
    'SS monthly',
    'DP once',
    'XX any',
    'XX any',
  ]);
});

test('the price list gets a price for each plan, the subscription’s of before being that of Monthly Subscription', async () => {
  const { rows } = await sql`
    SELECT year, type_code, plan, amount FROM payment_list WHERE year > 2027
    ORDER BY year, type_code, amount`.execute(it.db);
  expect(rows.map((row) => Object.values(row as object))).toEqual([
    [2028, 'RF', null, '210.00'],
    [2028, 'SS', 'monthly', '320.00'],
    [2028, 'SS', 'standard', '800.00'],
    [2028, 'SS', 'platinum', '1200.00'],
    [2029, 'DP', null, '1600.00'],
    [2029, 'SS', 'standard', '800.00'],
    [2029, 'SS', 'platinum', '1200.00'],
  ]);
});

const addPrice = (type_code: string, plan: 'standard' | null) =>
  it.db.insertInto('payment_list').values({ year: 2030, type_code, plan, amount: '800.00' }).execute();

test('a price names a plan exactly where its type is priced by plan, and stands once', async () => {
  await expect(addPrice('SS', null)).rejects.toThrow('payment_list_type');
  await expect(addPrice('RF', 'standard')).rejects.toThrow('payment_list_type');
  for (const [type_code, plan] of [['SS', 'standard'] as const, ['RF', null] as const]) {
    await addPrice(type_code, plan);
    await expect(addPrice(type_code, plan)).rejects.toThrow('payment_list_price');
  }
});
