import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#domains/ledger';
import { takenOf } from '#domains/payments';
import { buildAttempt } from '../../../test/builders/attempts.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../test/builders/transfers.ts';
import { openOffice } from '../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { matchLateClaims } from './transfers/match-transfers.ts';

// Two decisions at the same moment: one of them comes first, whichever, and money counts once.

let it: TestApp;
let office: Awaited<ReturnType<typeof openOffice>>;

beforeAll(async () => {
  it = await startApp();
  office = await openOffice(it);
});
/** No call failed, the books hold, no money is overspent, each cleared payment has one receipt. */
afterEach(async () => {
  expect(await checkLedger(it.db)).toEqual([]);
  const transfers = await it.db.selectFrom('transfers').select(['id', 'amount', 'status']).execute();
  const taken = await takenOf(
    it.db,
    transfers.map(({ id }) => id),
  );
  for (const { id, amount, status } of transfers) {
    const of = Number(taken.get(id) ?? 0);
    expect(of).toBeLessThanOrEqual(Number(amount));
    expect(status === 'matched').toBe(of === Number(amount));
  }
  const cleared = await it.db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'cleared')
    .orderBy('id')
    .execute();
  const standing = it.db.selectFrom('receipts').select('subject_id as id').where('status', '=', 'issued');
  expect(await standing.orderBy('subject_id').execute()).toEqual(cleared);
});
afterAll(() => it.close());

type Answer = { status: number };
const noneFailed = (answers: readonly Answer[]) => {
  for (const { status } of answers) expect(status).toBeLessThan(500);
};
const succeeded = (answers: readonly Answer[]): number => answers.filter(({ status }) => status < 300).length;
const entriesOf = async (id: string): Promise<number> =>
  (
    await it.db
      .selectFrom('ledger_entries')
      .select('number')
      .where('kind', '=', 'payment')
      .where('subject_id', '=', id)
      .execute()
  ).length;
const holders = (transaction_id: string) =>
  it.db
    .selectFrom('payments')
    .select(['id', 'driver_id', 'status'])
    .where('transaction_id', '=', transaction_id)
    .where('status', 'in', ['submitted', 'cleared'])
    .execute();
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
/** A claim whose receipt agrees and that waits all the same. */
const ready = async () => {
  const claim = submissionOf(await office.newDriver());
  const id = await buildPayment(it, claim, 'rejected', 'Too early.');
  const transfer = await buildTransfer(it, { transaction_id: claim.transaction_id });
  await changePayment(it, id, 'undo');
  return { id, transfer, claim };
};

const ROUNDS = [1, 2, 3];

