import type { ClearanceCase } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchLateClaims } from '#domains/clearance';
import { checkLedger } from '#domains/ledger';
import { buildAttempt } from '../builders/attempts.ts';
import { buildPayment } from '../builders/payments.ts';
import { statementCsv } from '../builders/statements.ts';
import { nextTransactionId, submissionOf } from '../builders/submissions.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { openOffice } from '../clearing-office.ts';
import { callDriver, SAME_PERSON } from '../drivers.ts';
import { startApp, type TestApp } from '../harness.ts';
import { importServer, statementsOf } from '../statement-imports.ts';

// Somebody sends the transaction ID of money that another driver paid, before that driver does.

let it: TestApp;
let office: Awaited<ReturnType<typeof openOffice>>;
type Driver = Awaited<ReturnType<typeof office.newDriver>>;
let thief: Driver;
let payer: Driver;

beforeAll(async () => {
  it = await startApp();
  office = await openOffice(it);
});
afterAll(async () => {
  expect(await checkLedger(it.db)).toEqual([]);
  await it.close();
});

const TAKEN = 'This transaction ID was already used for another payment. Please check it, or contact us.';

/** The thief's claim of an ID that the payer has in hand. */
const stolen = async (): Promise<{ id: string; transaction_id: string }> => {
  thief = await office.newDriver();
  payer = await office.newDriver();
  const transaction_id = nextTransactionId();
  return { id: await buildPayment(it, submissionOf(thief, { transaction_id })), transaction_id };
};
const waitingOf = async (transactionId: string): Promise<ClearanceCase | undefined> => {
  const { body } = await office.call('GET', '/clearance?size=200');
  return body.find(({ transaction_id }: ClearanceCase) => transaction_id === transactionId);
};
const figureOf = async (reason: string): Promise<number> => {
  const { reasons } = await office.send('GET', '/clearance/figures');
  return reasons.find((one: { reason: string }) => one.reason === reason)?.count ?? 0;
};
const record = (id: string) => office.send('GET', `/clearance/${id}`);
/** The payer claims their own money late, and is refused. */
const claimLate = (transaction_id: string) => buildAttempt(it, submissionOf(payer, { transaction_id }));

test('money that names the payer’s car does not clear the claim of whoever sent its ID first', async () => {
  const { id, transaction_id } = await stolen();
  const captured = await office.capture(transaction_id, '200.00', office.clerk, payer.car_number.toLowerCase());
  expect(captured).toMatchObject({
    result: 'differs',
    message: expect.stringContaining('Its reference is the car number of another driver'),
  });
  expect(await office.stateOf(id)).toBe('submitted');
  expect(await waitingOf(transaction_id)).toMatchObject({ id, reason: 'other_car', money_amount: '200.00' });
  expect(await figureOf('other_car')).toBe(1);
  expect(await record(id)).toMatchObject({ reason: 'other_car', named_driver: { id: payer.id } });
  await office.send('POST', '/clearance/clear_ready', undefined, office.admin);
  await matchLateClaims(it.db, it.clock.now);
  expect(await office.stateOf(id)).toBe('submitted');
});

test('nor when the money was captured before the claim, or a statement or the desk brings it', async () => {
  const before = await stolen();
  await it.db.deleteFrom('payments').where('id', '=', before.id).execute();
  await office.capture(before.transaction_id, '200.00', office.clerk, payer.car_number);
  const id = await buildPayment(it, submissionOf(thief, { transaction_id: before.transaction_id }));
  await matchLateClaims(it.db, it.clock.now);
  expect(await office.stateOf(id)).toBe('submitted');
  // The clerk who captured it cannot give it to the thief alone, on neither page.
  expect(await office.decide(id, { decision: 'clear' })).toMatchObject({ status: 403 });
  expect(await office.receive(before.transaction_id, '200.00', thief)).toMatchObject({
    status: 409,
    message: expect.stringContaining('Its reference is the car number of another driver'),
  });

  const onStatement = await stolen();
  const staff = statementsOf(it, office.admin.headers);
  const line = {
    date: '18/11/2026',
    id: onStatement.transaction_id,
    amount: '200.00',
    reference: payer.car_number,
  };
  const statement = await staff.checked(statementCsv([line]));
  const outcomes = async () => (await staff.lines(statement)).map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(['other_car']);
  await staff.start(statement);
  await importServer(it).runDue();
  expect(await outcomes()).toEqual(['other_car']);
  expect(await office.stateOf(onStatement.id)).toBe('submitted');
});

test('what a statement adds to money that was captured without words counts as much', async () => {
  const { id, transaction_id } = await stolen();
  await it.db.deleteFrom('payments').where('id', '=', id).execute();
  await buildTransfer(it, { transaction_id });
  await buildTransfer(it, { transaction_id, source: 'statement', reference: payer.car_number });
  const claim = await buildPayment(it, submissionOf(thief, { transaction_id }));
  await matchLateClaims(it.db, it.clock.now);
  expect(await office.stateOf(claim)).toBe('submitted');
  expect(await waitingOf(transaction_id)).toMatchObject({ reason: 'other_car' });
});

test('money that names the claim’s own car, a car that nobody has, a month or a merged record of the driver clears it', async () => {
  const { admin, capture, newDriver } = office;
  const driver = await newDriver();
  const duplicate = await newDriver();
  await callDriver(it, admin.headers, 'POST', `${duplicate.id}/merge`, {
    into: driver.id,
    reason: 'Registered twice.',
    same_person: SAME_PERSON,
  });
  const states = [];
  for (const reference of [driver.car_number, 'ZZ 1-99', 'NOVEMBER', '3435', '', duplicate.car_number]) {
    const { transaction_id, ...rest } = submissionOf(await newDriver());
    const own = reference === driver.car_number || reference === duplicate.car_number;
    const id = await buildPayment(it, { ...(own ? submissionOf(driver) : rest), transaction_id });
    await capture(transaction_id, '200.00', office.clerk, reference);
    states.push([reference, await office.stateOf(id)]);
    if (own) await office.decide(id, { decision: 'reverse', cause: 'wrong_car', reason: 'For the next one.' }, admin);
  }
  expect(states.map(([, state]) => state)).toEqual(Array(6).fill('cleared'));
});

