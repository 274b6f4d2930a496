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

beforeAll(async () => {
  it = await startDatabase();
  folder = await mkdtemp(join(tmpdir(), 'banbo-migrations-'));
  const before = (await readdir(MIGRATIONS)).filter((name) => name < '0020');
  for (const name of before) await copyFile(join(MIGRATIONS, name), join(folder, name));
  await sql`DROP SCHEMA public CASCADE`.execute(it.db);
  await sql`CREATE SCHEMA public`.execute(it.db);
  await migrate(it.db, async () => {}, folder);
});
afterAll(async () => {
  await it.close();
  await rm(folder, { recursive: true });
});

const addDriver = (serial: number, registered: string, plan: string | null) =>
  sql`
  WITH account AS (
    INSERT INTO accounts (kind, login, role, created_at) VALUES ('member', ${`DRV00000${serial}0`}, 'Member', now())
    RETURNING id, login
  )
  INSERT INTO drivers (account_id, driver_code, first_name, last_name, gender, date_of_birth, nationality,
    identification_type, id_number, date_issued, expiry_date, marital_status, car_number, mobile_number, email,
    next_of_kin, kin_mobile_number, kin_relationship, registered_at, plan)
  SELECT id, login, 'AMA', 'MENSAH', 'Female', '1990-01-01', 'GHANAIAN', 'PASSPORT', ${`G${serial}`}, '2020-01-01',
    '2029-12-31', 'Single', ${`GR ${serial}-20`}, ${`+23324000000${serial}`}, 'ama@example.com', 'KOFI MENSAH',
    '+233241234567', 'BROTHER', ${registered}::timestamptz, ${plan}
  FROM account`.execute(it.db);

test('drivers keep the plan asked for, from the month of their registration on', async () => {
  await addDriver(1, '2026-03-31T23:30:00Z', 'platinum');
  await addDriver(2, '2026-04-01T00:30:00Z', 'standard');
  await addDriver(3, '2026-04-02T10:00:00Z', null);
  await migrate(it.db, async () => {});
  const { rows } = await sql`
    SELECT car_number, plan, from_month::text FROM driver_plans JOIN drivers ON drivers.id = driver_id
    ORDER BY driver_id`.execute(it.db);
  expect(rows.map((row) => Object.values(row as object))).toEqual([
    ['GR 1-20', 'platinum', '2026-03-01'],
    ['GR 2-20', 'standard', '2026-04-01'],
  ]);
});