describe.each(ROUNDS)('round %i', () => {
  test('a disputed claim is given away, captured, cleared and looked at: one of the two drivers has paid, once', async () => {
    const { admin, capture, clerk, decide, newDriver, send } = office;
    const claim = submissionOf(await newDriver());
    const { transaction_id } = claim;
    const id = await buildPayment(it, claim);
    await buildAttempt(it, submissionOf(await newDriver(), { transaction_id }));
    const [claimant] = (await send('GET', `/clearance/${id}`)).claimants;
    const award = { decision: 'award', attempt_id: claimant.id, reason: 'Showed the message.' };
    const answers = await Promise.all([
      capture(transaction_id, '200.00', clerk),
      decide(id, award, admin),
      decide(id, { decision: 'clear' }, admin),
      decide(id, award, admin),
      matchLateClaims(it.db, it.clock.now).then(() => ({ status: 200 })),
    ]);
    noneFailed(answers);
    await matchLateClaims(it.db, it.clock.now);
    await send('POST', '/clearance/clear_ready', undefined, admin);
    const held = await holders(transaction_id);
    expect(held).toHaveLength(1);
    expect(await entriesOf(held[0]?.id ?? '')).toBe(held[0]?.status === 'cleared' ? 1 : 0);
  });

  test('what is ready is cleared in bulk as a person clears and another one rejects it: one of the three', async () => {
    const { admin, decide, send, stateOf } = office;
    const cases = await times(4, ready);
    const answers = await Promise.all([
      send('POST', '/clearance/clear_ready'),
      ...cases.map(({ id }, n) =>
        decide(id, { decision: n % 2 === 0 ? 'clear' : 'reject', reason: 'I say so.' }, admin),
      ),
      send('POST', '/clearance/clear_ready', undefined, admin),
    ]);
    noneFailed(answers);
    for (const { id } of cases) {
      const state = await stateOf(id);
      expect(['cleared', 'rejected']).toContain(state);
      expect(await entriesOf(id)).toBe(state === 'cleared' ? 1 : 0);
    }
  });

  test('the payments of one split receipt are reversed at once, each by several: each is reversed once, and the money is whole', async () => {
    const { admin, decide, moneyState, newDriver, send } = office;
    const drivers = await times(3, newDriver);
    const rows = drivers.map(({ car_number, driver_code }) => ({
      ...{ car_number, driver_code, payment_type: 'RF', amount: '200.00' },
    }));
    const given = { mode: 'cash', amount: '600.00', payments: rows };
    const { payment_ids } = await send('POST', '/payments/receive', given);
    const { transfer_id } = await it.db
      .selectFrom('payments')
      .select('transfer_id')
      .where('id', '=', payment_ids[0])
      .executeTakeFirstOrThrow();
    const reverse = { decision: 'reverse', cause: 'wrong_car', reason: 'The note was false.' };
    const answers = await times(9, (n) => decide(payment_ids[n % 3], reverse, admin));
    noneFailed(answers);
    expect(succeeded(answers)).toBe(3);
    expect(await moneyState(transfer_id ?? '')).toBe('open');
    for (const id of payment_ids) expect(await entriesOf(id)).toBe(2);
    const receipts = it.db.selectFrom('receipts').select('status').where('subject_id', 'in', payment_ids);
    expect(await receipts.execute()).toEqual([{ status: 'void' }, { status: 'void' }, { status: 'void' }]);
  });

  test('a part of a split receipt is reversed as the credit of another part is used and returned', async () => {
    const { admin, decide, newDriver, send } = office;
    const driver = await newDriver();
    const { car_number, driver_code } = driver;
    const other = await newDriver();
    const given = {
      ...{ mode: 'cash', amount: '2600.00', credit_to: driver_code },
      payments: [
        { car_number, driver_code, payment_type: 'RF', amount: '200.00' },
        { car_number: other.car_number, driver_code: other.driver_code, payment_type: 'RF', amount: '200.00' },
      ],
    };
    const { payment_ids } = await send('POST', '/payments/receive', given);
    expect(payment_ids).toHaveLength(3);
    const device = { payment_type: 'DP' };
    const uses = `/drivers/${driver.id}/credit_uses`;
    // The credit has paid the device by itself.
    const { id: useId } = await it.db
      .selectFrom('credit_uses')
      .select('id')
      .where('driver_id', '=', driver.id)
      .executeTakeFirstOrThrow();
    const [, second, credit] = payment_ids;
    const reverse = { decision: 'reverse', cause: 'wrong_car', reason: 'The note was false.' };
    const answers = await Promise.all([
      decide(second, reverse, admin),
      decide(credit, reverse, admin),
      send('PATCH', `${uses}/${useId}`, { reason: 'Changed their mind.' }),
      send('POST', uses, device),
      decide(credit, reverse, admin),
      decide(second, reverse, admin),
    ]);
    noneFailed(answers);
    const ofDriver = it.db.selectFrom('credit_uses').select('id').where('driver_id', '=', driver.id);
    const standing = await ofDriver.where('status', '=', 'used').execute();
    expect(standing.length).toBeLessThanOrEqual(1);
    if (standing.length === 1) expect(await office.stateOf(credit)).toBe('cleared');
  });

  test('money is set aside as a claim is cleared with it: either, never both', async () => {
    const { admin, decide, decideMoney, moneyState, stateOf } = office;
    const { id, transfer } = await ready();
    const dismiss = { decision: 'dismiss', reason: 'A gift.' };
    const answers = await Promise.all([
      decideMoney(transfer, dismiss),
      decide(id, { decision: 'clear' }, admin),
      decideMoney(transfer, dismiss, admin),
      office.send('POST', '/clearance/clear_ready'),
    ]);
    noneFailed(answers);
    const isCleared = (await stateOf(id)) === 'cleared';
    expect(await moneyState(transfer)).toBe(isCleared ? 'matched' : 'dismissed');
  });

  test('money is set aside as its claim comes and is looked for: either, never both', async () => {
    const { decideMoney, moneyState, newDriver, send, stateOf } = office;
    const claim = submissionOf(await newDriver());
    const transfer = await buildTransfer(it, { transaction_id: claim.transaction_id });
    const { payment_id } = await send('POST', '/payments', claim, null);
    const [dismissed] = await Promise.all([
      decideMoney(transfer, { decision: 'dismiss', reason: 'A gift.' }),
      matchLateClaims(it.db, it.clock.now),
      matchLateClaims(it.db, it.clock.now),
    ]);
    noneFailed([dismissed]);
    const isCleared = (await stateOf(payment_id)) === 'cleared';
    expect(isCleared).toBe(dismissed.status === 409);
    expect(await moneyState(transfer)).toBe(isCleared ? 'matched' : 'dismissed');
  });
});

test('of twenty who reverse a payment at once one does; the books take it back once', async () => {
  const { admin, decide, stateOf } = office;
  const { id } = await ready();
  await decide(id, { decision: 'clear' });
  const answers = await times(20, () =>
    decide(id, { decision: 'reverse', cause: 'wrong_car', reason: 'Bounced.' }, admin),
  );
  noneFailed(answers);
  expect(succeeded(answers)).toBe(1);
  expect(await stateOf(id)).toBe('reversed');
  expect(await entriesOf(id)).toBe(2);
});
