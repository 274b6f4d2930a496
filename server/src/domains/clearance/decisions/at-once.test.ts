import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { lockDrivers } from '#domains/drivers';
import { lockClaims, transitionPayments } from '#domains/payments';
import { awaitLater } from '#lib/gather.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { completedByCredit, whileReversed } from '../../../../test/cases/completed-by-credit.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';
import { countWaiting, whileHeld } from '../../../../test/waiting.ts';

let cases: Cases;
beforeAll(async () => {
  cases = await startCases();
});
afterAll(() => cases.close());

test('the second of two clerks is told who cleared it, and when', async () => {
  const { id, claim } = await cases.differing('150.00');
  const answers = await Promise.all([
    cases.decide(id, { decision: 'clear' }),
    cases.decide(id, { decision: 'clear' }, cases.admin),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = answers.find(({ status }) => status === 409);
  expect(late?.body.message).toMatch(
    new RegExp(
      `^(The payment ${claim.transaction_id} was already cleared|The money of ${claim.transaction_id} was used).*Cleared a payment: ama\\.mensah`,
    ),
  );
});

test('a hundred clears of one claim at once are one posting', async () => {
  const { id } = await cases.differing('150.00');
  const answers = await Promise.all(Array.from({ length: 100 }, () => cases.decide(id, { decision: 'clear' })));
  const counts = Map.groupBy(answers, ({ status }) => status);
  expect(counts.get(200)).toHaveLength(1);
  expect([...counts.keys()].every((status) => status < 500)).toBe(true);
  expect(await cases.postings(id)).toHaveLength(2);
});

test('a capture waits for somebody who decides on its claim, and clears it where that is refused', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  const { db } = cases.it;
  const [isHeld, isRefused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const deciding = awaitLater(
    db.transaction().execute(async (tx) => {
      await lockClaims(tx, [id]);
      isHeld.resolve();
      await isRefused.promise;
    }),
  );
  await isHeld.promise;
  const { transaction_id, amount } = claim;
  const captured = { transaction_id, amount, mobile_number: '', reference: '', seen_in_account: true };
  const capturing = awaitLater(cases.send('POST', '/payments/capture_momo', captured));
  await expect.poll(() => countWaiting(db)).toBe(1);
  isRefused.resolve();
  await deciding;
  expect((await capturing).body).toMatchObject({ result: 'cleared' });
  expect(await cases.paymentOf(id)).toMatchObject({ status: 'cleared' });
});

test.each(['received', 'assigned'])(
  'money for a month is not %s while the registration fee that it requires is reversed',
  async (what) => {
    const driver = await cases.newDriver();
    const fee = await buildPayment(cases.it, submissionOf(driver), 'cleared');
    const transfer = await buildTransfer(cases.it, { amount: '300.00' });
    const { db } = cases.it;
    const { car_number, driver_code } = driver;
    const month = { car_number, payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
    const [isReversed, isPaying] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reversing = awaitLater(
      db.transaction().execute(async (tx) => {
        await transitionPayments(tx, { ids: [fee], change: 'reverse', by: null, now: cases.it.clock.now });
        isReversed.resolve();
        await isPaying.promise;
      }),
    );
    await isReversed.promise;
    const paying = awaitLater(
      what === 'assigned'
        ? cases.decideMoney(transfer, { decision: 'assign', fee: month })
        : cases.send('POST', '/payments/receive', {
            ...{ mode: 'cash', amount: '300.00' },
            payments: [{ ...month, driver_code, amount: '300.00' }],
          }),
    );
    await expect.poll(() => countWaiting(db)).toBe(1);
    isPaying.resolve();
    await reversing;
    expect((await paying).body.message).toBe('Please pay the registration fee before the monthly subscription.');
  },
);

test('a capture does not clear a claim with credit that is reversed meanwhile', async () => {
  const { part, claim, id } = await completedByCredit(cases.it, await cases.newDriver());
  const { transaction_id, amount } = claim;
  const captured = { transaction_id, amount, mobile_number: '', reference: '', seen_in_account: true };
  const { body } = await whileReversed(cases.it, part, () => cases.send('POST', '/payments/capture_momo', captured));
  expect(body).toMatchObject({ result: 'differs' });
  expect(await cases.paymentOf(id)).toMatchObject({ status: 'submitted' });
});

test('a captor does not clear a claim alone with credit that is reversed meanwhile', async () => {
  const { part, claim, id } = await completedByCredit(cases.it, await cases.newDriver());
  const { transaction_id, amount } = claim;
  await changePayment(cases.it, id, 'reject', 'Too early.');
  await buildTransfer(cases.it, { transaction_id, amount }, author(cases.clerk));
  await changePayment(cases.it, id, 'undo');
  const answer = await whileReversed(cases.it, part, () => cases.decide(id, { decision: 'clear' }));
  expect(answer).toMatchObject({ status: 403 });
  expect(await cases.paymentOf(id)).toMatchObject({ status: 'submitted' });
});

test('of two who assign parts of money at once the second looks again, and then assigns what is left', async () => {
  const [first, second] = [await cases.newDriver(), await cases.newDriver()];
  const transfer = await buildTransfer(cases.it, { amount: '400.00' });
  const feeOf = ({ car_number }: typeof first) => ({ car_number, payment_type: 'RF' });
  const { db } = cases.it;
  const [isHeld, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = awaitLater(
    db.transaction().execute(async (tx) => {
      await lockDrivers(tx, [first.id]);
      isHeld.resolve();
      await isFree.promise;
    }),
  );
  await isHeld.promise;
  const part = { decision: 'assign', fee: feeOf(first), amount: '200.00' };
  const rest = { decision: 'assign', fee: feeOf(second) };
  const assigning = awaitLater(cases.decideMoney(transfer, part));
  await expect.poll(() => countWaiting(db)).toBe(1);
  const beside = awaitLater(cases.decideMoney(transfer, rest, cases.admin));
  await expect.poll(() => countWaiting(db)).toBe(2);
  isFree.resolve();
  await holding;
  expect(await assigning).toMatchObject({ status: 200 });
  expect((await beside).body).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('just now. Please look at it again.'),
  });
  expect(await cases.decideMoney(transfer, rest, cases.admin)).toMatchObject({ status: 200 });
  expect(await cases.moneyState(transfer)).toBe('matched');
});

test('money is not assigned past a claim of its ID whose rejection is undone meanwhile', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim, 'rejected', 'Too early.');
  const transfer = await buildTransfer(cases.it, { transaction_id: claim.transaction_id });
  const fee = { car_number: (await cases.newDriver()).car_number, payment_type: 'RF' };
  const { db, clock } = cases.it;
  const hold = async (tx: Tx) => {
    await sql`LOCK TABLE hands`.execute(tx);
    await changePayment({ db: tx, clock }, id, 'undo');
  };
  const answer = await whileHeld(db, { hold }, () => cases.decideMoney(transfer, { decision: 'assign', fee }));
  expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await cases.decide(id, { decision: 'clear' })).toMatchObject({ status: 200 });
  expect(await cases.paymentOf(id)).toMatchObject({ status: 'cleared', transfer_id: transfer });
});

