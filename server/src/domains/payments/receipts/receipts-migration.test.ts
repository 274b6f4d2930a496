import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS } from '#db/migration/migrate.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const stored = async () => {
  const rows = await it.db.selectFrom('receipts').selectAll().orderBy('subject_id').execute();
  return rows.map(({ number: _number, code: _code, issued_at: _issued, voided_at, ...receipt }) => {
    // Nobody knows these of receipts from before.
    const unknown = { received_by: null, price: null, tin: null, taxes: null };
    return { ...receipt, ...unknown, was_voided: voided_at !== null };
  });
};

/** Undoes the migration and does it again, on payments that were cleared meanwhile. */
const migrateAgain = async () => {
  await sql`DROP TABLE receipt_notes, texted_receipts, receipts_to_text, receipt_head, receipts`.execute(it.db);
  await sql`
    DROP FUNCTION new_receipt_code, receipt_total, check_receipt_numbers, check_receipt_head, refuse_change_of_receipt`.execute(
    it.db,
  );
  const [migration, inFull] = await Promise.all(
    ['0046_receipts.sql', '0128_receipts_in_full.sql'].map((name) => readFile(join(MIGRATIONS, name), 'utf8')),
  );
  await it.db.transaction().execute(async (tx) => {
    await sql.raw(migration ?? '').execute(tx);
    await sql`ALTER TABLE untold_receipts RENAME TO receipts_to_text`.execute(tx);
    await sql.raw(inFull ?? '').execute(tx);
  });
};

test('payments that were cleared before there were receipts have the ones that clearing would issue, in their order', async () => {
  const { driver } = await buildDriver(it, { first_name: 'Kwame', last_name: 'Owusu', plan: 'monthly' });
  const { driver: other } = await buildDriver(it, { first_name: 'Ama', last_name: 'Ɔhene' });
  await it.db.updateTable('persons').set({ middle_name: 'SERWAA' }).where('id', '=', other.person_id).execute();
  const first = await buildPayment(it, submissionOf(other, { amount: '250.50' }));
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'cleared');
  const credit = await buildPayment(it, subscriptionOf(driver, 2026, 'MAY'));
  await changePayment(it, credit, 'credit');
  await buildPayment(it, subscriptionOf(driver, 2026, 'JUNE'), 'reversed', 'The transfer bounced.');
  await buildPayment(it, subscriptionOf(driver, 2026, 'JULY'), 'rejected');
  await buildPayment(it, subscriptionOf(driver, 2026, 'AUGUST'));
  await changePayment(it, first, 'clear');
  const issued = await stored();
  expect(issued).toHaveLength(5);
  await migrateAgain();
  expect(await stored()).toEqual(issued);
  const { rows } = await sql<{ number: string; subject_id: string }>`
    SELECT number, subject_id FROM receipts ORDER BY number`.execute(it.db);
  expect(rows.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5']);
  expect(rows[0]?.subject_id).toBe(first);
  // Nobody is texted about payments of long ago, and the next receipt goes on.
  expect(await it.db.selectFrom('receipts_to_text').selectAll().execute()).toEqual([]);
  const next = await buildPayment(it, subscriptionOf(driver, 2026, 'SEPTEMBER'), 'cleared');
  const found = it.db.selectFrom('receipts').select('number').where('subject_id', '=', next);
  expect(await found.executeTakeFirst()).toEqual({ number: '6' });
});
