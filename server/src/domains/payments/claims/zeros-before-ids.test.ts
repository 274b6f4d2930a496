import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { MIGRATIONS, migrate } from '#db/migration/migrate.ts';
import { addPaymentTypes } from '#domains/prices';
import { PAYMENT_TYPES } from '../../../../seeds/reference/payments.ts';
import { seedReference } from '../../../../seeds/reference.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, startDatabase } from '../../../../test/harness.ts';

test.each([
  ['05061132180', '5061132180'],
  ['5061132181', '0000005061132181'],
  ['5061132182', '05061132182'],
])('one receipt is claimed once: %s and then %s', async (first, second) => {
  const it = await startApp();
  const claim = async (transaction_id: string) => {
    const payload = submissionOf((await buildDriver(it)).driver, { transaction_id });
    return it.app.inject({ method: 'POST', url: '/api/payments', payload });
  };
  expect((await claim(first)).statusCode).toBe(201);
  expect((await claim(second)).json()).toMatchObject({ code: 'transaction_id_taken' });
  const stored = await it.db.selectFrom('payments').select('transaction_id').execute();
  expect(stored).toEqual([{ transaction_id: first }]);
  const kept = await it.db.selectFrom('payment_attempts').select('amount').execute();
  expect(kept).toHaveLength(1);
  await it.close();
});

test('an ID with letters in it keeps its zeros', async () => {
  const it = await startDatabase();
  const { rows } = await sql`
    SELECT transaction_key(id) AS key FROM unnest(ARRAY['0A345678901', '00045678901', '0000']) AS id`.execute(it.db);
  expect(rows).toEqual([{ key: '0A345678901' }, { key: '45678901' }, { key: '' }]);
  await it.close();
});

const VALUES = sql`'RF', 'any', 300, '2026-05-01', now()`;

test('claims that repeated a receipt before the update are rejected by it, the earliest one and cleared money stay', async () => {
  const it = await startDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'banbo-migrations-'));
  const before = (await readdir(MIGRATIONS)).filter((name) => name < '0028');
  for (const name of before) await copyFile(join(MIGRATIONS, name), join(folder, name));
  await sql`DROP SCHEMA public CASCADE`.execute(it.db);
  await sql`CREATE SCHEMA public`.execute(it.db);
  const typesOfThen = PAYMENT_TYPES.map(({ for_device: _, ...type }) => type);
  // The whole reference data also fills tables that were not there yet.
  const seed = (db: Db) => db.transaction().execute((tx) => addPaymentTypes(tx, typesOfThen as never));
  await migrate(it.db, seed, folder);
  // The payments' owners do not matter here.
  await sql`ALTER TABLE payments DROP CONSTRAINT payments_driver_id_fkey, DROP CONSTRAINT payments_type`.execute(it.db);
  const was: [string, string][] = [
    ['05061132180', 'submitted'],
    ['5061132180', 'submitted'],
    ['5061132181', 'submitted'],
    ['05061132181', 'cleared'],
    ['5061132182', 'rejected'],
    ['05061132182', 'submitted'],
  ];
  for (const [id, status] of was)
    await sql`
      INSERT INTO payments (transaction_id, status, driver_id, type_code, period, amount, transaction_date, created_at)
      VALUES (${id}, ${status}, 1, ${VALUES})`.execute(it.db);
  await migrate(it.db, seedReference);
  const { rows } = await sql<{ status: string }>`SELECT status FROM payments ORDER BY id`.execute(it.db);
  expect(rows.map(({ status }) => status)).toEqual([
    'submitted',
    'rejected',
    'rejected',
    'cleared',
    'rejected',
    'submitted',
  ]);
  await it.close();
  await rm(folder, { recursive: true });
});