test('clearing and rejecting at once is one of the two', async () => {
  const { id } = await cases.differing('150.00');
  const answers = await Promise.all([
    cases.decide(id, { decision: 'clear' }),
    cases.decide(id, { decision: 'reject', reason: 'Too little.' }, cases.admin),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test.each([
  ['wrong_car', 'open'],
  ['never_came', 'ended'],
])('a payment is not reversed as %s while it is cleared; once it is, its money is %s', async (cause, state) => {
  const { id, claim, transfer } = await cases.differing('150.00');
  const { db } = cases.it;
  const [isHeld, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = awaitLater(
    db.transaction().execute(async (tx) => {
      await lockClaims(tx, [id]);
      isHeld.resolve();
      await isFree.promise;
    }),
  );
  await isHeld.promise;
  const clearing = awaitLater(cases.decide(id, { decision: 'clear' }));
  await expect.poll(() => countWaiting(db)).toBe(1);
  const reverse = { decision: 'reverse', cause, reason: 'Looked again.' };
  const reversing = awaitLater(cases.decide(id, reverse, cases.admin));
  await expect.poll(() => countWaiting(db)).toBe(2);
  isFree.resolve();
  await holding;
  expect(await clearing).toMatchObject({ status: 200 });
  expect((await reversing).body.message).toContain(`The payment ${claim.transaction_id} was cleared meanwhile.`);
  expect(await cases.paymentOf(id)).toMatchObject({ status: 'cleared', transfer_id: transfer });
  expect(await cases.decide(id, reverse, cases.admin)).toMatchObject({ status: 200 });
  expect(await cases.moneyState(transfer)).toBe(state);
});

test('one transfer is not matched to two claims by two people at once', async () => {
  const transfer_id = await buildTransfer(cases.it);
  const ids = await Promise.all(
    [0, 1, 2, 3].map(async () => buildPayment(cases.it, submissionOf(await cases.newDriver()))),
  );
  const answers = await Promise.all(ids.map((id) => cases.decide(id, { decision: 'clear', transfer_id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('what is ready is cleared at once, and what another person takes meanwhile is left to them', async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const claim = submissionOf(await cases.newDriver());
      const id = await buildPayment(cases.it, claim, 'rejected', 'Too early.');
      await buildTransfer(cases.it, { transaction_id: claim.transaction_id });
      await changePayment(cases.it, id, 'undo');
      return id;
    }),
  );
  const answers = await Promise.all([
    cases.send('POST', '/clearance/clear_ready'),
    cases.send('POST', '/clearance/clear_ready', undefined, cases.admin),
  ]);
  const cleared = answers.reduce((sum, { body }) => sum + (body.cleared ?? 0), 0);
  expect(cleared).toBe(5);
  for (const id of ids) expect(await cases.paymentOf(id)).toMatchObject({ status: 'cleared', amount: '200.00' });
  expect((await cases.send('POST', '/clearance/clear_ready')).body).toEqual({
    status: true,
    message: 'Nothing is ready any more.',
    cleared: 0,
  });
});

test('what is ready is not cleared with money of which somebody takes a part at the same moment', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim, 'rejected', 'Too early.');
  const transfer_id = await buildTransfer(cases.it, { transaction_id: claim.transaction_id });
  await changePayment(cases.it, id, 'undo');
  const other = await buildPayment(cases.it, submissionOf(await cases.newDriver()));
  await Promise.all([
    cases.send('POST', '/clearance/clear_ready'),
    cases.decide(other, { decision: 'clear', transfer_id, amount: '50.00' }, cases.admin),
  ]);
  const { taken } = await cases.it.db
    .selectFrom('payments')
    .select((eb) => eb.fn.sum<string>('amount').as('taken'))
    .where('transfer_id', '=', transfer_id)
    .where('status', '=', 'cleared')
    .executeTakeFirstOrThrow();
  expect(['200.00', '50.00']).toContain(taken);
});

test('fifty people who give one transfer away at once give it once', async () => {
  const id = await buildTransfer(cases.it);
  const cars = await Promise.all(Array.from({ length: 10 }, async () => (await cases.newDriver()).car_number));
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      cases.decideMoney(id, { decision: 'assign', fee: { car_number: cars[n % 10], payment_type: 'RF' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
});
