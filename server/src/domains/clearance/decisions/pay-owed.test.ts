import { formatMoney } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';

let cases: Cases;
beforeAll(async () => {
  cases = await startCases();
});
afterAll(() => cases.close());

/** An amount over, or below 0 under, another. */
const plus = (amount: string, more: number): string => (Number(amount) + more).toFixed(2);

const standingOf = async (id: string) => (await cases.send('GET', `/drivers/${id}/standing`)).body;

/** Money whose payer wrote the car among other words. */
const moneyFor = (car: string, amount: string) =>
  buildTransfer(cases.it, { amount, reference: `SUBSCRIPTION ${car} NOV`, payer_number: '' });

test('a driver is suggested by the car in the payer’s words, with what is owed, and why', async () => {
  const driver = await cases.newDriver();
  const { drivers } = await cases.show(`T${await moneyFor(driver.car_number, '500.00')}`);
  const { owed } = await standingOf(driver.id);
  expect(drivers).toMatchObject([{ driver: { id: driver.id }, why: ['reference'], owed }]);
  expect(drivers[0].due.map(({ payment_type }: { payment_type: string }) => payment_type)).toEqual(['RF', 'DP', 'SS']);
});

test('the number and the name that paid suggest drivers too, behind the reference', async () => {
  const [named, payer] = [await cases.newDriver(), await cases.newDriver()];
  const money = await buildTransfer(cases.it, {
    reference: named.car_number,
    payer_number: payer.mobile_number,
    payer_name: `${payer.last_name} ${payer.first_name}`,
  });
  const { drivers } = await cases.show(`T${money}`);
  const whys = new Map(drivers.map((one: { driver: { id: string }; why: string[] }) => [one.driver.id, one.why]));
  expect(drivers[0].driver.id).toBe(named.id);
  expect(whys.get(payer.id)).toContain('number');
});

test('what is owed is paid over several fees, the oldest first, and the rest becomes credit', async () => {
  const driver = await cases.newDriver();
  const { owed } = await standingOf(driver.id);
  const left = plus(owed, 150);
  const money = await moneyFor(driver.car_number, left);
  const answer = await cases.decideMoney(money, { decision: 'pay_owed', driver_id: driver.id, left, owed });
  expect(answer.body.message).toBe(`Cleared: ${formatMoney(left)} for ${driver.driver_code} over 3 fees.`);
  expect(await standingOf(driver.id)).toMatchObject({ owed: '0.00', credit: '150.00', due: [] });
  expect(await cases.moneyState(money)).toBe('matched');
});

test('money below what is owed pays the oldest fee, and is credit towards the next', async () => {
  const driver = await cases.newDriver();
  const { owed } = await standingOf(driver.id);
  const money = await moneyFor(driver.car_number, '250.00');
  const answer = await cases.decideMoney(money, { decision: 'pay_owed', driver_id: driver.id });
  expect(answer.body.message).toContain('Cleared.');
  expect(await standingOf(driver.id)).toMatchObject({ owed: plus(owed, -250), credit: '50.00' });
});

test('nothing is paid where what was seen has changed, where nothing is owed, or by who had a hand', async () => {
  const driver = await cases.newDriver();
  const { owed } = await standingOf(driver.id);
  const money = await moneyFor(driver.car_number, owed);
  const seen = { decision: 'pay_owed', driver_id: driver.id, left: owed, owed: '200.00' };
  expect((await cases.decideMoney(money, seen)).status).toBe(409);
  const own = await buildTransfer(cases.it, { reference: driver.car_number }, author(cases.clerk));
  expect((await cases.decideMoney(own, { decision: 'pay_owed', driver_id: driver.id })).status).toBe(403);
  expect((await cases.decideMoney(money, { ...seen, owed })).status).toBe(200);
  const more = await moneyFor(driver.car_number, '300.00');
  expect((await cases.decideMoney(more, { decision: 'pay_owed', driver_id: driver.id })).body.message).toBe(
    `${driver.driver_code} owes nothing. Choose the fee that this money pays.`,
  );
  expect((await cases.decideMoney(more, { decision: 'pay_owed' })).body.message).toBe(
    'Please choose whose fees it pays.',
  );
});

