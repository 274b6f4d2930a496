import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '#domains/ledger';
import { awaitLater } from '#lib/gather.ts';
import { checkBooks } from '../../../test/book-checks.ts';
import { PAYOUT, startRefunds } from '../../../test/refunds/harness.ts';
import { countWaiting } from '../../../test/waiting.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  office = await startRefunds();
});
afterAll(() => office.close());

let payouts = 0;
const neverCame = { decision: 'never_came', reason: 'Not in the wallet.' };
const writeOff = { change: 'write_off', reason: 'Cannot be found.' };
/** A refund of 100.00 that somebody who is no driver owes. */
const owedByPayer = async () => {
  const transfer = await office.unclaimed();
  const refund = await office.approved({ from: 'money', transfer_id: transfer, amount: '100.00' });
  payouts += 1;
  expect((await office.change(refund, { ...PAYOUT, reference: `RACE${payouts}234567` })).status).toBe(200);
  expect((await office.decideMoney(transfer, neverCame, office.other)).status).toBe(200);
  return refund;
};
const recoverWith = async (transfer: string) => {
  const { transaction_id } = await office.it.db
    .selectFrom('transfers')
    .select('transaction_id')
    .where('id', '=', transfer)
    .executeTakeFirstOrThrow();
  return { change: 'recover', transaction_id };
};
const toRecover = () => balanceOf(office.it.db, '1100');
const lost = () => balanceOf(office.it.db, '5100');
const expectRightBooks = async () => expect((await checkBooks(office.it)).differences).toEqual([]);
const atOnce = <T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)));
const made = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status < 300).length;
const askedWriteOff = async (refund: string) => {
  expect((await office.change(refund, writeOff, office.asker)).status).toBe(200);
  return (await office.send('GET', `/refunds/${refund}`, undefined, office.asker)).body.approval_id as string;
};

test('money that settles a refund at this moment is not noted as never come before that is seen', async () => {
  const { db } = office.it;
  const before = await toRecover();
  const refund = await owedByPayer();
  const money = await office.unclaimed('150.00');
  const recover = await recoverWith(money);
  const [isHeld, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = awaitLater(
    db.transaction().execute(async (tx) => {
      await tx.selectFrom('transfers').select('id').where('id', '=', money).forUpdate().execute();
      isHeld.resolve();
      await isFree.promise;
    }),
  );
  await isHeld.promise;
  const recovering = awaitLater(office.change(refund, recover));
  await expect.poll(() => countWaiting(db)).toBe(1);
  const ending = awaitLater(office.decideMoney(money, neverCame, office.other));
  await expect.poll(() => countWaiting(db)).toBe(2);
  isFree.resolve();
  await holding;
  expect((await recovering).status).toBe(200);
  expect((await ending).body.message).toContain('at this moment. Please look at it again.');
  expect((await office.decideMoney(money, neverCame, office.other)).status).toBe(200);
  expect(await office.moneyOf(money)).toMatchObject({ status: 'ended', posted_amount: '0.00' });
  expect(await office.refundOf(refund)).toMatchObject({ settled_at: null });
  expect((await toRecover()) - before).toBe(10_000n);
  await expectRightBooks();
});

test('of a hundred approvals of a write-off at once, and of it and a recovery, one settles', async () => {
  const [owed, gone] = [await toRecover(), await lost()];
  const refund = await owedByPayer();
  const approval = await askedWriteOff(refund);
  expect(made(await atOnce(100, () => office.approve(approval)))).toBe(1);
  expect([await toRecover(), (await lost()) - gone]).toEqual([owed, 10_000n]);
  for (const n of [1, 2, 3]) {
    const both = await owedByPayer();
    const asked = await askedWriteOff(both);
    const recover = await recoverWith(await office.unclaimed(`${100 + n}.00`));
    const answers = await atOnce(10, (k) => (k % 2 ? office.approve(asked) : office.change(both, recover)));
    // An approval that is out of date is answered, and ends without doing anything.
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    const { recovered_from, written_off } = await office.refundOf(both);
    expect([recovered_from, written_off].filter((how) => how !== null)).toHaveLength(1);
    expect(await toRecover()).toBe(owed);
  }
  await expectRightBooks();
});

test('the same money settles one of two refunds at once, and a refund takes one of two sums', async () => {
  const owed = await toRecover();
  const [first, second] = [await owedByPayer(), await owedByPayer()];
  const recover = await recoverWith(await office.unclaimed('150.00'));
  expect(made(await atOnce(10, (n) => office.change(n % 2 ? first : second, recover)))).toBe(1);
  expect((await toRecover()) - owed).toBe(10_000n);
  const [left] = (await office.refundOf(first)).settled_at === null ? [first] : [second];
  const sums = [await office.unclaimed('100.00'), await office.unclaimed('100.00')];
  const both = await Promise.all(sums.map(recoverWith));
  expect(made(await atOnce(10, (n) => office.change(left, both[n % 2] ?? {})))).toBe(1);
  expect(await toRecover()).toBe(owed);
  const states = (await Promise.all(sums.map(office.moneyOf))).map(({ status }) => status);
  expect(states.sort()).toEqual(['ended', 'open']);
  await expectRightBooks();
});

test('of a fee, a refund and a recovery at once no more of the money is used than there is', async () => {
  const { car_number } = await office.newDriver();
  const refund = await owedByPayer();
  const money = await office.unclaimed('250.00');
  const recover = await recoverWith(money);
  const { body } = await office.ask({ from: 'money', transfer_id: money, amount: '250.00' });
  const fee = { decision: 'assign', amount: '200.00', fee: { car_number, payment_type: 'RF' } };
  const calls = [
    () => office.change(refund, recover),
    () => office.approve(body.approval_id),
    () => office.decideMoney(money, fee, office.clerk),
    () => office.decideMoney(money, neverCame, office.other),
  ];
  const answers = await atOnce(12, async (n) => calls[n % 4]?.() ?? { status: 500 });
  expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
  await expectRightBooks();
});