test('a person clears it all the same, or rejects it, after which the named driver’s own claim is cleared', async () => {
  const accepted = await stolen();
  await office.capture(accepted.transaction_id, '200.00', office.clerk, payer.car_number);
  expect(await office.decide(accepted.id, { decision: 'clear' }, office.admin)).toMatchObject({ status: 200 });
  const refused = await stolen();
  await office.capture(refused.transaction_id, '200.00', office.clerk, payer.car_number);
  await office.decide(refused.id, { decision: 'reject', reason: 'It is another driver’s.' }, office.admin);
  const own = await buildPayment(it, submissionOf(payer, { transaction_id: refused.transaction_id }));
  await office.decide(own, { decision: 'clear' }, office.admin);
  expect(await office.stateOf(own)).toBe('cleared');
});

test('the payer of a cleared ID is told that it is taken, and is an open case', async () => {
  const { id, transaction_id } = await stolen();
  await office.capture(transaction_id, '200.00');
  expect(await office.stateOf(id)).toBe('cleared');
  expect(await waitingOf(transaction_id)).toBeUndefined();
  const refused = await office.send('POST', '/payments', submissionOf(payer, { transaction_id }), null);
  expect(refused).toMatchObject({ status: 409, code: 'transaction_id_taken', message: TAKEN });
  expect(await waitingOf(transaction_id)).toMatchObject({ id, reason: 'reclaimed', since: it.clock.now.toISOString() });
  expect(await figureOf('reclaimed')).toBe(1);
  const { body: some } = await office.call('GET', '/clearance?reason=reclaimed');
  expect(some.map((one: ClearanceCase) => one.id)).toEqual([id]);
  const { claimants } = await record(id);
  expect(claimants).toMatchObject([{ payer: { driver: { id: payer.id } }, is_settled: false }]);

  // The captor of the money decides nothing about it; somebody else gives the ID to the payer.
  const award = { decision: 'award', attempt_id: claimants[0].id, reason: 'Showed the message of the network.' };
  expect(await office.decide(id, award)).toMatchObject({ status: 403 });
  expect(await office.decide(id, { decision: 'keep', reason: 'Never mind.' })).toMatchObject({ status: 403 });
  expect(await office.decide(id, award, office.admin)).toMatchObject({
    status: 200,
    message: expect.stringMatching(/^The claim was reversed, and that of .* was cleared\.$/),
  });
  expect(await office.stateOf(id)).toBe('reversed');
  const own = it.db.selectFrom('payments').select('status').where('driver_id', '=', payer.id);
  expect(await own.execute()).toEqual([{ status: 'cleared' }]);
  expect(await waitingOf(transaction_id)).toBeUndefined();
});

test('a false claim of a cleared ID is settled with a reason, opens no second case, and a reversal asks anew', async () => {
  const { id, transaction_id } = await stolen();
  await office.capture(transaction_id, '200.00');
  const keep = { decision: 'keep', reason: 'The payer’s message is of another day.' };
  expect(await office.decide(id, keep, office.admin)).toMatchObject({ status: 409 });
  await claimLate(transaction_id);
  expect(await office.decide(id, { decision: 'keep' }, office.admin)).toMatchObject({ status: 400 });
  expect(await office.decide(id, keep, office.admin)).toMatchObject({ status: 200 });
  await claimLate(transaction_id);
  expect(await waitingOf(transaction_id)).toBeUndefined();
  expect((await record(id)).history[0]).toMatchObject({ action: 'payments.keep', reason: keep.reason });
  const third = await office.newDriver();
  await buildAttempt(it, submissionOf(third, { transaction_id }));
  expect(await waitingOf(transaction_id)).toMatchObject({ reason: 'reclaimed' });
  await office.decide(id, { decision: 'reverse', cause: 'wrong_car', reason: 'It was the third one’s.' }, office.admin);
  const own = await buildPayment(it, submissionOf(third, { transaction_id }));
  expect(await waitingOf(transaction_id)).toMatchObject({ id: own, reason: 'disputed' });
});

test('whoever clears a disputed claim has decided on those who were known, and on nobody who comes later', async () => {
  const { id, transaction_id } = await stolen();
  await claimLate(transaction_id);
  await office.capture(transaction_id, '200.00');
  expect(await office.decide(id, { decision: 'clear' }, office.admin)).toMatchObject({ status: 200 });
  expect(await waitingOf(transaction_id)).toBeUndefined();
  await buildAttempt(it, submissionOf(await office.newDriver(), { transaction_id }));
  expect(await waitingOf(transaction_id)).toMatchObject({ id, reason: 'reclaimed' });
});

test('captures, claims of both and looks at the same moment clear the thief’s claim never', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, transaction_id } = await stolen();
    await Promise.all([
      office.capture(transaction_id, '200.00', office.clerk, payer.car_number),
      office.send('POST', '/payments', submissionOf(payer, { transaction_id }), null),
      office.capture(transaction_id, '200.00', office.admin, payer.car_number),
      matchLateClaims(it.db, it.clock.now),
    ]);
    expect(await office.stateOf(id)).toBe('submitted');
    expect(['other_car', 'disputed']).toContain((await waitingOf(transaction_id))?.reason);
  }
});
