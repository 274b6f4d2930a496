import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { lockDrivers } from '#domains/drivers';
import { awaitLater } from '#lib/gather.ts';
import { checkBooks } from '../../../test/book-checks.ts';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { callDriver, mergeByTwo, SAME_PERSON } from '../../../test/drivers.ts';
import { PAYOUT, startRefunds } from '../../../test/refunds/harness.ts';
import { countWaiting, whileHeld } from '../../../test/waiting.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  office = await startRefunds();
});
afterAll(() => office.close());

const expectRightBooks = async () => expect((await checkBooks(office.it)).differences).toEqual([]);
const atOnce = <T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)));
const made = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status < 300).length;

test('a hundred who ask at once for the same credit get as much as there is', async () => {
  const { driver } = await office.credited();
  const answers = await atOnce(100, () => office.ask({ from: 'credit', driver_id: driver.id, amount: '20.00' }));
  expect(made(answers)).toBe(5);
  expect(answers.every(({ status }) => [201, 409, 422].includes(status))).toBe(true);
});

test('a hundred approvals of one refund at once approve it once', async () => {
  const { driver } = await office.credited();
  const { body } = await office.ask({ from: 'credit', driver_id: driver.id, amount: '100.00' });
  const answers = await atOnce(100, () => office.approve(body.approval_id));
  expect(made(answers)).toBe(1);
  expect(await office.creditOfDriver(driver.id)).toBe(0n);
  await expectRightBooks();
});

test('what a merged duplicate’s refunds wait for counts for the kept driver, also with a hundred approvals at once', async () => {
  const { driver: kept } = await office.credited();
  const twin = await office.newDriver();
  await buildPayment(office.it, submissionOf(twin, { amount: '100.00' }), 'cleared');
  const of = (driver_id: string, amount: string) => ({ from: 'credit', driver_id, amount });
  const first = (await office.ask(of(twin.id, '90.00'))).body;
  const merged = await mergeByTwo(office.it, office.asker.headers, { id: twin.id, into: kept.id });
  expect(merged.body.message).toContain('merged into');
  expect(await office.ask(of(kept.id, '110.01'))).toMatchObject({
    status: 422,
    body: { issues: [{ message: 'At most GHS 110.00 can be given back.' }] },
  });
  const second = (await office.ask(of(kept.id, '110.00'))).body;
  expect((await office.ask(of(twin.id, '0.01'))).body.message).toContain('refunds of GHS 200.00 wait for approval');
  const answers = await atOnce(100, (n) => office.approve((n % 2 ? first : second).approval_id));
  expect(made(answers)).toBe(2);
  expect(await office.creditOfDriver(kept.id)).toBe(0n);
  await expectRightBooks();
});

test('credit that is used and refunded at once is never below zero', async () => {
  const { driver } = await office.credited('1500.00');
  const uses = office.it.db.selectFrom('credit_uses').select('id').where('driver_id', '=', driver.id);
  const { id } = await uses.executeTakeFirstOrThrow();
  const path = `/drivers/${driver.id}/credit_uses`;
  await office.send('PATCH', `${path}/${id}`, { reason: 'Taken back.' }, office.asker);
  const refunds = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { body } = await office.ask({ from: 'credit', driver_id: driver.id, amount: '150.00' });
      return body.approval_id as string;
    }),
  );
  const answers = await atOnce(20, (n) =>
    n % 2
      ? office.approve(refunds[(n - 1) / 2] ?? '')
      : office.send('POST', path, { payment_type: 'DP' }, office.asker),
  );
  expect(answers.every(({ status }) => [201, 409].includes(status))).toBe(true);
  expect(await office.creditOfDriver(driver.id)).toBeGreaterThanOrEqual(0n);
  const states = new Set(await office.statesOf());
  expect(states.has('approved')).toBe(true);
  await expectRightBooks();
});

test('whichever of a fee and a refund of money is first, it is used once', async () => {
  const transfer = await office.unclaimed('200.00');
  const { body } = await office.ask({ from: 'money', transfer_id: transfer, amount: '200.00' });
  const { car_number } = await office.newDriver();
  const fee = { decision: 'assign', fee: { car_number, payment_type: 'RF' } };
  await atOnce(20, (n) => (n % 2 ? office.approve(body.approval_id) : office.decideMoney(transfer, fee, office.clerk)));
  const refund = await office.refundOf(body.refund_id);
  const { status } = await office.moneyOf(transfer);
  expect([`approved ended`, `refused matched`]).toContain(`${refund.status} ${status}`);
  await expectRightBooks();
});