test('one fee of a driver who was found is not paid for another who has that car by now', async () => {
  const [seen, other] = [await cases.newDriver(), await cases.newDriver()];
  const money = await moneyFor('GX 9999-97', '200.00');
  const fee = { car_number: other.car_number, payment_type: 'RF' };
  const passed = await cases.decideMoney(money, { decision: 'assign', fee, driver_id: seen.id });
  expect([passed.status, passed.body.message]).toEqual([
    409,
    `The car ${other.car_number} is another driver’s now. Please find the driver again.`,
  ]);
  expect(await cases.moneyState(money)).toBe('open');
  expect((await cases.decideMoney(money, { decision: 'assign', fee, driver_id: other.id })).status).toBe(200);
});

test('a note is kept with the case and decides nothing', async () => {
  const money = await moneyFor('GX 9999-99', '300.00');
  const note = { decision: 'note', reason: 'Called, brings the message on Friday.' };
  expect((await cases.decideMoney(money, note)).body.message).toBe('The note is saved.');
  expect((await cases.show(`T${money}`)).history[0]).toMatchObject({ action: 'transfers.note', reason: note.reason });
  const { id } = await cases.differing('150.00');
  expect((await cases.decide(id, note)).status).toBe(200);
  expect(await cases.show(id)).toMatchObject({ reason: 'differs', history: [{ action: 'payments.note' }] });
  expect((await cases.decide(id, { decision: 'note' })).body.message).toBe('Please give the reason in a few words.');
});

const preview = async (ids?: readonly string[]) => (await cases.send('POST', '/clearance/preview', { ids })).body.cases;

test('many cases are previewed, and each is decided by itself with its own outcome', async () => {
  const driver = await cases.newDriver();
  const { owed } = await standingOf(driver.id);
  const known = `T${await moneyFor(driver.car_number, owed)}`;
  const unknown = `T${await moneyFor('GX 9999-98', '500.00')}`;
  const differing = await cases.differing('150.00');
  const alone = await buildPayment(cases.it, submissionOf(await cases.newDriver()));
  const shown = await preview([known, unknown, differing.id, alone]);
  expect(shown).toMatchObject([
    { id: known, driver: { id: driver.id }, difference: '0.00', why_not: null },
    { id: unknown, driver: null, decision: null, why_not: 'No driver, or more than one, has this car or number.' },
    { id: differing.id, amount: '150.00', difference: '-50.00', why_not: null },
    { id: alone, decision: null, why_not: 'No money with its transaction ID was received yet.' },
  ]);
  const decisions = [
    ...[shown[0], shown[2]].map(({ id, decision }) => ({ id, decision })),
    { id: alone, decision: { decision: 'reject', reason: 'No such payment.' } },
  ];
  const first = await cases.send('POST', '/clearance/decide_many', { decisions });
  expect(first.body).toMatchObject({
    message: 'Decided 3.',
    outcomes: decisions.map(({ id }) => ({ id, is_done: true })),
  });
  const again = await cases.send('POST', '/clearance/decide_many', { decisions });
  expect(again.body).toMatchObject({ message: 'Decided 0 of 3.' });
  expect(again.body.outcomes.every(({ is_done }: { is_done: boolean }) => !is_done)).toBe(true);
});

test('without ids, the money is previewed whose payers wrote a known car', async () => {
  const driver = await cases.newDriver();
  const id = `T${await moneyFor(driver.car_number, '200.00')}`;
  expect((await preview()).map((one: { id: string }) => one.id)).toContain(id);
});

test('a decision that needs its own look is none for many', async () => {
  const { id } = await cases.differing('150.00');
  const undo = [{ id, decision: { decision: 'undo' } }];
  expect((await cases.send('POST', '/clearance/decide_many', { decisions: undo })).status).toBe(400);
  const wrong = [{ id: `T${id}`, decision: { decision: 'reject', reason: 'No such payment.' } }];
  expect((await cases.send('POST', '/clearance/decide_many', { decisions: wrong })).status).toBe(400);
});

test('money waits from the day on which it came, also when it is recorded later', async () => {
  const transaction_id = nextTransactionId();
  await buildTransfer(cases.it, { transaction_id, received_on: '2026-11-11' });
  const { body } = await cases.send('GET', `/clearance?search=${transaction_id}`);
  expect(body).toMatchObject([{ since: '2026-11-11T00:00:00.000Z' }]);
});
