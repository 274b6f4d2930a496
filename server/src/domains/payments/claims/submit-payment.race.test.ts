import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Refusal } from '#lib/refusal.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, type Payer, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

const AT_ONCE = 100;

let it: TestApp;
let payers: Payer[];

beforeAll(async () => {
  it = await startApp();
  payers = [];
  for (let n = 0; n < AT_ONCE; n += 1) payers.push((await buildDriver(it)).driver);
});
afterAll(() => it.close());

const postAll = async (bodies: object[]): Promise<Record<string, number>> => {
  const answers = await Promise.all(
    bodies.map((payload, n) =>
      it.app.inject({ method: 'POST', url: '/api/payments', payload, remoteAddress: `10.1.0.${n}` }),
    ),
  );
  const outcomes: Record<string, number> = {};
  for (const answer of answers) {
    const outcome = answer.statusCode === 201 ? 'accepted' : answer.json().code;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
};

test('of 100 drivers who claim one transaction ID at once, exactly one is accepted', async () => {
  const transaction_id = nextTransactionId();
  const outcomes = await postAll(payers.map((payer) => submissionOf(payer, { transaction_id })));
  expect(outcomes).toEqual({ accepted: 1, transaction_id_taken: AT_ONCE - 1 });
  const stored = await it.db.selectFrom('payments').select('id').where('transaction_id', '=', transaction_id).execute();
  expect(stored).toHaveLength(1);
});

test.each([
  ['registration fee', (payer: Payer) => submissionOf(payer)],
  ['month’s subscription', (payer: Payer) => subscriptionOf(payer, 2026, 'NOVEMBER')],
])('of 100 claims of one %s that are cleared at once, exactly one is cleared', async (_name, claimOf) => {
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver));
  const ids: string[] = [];
  for (let n = 0; n < AT_ONCE; n += 1) ids.push(await buildPayment(it, claimOf(driver)));
  const outcomes = await Promise.all(
    ids.map((id) =>
      changePayment(it, id, 'clear').then(
        () => 'cleared',
        (refusal: Refusal) => refusal.code,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'cleared')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'already_paid')).toHaveLength(AT_ONCE - 1);
});
