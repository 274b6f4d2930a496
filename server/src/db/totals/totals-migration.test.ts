import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreshDatabase } from '../../../test/database/fresh-database.ts';
import { startDatabase } from '../../../test/harness.ts';
import { readTotals } from '../../../test/totals.ts';
import { MIGRATIONS, migrate } from '../migration/migrate.ts';
import { checkTotals } from './check-totals.ts';

let it: FreshDatabase;
let folder: string;

const noSeed = async () => {};
const run = (statement: string) => sql.raw(statement).execute(it.db);

beforeAll(async () => {
  it = await startDatabase();
  folder = await mkdtemp(join(tmpdir(), 'banbo-migrations-'));
  const before = (await readdir(MIGRATIONS)).filter((name) => name < '0017');
  for (const name of before) await copyFile(join(MIGRATIONS, name), join(folder, name));
  await run('DROP SCHEMA public CASCADE');
  await run('CREATE SCHEMA public');
  await migrate(it.db, noSeed, folder);
});
afterAll(async () => {
  await it.close();
  await rm(folder, { recursive: true });
});

test('the totals of before move over as they were, and go on being the sums of their rows', async () => {
  await run(
    `INSERT INTO payment_types (type_code, description, side) VALUES ('RF', 'FEE', 'drivers'), ('XX', 'X', 'drivers')`,
  );
  await run(`INSERT INTO accounts (kind, login, role, created_at)
    SELECT 'member', 'DRV00000' || n, 'Member', now() FROM generate_series(1, 9) AS n`);
  await run(`INSERT INTO drivers (account_id, driver_code, first_name, last_name, gender, date_of_birth, nationality,
      identification_type, id_number, date_issued, expiry_date, marital_status, car_number, mobile_number, email,
      next_of_kin, kin_mobile_number, kin_relationship, registered_at)
    SELECT id, 'DRV00000' || n || '0', 'AMA', 'MENSAH', 'Female', '1990-01-01', 'GHANAIAN', 'GHANA CARD',
      'GHA-00000000' || n || '-1', '2020-01-01', '2029-12-31', 'Single', 'GR ' || n || '-20', '+23324000000' || n,
      'ama@example.com', 'ESI', '+233241234567', 'SISTER', '2026-10-28'::timestamptz + n * interval '1 day'
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM accounts) AS numbered`);
  await run(`UPDATE drivers SET removed_at = now() WHERE car_number = 'GR 9-20'`);
  await run(`INSERT INTO payments (driver_id, type_code, amount, transaction_id, transaction_date, status, created_at)
    SELECT d.id, CASE WHEN n = 1 THEN 'RF' ELSE 'XX' END, 100.25 + n, 70000000000 + d.id * 10 + n, '2026-11-01'::date - n,
      (ARRAY['cleared', 'submitted', 'rejected', 'reversed'])[1 + (n * d.id) % 4], now()
    FROM drivers AS d CROSS JOIN generate_series(1, 4) AS n`);
  const summed = async () => (await readTotals(it.db)).summed;
  await migrate(it.db, noSeed);
  expect((await readTotals(it.db)).kept).toEqual(await summed());
  expect(await checkTotals(it.db)).toEqual([]);
  const { rows } = await sql<{
    count: string;
  }>`SELECT count(*) FROM total_deltas WHERE measure LIKE 'payments%' OR measure = 'drivers'`.execute(it.db);
  expect(rows).toEqual([{ count: '0' }]);
  await run(`UPDATE payments SET amount = amount + 1, status = 'reversed' WHERE status = 'cleared'`);
  await run(`UPDATE drivers SET removed_at = NULL`);
  await run(`DELETE FROM payments WHERE status = 'submitted'`);
  expect((await readTotals(it.db)).kept).toEqual(await summed());
});
