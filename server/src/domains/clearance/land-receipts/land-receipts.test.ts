import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot } from '../../../../test/builders/land.ts';
import { nextTransactionId } from '../../../../test/builders/submissions.ts';
import { startCases } from '../../../../test/cases/harness.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;

let office: Awaited<ReturnType<typeof startCases>>;
/** Two who may reverse, and a clerk of the land side. */
let [boss, second, clerk] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  office = await startCases();
  boss = await buildCaller(office.it, 'SystemAdmin');
  second = await buildCaller(office.it, 'SystemAdmin');
  clerk = await buildCaller(office.it, 'Accounts');
});
afterAll(() => office.close());

const received = async (by: Person) => {
  const { id: tenant_id } = await buildLandTenant(office.it);
  const { id: plot_id } = await buildPlot(office.it);
  const payments = [
    { payment_type: 'CC5000', amount: '50.00', plot_id },
    { payment_type: 'CC6000', amount: '25.00', plot_id },
  ];
  const money = { mode: 'momo', seen_in_account: true, transaction_id: nextTransactionId(), amount: '75.00' };
  const answer = await office.send('POST', '/land_payments', { ...money, tenant_id, payments }, by);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const ids = answer.body.payment_ids as string[];
  return { ids, number: String(Number(answer.body.receipts[0].slice(1))), transaction_id: money.transaction_id };
};
const makeVoid = (number: string, cause: string, by: Person, reason = 'Typed wrongly.') =>
  office.send('PATCH', `/land_receipts/${number}`, { change: 'void', cause, reason }, by);
const show = async (number: string, by: Person) =>
  (await office.send('GET', `/land_receipts/${number}`, undefined, by)).body;
const moneyOf = async (transactionId: string) =>
  office.it.db
    .selectFrom('transfers')
    .select(['status', 'posted_amount'])
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow();
const statesOf = async (ids: readonly string[]) =>
  (await office.it.db.selectFrom('payments').select('status').where('id', 'in', ids).execute()).map(
    (one) => one.status,
  );
const expectRightBooks = async () => expect((await checkBooks(office.it)).differences).toEqual([]);

test('a receipt received for somebody else is void for all that it is for, and its money waits for another person', async () => {
  const { ids, number, transaction_id } = await received(clerk);
  expect(await show(number, boss)).toMatchObject({
    ...{ status: 'issued', amount: '75.00', payer_name: expect.stringContaining('ODONKOR'), void_hindrance: null },
    lines: [{ amount: '50.00' }, { amount: '25.00' }],
  });
  const answer = await makeVoid(number, 'somebody_else', boss);
  expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining('unallocated again') } });
  expect(await statesOf(ids)).toEqual(['reversed', 'reversed']);
  expect(await moneyOf(transaction_id)).toEqual({ status: 'open', posted_amount: '75.00' });
  const found = await show(number, boss);
  expect(found).toMatchObject({ status: 'void', void_reason: 'Received for somebody else: Typed wrongly.' });
  expect(found.history.length).toBeGreaterThan(0);
  const again = await makeVoid(number, 'never_came', second);
  expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/is void already.*unallocated/)]);
  await expectRightBooks();
});

test('a receipt whose money never came takes that out of the books', async () => {
  const { ids, number, transaction_id } = await received(clerk);
  const answer = await makeVoid(number, 'never_came', boss, 'Not in the account.');
  expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining('out of the books') } });
  expect(await statesOf(ids)).toEqual(['reversed', 'reversed']);
  expect(await moneyOf(transaction_id)).toEqual({ status: 'ended', posted_amount: '0.00' });
  expect((await makeVoid(number, 'somebody_else', boss)).body.message).toMatch(/never came, and is out of the books/);
  await expectRightBooks();
});

test('whoever received it, and whoever lacks one of the two permissions, does not make it void', async () => {
  const { number } = await received(boss);
  expect(await show(number, boss)).toMatchObject({
    void_hindrance: expect.stringContaining('You received this money'),
  });
  expect((await makeVoid(number, 'somebody_else', boss)).status).toBe(403);
  expect((await makeVoid(number, 'somebody_else', clerk)).status).toBe(403);
  await shapeRole(office.it, 'SuperUser', { 'payments.reverse': true, 'land.money': false });
  expect((await makeVoid(number, 'somebody_else', await buildCaller(office.it, 'SuperUser'))).status).toBe(403);
  expect((await show(number, clerk)).status).toBe('issued');
});

test('twenty who make it void at once do so once, and bad input is refused in a sentence', async () => {
  const { number } = await received(clerk);
  for (const [cause, reason] of [
    ['wrong_car', 'Typed wrongly.'],
    ['never_came', ''],
    ['never_came', 'x'],
  ] as const)
    expect((await makeVoid(number, cause, boss, reason)).status).toBe(400);
  expect((await makeVoid('99999999', 'never_came', boss)).status).toBe(404);
  const drivers = await office.it.db.selectFrom('receipts').select('number').where('kind', '=', 'payment').execute();
  for (const one of drivers.slice(0, 1)) expect((await makeVoid(one.number, 'never_came', boss)).status).toBe(404);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      makeVoid(number, n % 2 ? 'never_came' : 'somebody_else', n % 3 ? boss : second),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  // The others are told that it is void already, or that they had a hand in it then.
  expect(answers.every(({ status }) => [200, 403, 409].includes(status))).toBe(true);
  await expectRightBooks();
});
