import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '#domains/ledger';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';

let cases: Cases;
beforeAll(async () => {
  cases = await startCases();
});
afterAll(() => cases.close());

const reason = 'No statement shows it.';
const wallet = () => balanceOf(cases.it.db, '1000');
const captured = (by = cases.clerk, amount = '3000.00') => buildTransfer(cases.it, { amount }, author(by));
const moneyOf = (id: string) =>
  cases.it.db
    .selectFrom('transfers')
    .select(['status', 'status_reason', 'posted_amount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const expectRightBooks = async () => expect((await checkBooks(cases.it)).differences).toEqual([]);

test('unclaimed money that never came leaves the books, and the account equals the wallet', async () => {
  const before = await wallet();
  const id = await captured();
  expect(await wallet()).toBe(before + 300_000n);
  expect(await cases.decideMoney(id, { decision: 'never_came' }, cases.admin)).toMatchObject({
    status: 400,
    body: { message: 'Please give the reason in a few words.' },
  });
  const { status, body } = await cases.decideMoney(id, { decision: 'never_came', reason }, cases.admin);
  expect([status, body.message]).toEqual([200, 'The GHS 3,000.00 never came, and is out of the books.']);
  expect(await wallet()).toBe(before);
  const said = `Money never came: ${reason}`;
  expect(await moneyOf(id)).toEqual({ status: 'ended', status_reason: said, posted_amount: '0.00' });
  const { body: shown } = await cases.send('GET', `/money_received/${id}`, undefined, cases.admin);
  expect(shown).toMatchObject({
    changes: [{ what: 'never_came', amount_before: '3000.00', amount_after: '0.00', reason: said }],
    history: [{ action: 'transfers.never_came', reason: said }],
  });
  await expectRightBooks();
});

test('money that was set aside ends once, and pays nothing after that', async () => {
  const before = await wallet();
  const id = await captured();
  await cases.decideMoney(id, { decision: 'dismiss', reason });
  const back = { decision: 'never_came', reason: 'The network took it back.' };
  expect((await cases.decideMoney(id, back, cases.admin)).body.message).toBe(
    'The GHS 3,000.00 never came, and is out of the books.',
  );
  expect(await wallet()).toBe(before);
  expect((await cases.decideMoney(id, back, cases.admin)).body.message).toMatch(/was given back, or it never came\./);
  expect((await cases.decideMoney(id, { decision: 'undo' }, cases.admin)).status).toBe(409);
  const fee = { car_number: (await cases.newDriver()).car_number, payment_type: 'RF' };
  const placed = await cases.decideMoney(id, { decision: 'assign', fee }, cases.admin);
  expect([placed.status, placed.body.message]).toEqual([
    409,
    expect.stringMatching(/was given back, or it never came\./),
  ]);
  await expectRightBooks();
});

test('one’s own captured money is ended by somebody else, who may reverse payments', async () => {
  const other = await buildCaller(cases.it, 'SystemAdmin');
  const own = await captured(cases.admin);
  const ended = await cases.decideMoney(own, { decision: 'never_came', reason }, cases.admin);
  expect([ended.status, ended.body.message]).toEqual([403, 'You captured this money, so somebody else has to decide.']);
  expect((await cases.decideMoney(own, { decision: 'never_came', reason }, other)).status).toBe(200);
  const others = await captured(cases.admin);
  expect((await cases.decideMoney(others, { decision: 'never_came', reason })).status).toBe(403);
  expect(await moneyOf(others)).toMatchObject({ status: 'open', posted_amount: '3000.00' });
});

test('money that paid something is not ended before its payment is reversed', async () => {
  const { car_number } = await cases.newDriver();
  const id = await captured();
  const assigned = { decision: 'assign', fee: { car_number, payment_type: 'RF' }, amount: '200.00' };
  expect((await cases.decideMoney(id, assigned, cases.admin)).status).toBe(200);
  const { status, body } = await cases.decideMoney(id, { decision: 'never_came', reason }, cases.admin);
  expect([status, body.message]).toEqual([409, expect.stringMatching(/^Payments were cleared with this money\./)]);
  await expectRightBooks();
});

test('whichever of a fee and an end is first, money is used once or gone', async () => {
  const id = await captured();
  const driver = await cases.newDriver();
  const transaction_id = nextTransactionId();
  const claim = await buildPayment(cases.it, {
    ...{ driver_code: driver.driver_code, car_number: driver.car_number, payment_type: 'RF' },
    ...{ amount: '200.00', transaction_id, transaction_date: '2026-11-18' },
  });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 2
        ? cases.decideMoney(id, { decision: 'never_came', reason }, cases.admin)
        : cases.decide(claim, { decision: 'clear', transfer_id: id, amount: '200.00' }, cases.admin),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  await expectRightBooks();
});