test('whichever of a payout and a withdrawal is first, the money goes out or back once', async () => {
  const { driver } = await office.credited();
  const id = await office.approved({ from: 'credit', driver_id: driver.id, amount: '100.00' });
  const answers = await atOnce(20, (n) =>
    office.change(
      id,
      n % 2 ? { ...PAYOUT, reference: `ONCE${n}234567` } : { change: 'withdraw', reason: 'As credit.' },
    ),
  );
  expect(made(answers)).toBe(1);
  await expectRightBooks();
});

test('a refund of credit is approved of the record that is kept, also while its driver is merged into that', async () => {
  const { driver: twin } = await office.credited('50.00');
  const { driver: kept } = await buildDriver(office.it);
  const { approval_id } = (await office.ask({ from: 'credit', driver_id: twin.id, amount: '50.00' })).body;
  const merge = { into: kept.id, reason: 'Registered twice.', same_person: SAME_PERSON };
  const [merged, approved] = await whileHeld(
    office.it.db,
    { hold: (tx) => lockDrivers(tx, [twin.id]), waiting: 2 },
    async () => {
      const merging = awaitLater(callDriver(office.it, office.asker.headers, 'POST', `${twin.id}/merge`, merge));
      await expect.poll(() => countWaiting(office.it.db)).toBe(1);
      return Promise.all([merging, office.approve(approval_id)]);
    },
  );
  expect(merged.status).toBe(200);
  expect(approved.body.message).toBe('The refund of GHS 50.00 is approved. It is to be paid now.');
  expect(await office.creditOfDriver(kept.id)).toBe(0n);
});

test('a hand in money that becomes credit while a refund of it is approved keeps from approving it', async () => {
  const { driver } = await office.credited('1500.00', office.other);
  const path = `/drivers/${driver.id}/credit_uses`;
  const lastUse = () =>
    office.it.db
      .selectFrom('credit_uses')
      .select('id')
      .where('driver_id', '=', driver.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const takeBack = async () =>
    office.send('PATCH', `${path}/${(await lastUse()).id}`, { reason: 'Taken back.' }, office.asker);
  await takeBack();
  const { approval_id } = (await office.ask({ from: 'credit', driver_id: driver.id, amount: '150.00' })).body;
  expect((await office.send('POST', path, { payment_type: 'DP' }, office.asker)).status).toBe(201);
  expect(await office.creditOfDriver(driver.id)).toBe(0n);
  const [back, approved] = await whileHeld(
    office.it.db,
    { hold: (tx) => lockDrivers(tx, [driver.id]), waiting: 2 },
    async () => {
      const taking = awaitLater(takeBack());
      await expect.poll(() => countWaiting(office.it.db)).toBe(1);
      return Promise.all([taking, office.approve(approval_id)]);
    },
  );
  expect(back.status).toBe(200);
  expect(approved).toMatchObject({
    status: 403,
    body: { message: 'You captured this money, so somebody else has to decide.' },
  });
  expect(await office.creditOfDriver(driver.id)).toBe(150_000n);
});

/** Money of 400.00 that a clerk gave to two payments, of which the second can be reversed. */
const paidTwice = async () => {
  const transfer = await office.unclaimed('400.00');
  const assign = async () => {
    const { car_number } = await office.newDriver();
    const asked = { decision: 'assign', fee: { car_number, payment_type: 'RF' }, amount: '200.00' };
    expect((await office.decideMoney(transfer, asked, office.clerk)).status).toBe(200);
  };
  const pay = async () => {
    await assign();
    const paid = office.it.db.selectFrom('payments').select('id').where('transfer_id', '=', transfer);
    return (await paid.orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
  };
  return { transfer, pay };
};

test.each(['money', 'payment'] as const)(
  'who reverses a payment while a refund of its money is approved does not approve it, from %s',
  async (from) => {
    const { transfer, pay } = await paidTwice();
    const payment_id = from === 'payment' ? await pay() : undefined;
    const source = from === 'payment' ? { from, payment_id } : { from, transfer_id: transfer, amount: '400.00' };
    const { approval_id, refund_id } = (await office.ask(source)).body;
    const reversed = await pay();
    const wrong = { decision: 'reverse', cause: 'wrong_car', reason: 'Another car.' };
    const hold = { hold: (tx: Tx) => sql`SELECT FROM transfers WHERE id = ${transfer} FOR UPDATE`.execute(tx) };
    const [back, approved] = await whileHeld(office.it.db, { ...hold, waiting: 2 }, async () => {
      const reversing = awaitLater(office.decide(reversed, wrong, office.other));
      await expect.poll(() => countWaiting(office.it.db)).toBe(1);
      return Promise.all([reversing, office.approve(approval_id)]);
    });
    expect(back.status).toBe(200);
    expect(approved).toMatchObject({
      status: 403,
      body: { message: 'You reversed this, so somebody else has to decide.' },
    });
    expect((await office.refundOf(refund_id)).status).toBe('asked');
    await expectRightBooks();
  },
);
