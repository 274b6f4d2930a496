import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATIONS } from '#db/migration/migrate.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { author, openOffice } from '../../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const hands = async () => {
  const found = it.db.selectFrom('hands').select(['account_id', 'subject_kind', 'subject_id', 'what']);
  const rows = await found.where('subject_kind', 'in', ['transfer', 'payment', 'transaction']).execute();
  return rows.map((row) => Object.values(row).join(' ')).toSorted();
};

test('the migration finds the hands of before that are noted today', async () => {
  const { clerk, admin, capture, receive, decide, decideMoney, send, newDriver } = await openOffice(it);
  const driver = await newDriver();
  await receive(nextTransactionId(), '200.00', driver);
  const transaction_id = nextTransactionId();
  await buildTransfer(it, { source: 'statement', transaction_id }, author(clerk));
  const money = it.db.selectFrom('transfers').select('id').where('transaction_id', '=', transaction_id);
  const { id: transfer } = await money.executeTakeFirstOrThrow();
  const fee = { car_number: (await newDriver()).car_number, payment_type: 'RF' };
  expect(await decideMoney(transfer, { decision: 'assign', fee }, admin)).toMatchObject({ status: 200 });
  const corrected = await buildPayment(it, submissionOf(await newDriver()));
  await send('PATCH', `/reg_fees/${corrected}`, { transaction_id: nextTransactionId() });
  const claim = submissionOf(await newDriver());
  const id = await buildPayment(it, claim);
  await capture(claim.transaction_id, '200.00');
  await decide(id, { decision: 'reverse', cause: 'wrong_car', reason: 'The wrong car.' }, admin);

  const noted = await hands();
  expect(new Set(noted.map((hand) => hand.split(' ').at(-1)))).toEqual(
    new Set(['received', 'imported', 'assigned', 'corrected', 'captured', 'reversed']),
  );
  await it.db.deleteFrom('hands').execute();
  await sql`ALTER TABLE transfers ADD COLUMN reversed_by bigint`.execute(it.db);
  await sql`UPDATE transfers SET reversed_by = ${admin.id} WHERE transaction_id = ${claim.transaction_id}`.execute(
    it.db,
  );
  const migration = (await readdir(MIGRATIONS)).find((name) => name.endsWith('_hands_in_money.sql')) ?? '';
  await sql.raw(await readFile(join(MIGRATIONS, migration), 'utf8')).execute(it.db);
  expect(await hands()).toEqual(noted);
});
