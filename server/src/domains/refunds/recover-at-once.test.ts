import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { startRefunds } from '../../../test/refunds/harness.ts';
import { NEVER_CAME, owing, WRITE_OFF } from '../../../test/refunds/owed.ts';
import { countWaiting, whileHeld } from '../../../test/waiting.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
let owed: ReturnType<typeof owing>;
beforeAll(async () => {
  office = await startRefunds();
  owed = owing(office);
});
afterAll(() => office.close());

const atOnce = <T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)));
const made = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status < 300).length;
const askedWriteOff = async (refund: string) => {
  expect((await office.change(refund, WRITE_OFF, office.asker)).status).toBe(200);
  return (await office.send('GET', `/refunds/${refund}`, undefined, office.asker)).body.approval_id as string;
};

test('money that settles a refund at this moment is not noted as never come before that is seen', async () => {
  const { db } = office.it;
  const before = await owed.toRecover();
  const refund = await owed.owedByPayer();
  const money = await office.unclaimed('150.00');
  const recover = await owed.recoverWith(money);
  let ending: ReturnType<typeof office.decideMoney> | undefined;
  const recovering = await whileHeld(
    db,
    { hold: (tx) => tx.selectFrom('transfers').select('id').where('id', '=', money).forUpdate().execute(), waiting: 2 },
    async () => {
      const call = awaitLater(office.change(refund, recover));
      await expect.poll(() => countWaiting(db)).toBe(1);
      ending = awaitLater(office.decideMoney(money, NEVER_CAME, office.other));
      return call;
    },
  );
  expect(recovering.status).toBe(200);
  expect((await ending)?.body.message).toContain('just now. Please look at it again.');
  expect((await office.decideMoney(money, NEVER_CAME, office.other)).status).toBe(200);
  expect(await office.moneyOf(money)).toMatchObject({ status: 'ended', posted_amount: '0.00' });
  expect(await office.refundOf(refund)).toMatchObject({ settled_at: null });
  expect((await owed.toRecover()) - before).toBe(10_000n);
  await owed.expectRightBooks();
});

test('of a hundred approvals of a write-off at once, and of it and a recovery, one settles', async () => {
  const [before, gone] = [await owed.toRecover(), await owed.lost()];
  const refund = await owed.owedByPayer();
  const approval = await askedWriteOff(refund);
  expect(made(await atOnce(100, () => office.approve(approval)))).toBe(1);
  expect([await owed.toRecover(), (await owed.lost()) - gone]).toEqual([before, 10_000n]);
  for (const n of [1, 2, 3]) {
    const both = await owed.owedByPayer();
    const asked = await askedWriteOff(both);
    const recover = await owed.recoverWith(await office.unclaimed(`${100 + n}.00`));
    const answers = await atOnce(10, (k) => (k % 2 ? office.approve(asked) : office.change(both, recover)));
    // An approval that is out of date is answered, and ends without doing anything.
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    const { recovered_from, written_off } = await office.refundOf(both);
    expect([recovered_from, written_off].filter((how) => how !== null)).toHaveLength(1);
    expect(await owed.toRecover()).toBe(before);
  }
  await owed.expectRightBooks();
});

test('the same money settles one of two refunds at once, and a refund takes one of two sums', async () => {
  const before = await owed.toRecover();
  const [first, second] = [await owed.owedByPayer(), await owed.owedByPayer()];
  const recover = await owed.recoverWith(await office.unclaimed('150.00'));
  expect(made(await atOnce(10, (n) => office.change(n % 2 ? first : second, recover)))).toBe(1);
  expect((await owed.toRecover()) - before).toBe(10_000n);
  const [left] = (await office.refundOf(first)).settled_at === null ? [first] : [second];
  const sums = [await office.unclaimed('100.00'), await office.unclaimed('100.00')];
  const both = await Promise.all(sums.map(owed.recoverWith));
  expect(made(await atOnce(10, (n) => office.change(left, both[n % 2] ?? {})))).toBe(1);
  expect(await owed.toRecover()).toBe(before);
  const states = (await Promise.all(sums.map(office.moneyOf))).map(({ status }) => status);
  expect(states.sort()).toEqual(['ended', 'open']);
  await owed.expectRightBooks();
});

test('of a fee, a refund and a recovery at once no more of the money is used than there is', async () => {
  const { car_number } = await office.newDriver();
  const refund = await owed.owedByPayer();
  const money = await office.unclaimed('250.00');
  const recover = await owed.recoverWith(money);
  const { body } = await office.ask({ from: 'money', transfer_id: money, amount: '250.00' });
  const fee = { decision: 'assign', amount: '200.00', fee: { car_number, payment_type: 'RF' } };
  const calls = [
    () => office.change(refund, recover),
    () => office.approve(body.approval_id),
    () => office.decideMoney(money, fee, office.clerk),
    () => office.decideMoney(money, NEVER_CAME, office.other),
  ];
  const answers = await atOnce(12, async (n) => calls[n % 4]?.() ?? { status: 500 });
  expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
  await owed.expectRightBooks();
});
