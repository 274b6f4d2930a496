import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, type Payer, submissionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let second: Payer & { id: string };

beforeAll(async () => {
  it = await startApp();
  second = (await buildDriver(it)).driver;
});
afterAll(() => it.close());

/** A transaction ID that somebody else has claimed already. */
const takenId = async (): Promise<string> => {
  const transaction_id = nextTransactionId();
  await buildPayment(it, submissionOf((await buildDriver(it)).driver, { transaction_id }));
  return transaction_id;
};

const claim = (transaction_id: string, remoteAddress: string) =>
  it.app.inject({
    method: 'POST',
    url: '/api/payments',
    payload: submissionOf(second, { transaction_id, amount: '190.00' }),
    remoteAddress,
  });

const attemptsFrom = (address: string) =>
  it.db.selectFrom('payment_attempts').selectAll().where('address', '=', address).orderBy('id').execute();

test('the second claimant of a transaction ID is kept for staff, and counted when trying again', async () => {
  const transaction_id = await takenId();
  expect((await claim(transaction_id, '10.2.0.1')).json()).toMatchObject({ code: 'transaction_id_taken' });
  it.clock.now = new Date('2026-11-20T11:30:00Z');
  await claim(transaction_id, '10.2.0.1');
  expect(await attemptsFrom('10.2.0.1')).toMatchObject([
    {
      transaction_id,
      driver_id: second.id,
      type_code: 'RF',
      payment_year: null,
      amount: '190.00',
      attempted_on: '2026-11-20',
      times: 2,
      first_at: new Date('2026-11-20T10:00:00Z'),
      last_at: new Date('2026-11-20T11:30:00Z'),
    },
  ]);
  expect(await it.db.selectFrom('payments').select('id').where('driver_id', '=', second.id).execute()).toEqual([]);
});

test('one address fills at most twenty places a day, however fast it tries', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 24; n += 1) ids.push(await takenId());
  const answers = await Promise.all(ids.map((id) => claim(id, '10.2.0.2')));
  expect(answers.map((answer) => answer.statusCode)).toEqual(ids.map(() => 409));
  expect(await attemptsFrom('10.2.0.2')).toHaveLength(20);
});

test('a claim that is refused for another reason is not kept', async () => {
  const payer = (await buildDriver(it)).driver;
  await buildPayment(it, submissionOf(payer), 'cleared');
  const payload = submissionOf(payer);
  const answer = await it.app.inject({ method: 'POST', url: '/api/payments', payload, remoteAddress: '10.2.0.3' });
  expect(answer.json()).toMatchObject({ code: 'already_paid' });
  expect(await attemptsFrom('10.2.0.3')).toEqual([]);
});
