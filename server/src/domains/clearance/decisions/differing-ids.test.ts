import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { openOffice } from '../../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let office: Awaited<ReturnType<typeof openOffice>>;
beforeAll(async () => {
  it = await startApp();
  office = await openOffice(it);
});
afterAll(() => it.close());

/** Amounts that only one test has, so that none finds another's claim or money. */
let pesewas = 0;
const ownAmount = (): string => {
  pesewas += 1;
  return `2${String(pesewas).padStart(2, '0')}.00`;
};
const claimed = async (amount: string) => {
  const driver = await office.newDriver();
  return { driver, id: await buildPayment(it, submissionOf(driver, { amount })) };
};
const capture = (given: object) =>
  office.send('POST', '/payments/capture_momo', {
    ...{ transaction_id: nextTransactionId(), mobile_number: '', reference: '', seen_in_account: true },
    ...given,
  });
const offered = async (id: string): Promise<[string, boolean][]> =>
  (await office.send('GET', `/clearance/${id}`)).suggestions.map(
    (one: { id: string; is_named: boolean }) => [one.id, one.is_named] as const,
  );

test('money under another ID is offered by number, plate in a longer reference and amount, and clears by a match', async () => {
  for (const named of ['number', 'reference', 'amount'] as const) {
    const amount = ownAmount();
    const { driver, id } = await claimed(amount);
    const { transfer_id, result, message } = await capture({
      amount,
      ...(named === 'number' && { mobile_number: driver.mobile_number }),
      ...(named === 'reference' && { reference: `${driver.car_number} dues` }),
    });
    expect([result, message], named).toEqual([
      'no_claim',
      `GHS ${amount} is captured. Nobody has claimed it under this ID. A claim of ${driver.first_name} ${driver.last_name} (${driver.car_number}), GHS ${amount}, waits under another ID, as networks may give payer and receiver different ones: Payment Clearance offers it.`,
    ]);
    expect(await offered(`T${transfer_id}`), named).toEqual([[id, named !== 'amount']]);
    expect(await offered(id), named).toEqual([[`T${transfer_id}`, named === 'number']]);
    expect(await office.stateOf(id)).toBe('submitted');
    const match = { decision: 'clear', transfer_id };
    expect((await office.decide(id, match)).status).toBe(403);
    expect((await office.decide(id, match, office.admin)).status).toBe(200);
    expect(await office.stateOf(id)).toBe('cleared');
  }
});

test('an answer without any claim promises no more than is true', async () => {
  const amount = ownAmount();
  expect((await capture({ amount })).message).toBe(
    `GHS ${amount} is captured. Nobody has claimed it yet. A claim of this ID and amount clears by itself; one under another ID is offered on Payment Clearance.`,
  );
});

test('several claims of the amount are counted, and none is named', async () => {
  const amount = ownAmount();
  const [one, another] = [await claimed(amount), await claimed(amount)];
  const { message, transfer_id } = await capture({ amount });
  expect(message).toContain('2 claims that it may be for wait under another ID');
  expect(message).not.toContain(one.driver.car_number);
  expect(await offered(`T${transfer_id}`)).toEqual([
    [one.id, false],
    [another.id, false],
  ]);
});

test('the driver’s number names a claim of another amount, too', async () => {
  const { driver, id } = await claimed(ownAmount());
  const { transfer_id } = await capture({ amount: ownAmount(), mobile_number: driver.mobile_number });
  expect(await offered(`T${transfer_id}`)).toEqual([[id, true]]);
  expect(await offered(id)).toEqual([[`T${transfer_id}`, true]]);
});

test('a claim and money that have each other’s ID, or are days apart, are not offered by amount', async () => {
  const amount = ownAmount();
  const own = await claimed(amount);
  const { transaction_id } = await it.db
    .selectFrom('payments')
    .select('transaction_id')
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow();
  await buildTransfer(it, { transaction_id, amount: ownAmount() });
  const other = await claimed(amount);
  const { transfer_id } = await capture({ amount });
  const early = await buildTransfer(it, { amount, received_on: '2026-11-16', payer_number: '' });
  expect(await offered(`T${transfer_id}`)).toEqual([[other.id, false]]);
  expect(await offered(`T${early}`)).toEqual([]);
  expect(await offered(other.id)).toEqual([[`T${transfer_id}`, false]]);
});

test('equal amounts alone hold up no decision of many cases', async () => {
  const amount = ownAmount();
  await claimed(amount);
  const { mobile_number } = await office.newDriver();
  const transfer = await buildTransfer(it, { amount, payer_number: mobile_number, received_on: '2026-11-20' });
  const [shown] = (await office.send('POST', '/clearance/preview', { ids: [`T${transfer}`] }, office.admin)).cases;
  expect(shown.why_not).toBeNull();
});
