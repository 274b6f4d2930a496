import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAttempt } from '../../../test/builders/attempts.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { BALANCED, balancedCsv, statementCsv } from '../../../test/builders/statements.ts';
import { nextTransactionId, submissionOf } from '../../../test/builders/submissions.ts';
import { type Cases, startCases } from '../../../test/cases/harness.ts';
import { importServer, statementsOf } from '../../../test/statement-imports.ts';
import { findMissingMoney } from './missing/missing-money.ts';
import { matchLateClaims, recordTransfers } from './transfers/match-transfers.ts';

let cases: Cases;
let others: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  cases = await startCases();
  others = await buildCaller(cases.it, 'SuperUser');
});
afterAll(() => cases.close());

type Given = { amount?: string; network?: string; reference?: string };

/** Captures money in the account of a network, or of nobody knows which. */
const capture = async (transaction_id: string, { amount = '200.00', ...given }: Given = {}, by = cases.clerk) =>
  cases.send(
    'POST',
    '/payments/capture_momo',
    { transaction_id, mobile_number: '', amount, seen_in_account: true, ...given },
    by,
  );

const lookUp = (transaction_id: string, given: object = {}) =>
  cases.send('POST', '/clearance', { transaction_id, ...given });

const moneyOf = (id: string) =>
  cases.it.db
    .selectFrom('transfers')
    .select(['id', 'transaction_id', 'network', 'amount', 'status'])
    .where(sql<boolean>`split_part(transaction_id, '-', 1) = ${id}`)
    .orderBy('id')
    .execute();

const claim = async (transaction_id: string, given: object = {}) => {
  const submission = submissionOf(await cases.newDriver(), { transaction_id, ...given });
  const { status, body } = await cases.send('POST', '/payments', submission, null as never);
  return { submission, status, id: body.payment_id as string, code: body.code as string };
};

const idOf = async (paymentId: string) =>
  (
    await cases.it.db
      .selectFrom('payments')
      .select(['transaction_id'])
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
  ).transaction_id;

/** MTN's money, which has paid a claim, and Telecel's of the same ID, which nobody claimed. */
const ofTwoNetworks = async (amount = '200.00') => {
  const id = nextTransactionId();
  const first = await claim(id);
  await capture(id, { network: 'MTN' });
  await capture(id, { network: 'TELECEL', amount });
  const [, second] = await moneyOf(id);
  return { id, first, second: second?.id ?? '' };
};

const importOf = async (ids: readonly string[], given: object, by = others, amount = '200.00') => {
  const staff = statementsOf(cases.it, by.headers);
  const lines = ids.map((id) => ({ date: '20/11/2026', id, amount }));
  const id = await staff.checked(statementCsv(lines), given);
  const checked = { ...(await staff.show(id)), lines: await staff.lines(id) };
  const started = await staff.start(id);
  await importServer(cases.it).runDue();
  return { id, checked, started: started.statusCode, lines: await staff.lines(id) };
};

test('money of two networks with one transaction ID is recorded as two, and the second has its network behind it', async () => {
  const { id, first, second } = await ofTwoNetworks('90.00');
  expect(await moneyOf(id)).toMatchObject([
    { transaction_id: id, network: 'MTN', amount: '200.00', status: 'matched' },
    { id: second, transaction_id: `${id}-TELECEL`, network: 'TELECEL', amount: '90.00', status: 'open' },
  ]);
  expect((await cases.paymentOf(first.id)).status).toBe('cleared');
  expect(await cases.show(`T${second}`)).toMatchObject({ reason: 'two_networks', money: { network: 'TELECEL' } });
});

test('capturing either again changes nothing', async () => {
  const { id } = await ofTwoNetworks('90.00');
  for (const given of [{ network: 'MTN' }, { network: 'TELECEL', amount: '90.00' }]) {
    expect((await capture(id, given)).body).toMatchObject({ result: 'already' });
  }
  expect(await moneyOf(id)).toHaveLength(2);
  expect((await capture(id, { network: 'TELECEL', amount: '91.00' })).body.code).toBe('conflict');
});

test('an ID of two networks needs its network at the desk, and both are named', async () => {
  const { id } = await ofTwoNetworks('90.00');
  const named = /MTN, GHS 200\.00 of .*; Telecel, GHS 90\.00 of/;
  expect((await lookUp(id)).body).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(named) });
  expect((await capture(id)).body.issues).toMatchObject([{ path: 'body.network' }]);
  expect((await lookUp(id, { network: 'TELECEL' })).body.message).toContain('GHS 90.00');
  expect((await lookUp(id, { network: 'NONE' })).body.issues).toMatchObject([{ path: 'body.network' }]);
});

test('a claim is let in beside another network’s payment once that money is there, and a person clears it', async () => {
  const { id, second } = await ofTwoNetworks();
  const { id: later } = await claim(id, { network: 'TELECEL' });
  expect(await idOf(later)).toBe(`${id}-TELECEL`);
  expect(await cases.show(later, others)).toMatchObject({
    reason: 'two_networks',
    claim: { claimed_network: 'TELECEL' },
    hindrance: null,
  });
  expect((await cases.decide(later, { decision: 'clear' }, cases.clerk)).status).toBe(403);
  expect((await cases.decide(later, { decision: 'clear' }, others)).status).toBe(200);
  expect(await cases.paymentOf(later)).toMatchObject({ status: 'cleared', transfer_id: second });
});

test('a third claimant is told that the ID is taken, and is an open case of both payments', async () => {
  const { id, first } = await ofTwoNetworks();
  const { id: later } = await claim(id);
  await cases.decide(later, { decision: 'clear' }, others);
  const third = await cases.newDriver();
  await buildAttempt(cases.it, submissionOf(third, { transaction_id: id }));
  for (const one of [first.id, later]) {
    expect(await cases.show(one)).toMatchObject({
      reason: 'reclaimed',
      claimants: [{ payer: { driver: { driver_code: third.driver_code } } }],
    });
  }
});

test('who was told that the ID is taken stands on the case of the other network’s money, and is let in then', async () => {
  const id = nextTransactionId();
  await claim(id);
  await capture(id, { network: 'MTN' });
  const payer = await cases.newDriver();
  const submission = submissionOf(payer, { transaction_id: id, network: 'TELECEL', amount: '90.00' });
  await buildAttempt(cases.it, submission);
  await capture(id, { network: 'TELECEL', amount: '90.00' });
  const [, second] = await moneyOf(id);
  expect((await cases.show(`T${second?.id}`, others)).claimants).toMatchObject([
    { payer: { driver: { driver_code: payer.driver_code } }, claimed_network: 'TELECEL', amount: '90.00' },
  ]);
  const { body } = await cases.send('POST', '/payments', submission, null as never);
  expect(await idOf(body.payment_id)).toBe(`${id}-TELECEL`);
  expect((await cases.decide(body.payment_id, { decision: 'clear' }, others)).status).toBe(200);
});

test('a chosen network lets no second claim in, since payers choose wrongly', async () => {
  const id = nextTransactionId();
  await claim(id, { network: 'MTN' });
  expect(await claim(id, { network: 'TELECEL' })).toMatchObject({ status: 409, code: 'transaction_id_taken' });
  await capture(id, { network: 'MTN' });
  expect(await claim(id, { network: 'TELECEL' })).toMatchObject({ status: 409, code: 'transaction_id_taken' });
});

test('money of an unknown network is no second one beside a known network’s, and the other way round', async () => {
  const id = nextTransactionId();
  await capture(id);
  expect((await capture(id, { network: 'TELECEL' })).body.message).toContain('Its network Telecel is noted.');
  expect((await capture(id)).body).toMatchObject({ result: 'already' });
  expect(await moneyOf(id)).toMatchObject([{ network: 'TELECEL' }]);
  const other = nextTransactionId();
  await capture(other, { amount: '50.00' });
  expect((await capture(other, { network: 'MTN' })).body.code).toBe('conflict');
  expect(await moneyOf(other)).toMatchObject([{ network: null, amount: '50.00' }]);
});

test('whoever gives one payment out as that of two networks uses it once, until somebody else decides', async () => {
  const id = nextTransactionId();
  await capture(id);
  await capture(id, { network: 'MTN' });
  const { body } = await capture(id, { network: 'TELECEL' });
  expect(body.message).toContain('Money of another network has its transaction ID');
  const [first, twin] = await moneyOf(id);
  const driver = await cases.newDriver();
  const fee = { car_number: driver.car_number, payment_type: 'RF' };
  for (const money of [first, twin]) {
    expect((await cases.decideMoney(money?.id ?? '', { decision: 'assign', fee }, cases.clerk)).status).toBe(403);
  }
  const one = await claim(id);
  const two = await claim(id);
  expect([one.status, two.status]).toEqual([201, 201]);
  for (const { id: paymentId } of [one, two]) {
    expect((await cases.paymentOf(paymentId)).status).toBe('submitted');
    for (const transfer_id of [undefined, first?.id, twin?.id]) {
      const given = { decision: 'clear', ...(transfer_id && { transfer_id }) };
      expect([403, 409]).toContain((await cases.decide(paymentId, given, cases.clerk)).status);
    }
  }
  const row = { car_number: driver.car_number, driver_code: driver.driver_code, payment_type: 'RF', amount: '200.00' };
  const received = { mode: 'momo', transaction_id: id, network: 'AIRTELTIGO', amount: '200.00', seen_in_account: true };
  expect((await cases.send('POST', '/payments/receive', { ...received, payments: [row] })).status).toBe(409);
  expect((await cases.decide(one.id, { decision: 'clear' }, others)).status).toBe(200);
});

test('of twenty captures at once of two networks there are two, and of twenty claims as many', async () => {
  const id = nextTransactionId();
  const networks = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'MTN' : 'TELECEL'));
  const answers = await Promise.all(networks.map((network) => capture(id, { network })));
  expect(answers.map(({ status }) => status)).toEqual(networks.map(() => 201));
  expect((await moneyOf(id)).map(({ network }) => network).toSorted()).toEqual(['MTN', 'TELECEL']);
  const claims = await Promise.all(networks.map((network) => claim(id, { network })));
  expect(claims.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(claims.filter(({ code }) => code === 'transaction_id_taken')).toHaveLength(18);
});

test('a claim that is cleared with the other network’s money has its ID, and leaves the first one’s free', async () => {
  const id = nextTransactionId();
  const first = await claim(id, { amount: '300.00' });
  await capture(id, { network: 'MTN' });
  await capture(id, { network: 'TELECEL', amount: '300.00' });
  const { suggestions } = await cases.show(first.id, others);
  expect(suggestions).toMatchObject([{ transaction_id: `${id}-TELECEL`, amount: '300.00' }]);
  const [mtn, telecel] = await moneyOf(id);
  expect((await cases.show(`T${telecel?.id}`, others)).suggestions).toMatchObject([{ id: first.id }]);
  expect((await cases.decide(first.id, { decision: 'clear', transfer_id: telecel?.id }, others)).status).toBe(200);
  expect(await idOf(first.id)).toBe(`${id}-TELECEL`);
  const { id: second } = await claim(id);
  expect(await idOf(second)).toBe(id);
  expect((await cases.decide(second, { decision: 'clear' }, others)).status).toBe(200);
  expect(await cases.paymentOf(second)).toMatchObject({ status: 'cleared', transfer_id: mtn?.id });
});

test('once one network’s money never came, whoever claims the other’s first does not get it by that', async () => {
  const id = nextTransactionId();
  const payer = await claim(id, { amount: '300.00' });
  await capture(id, { network: 'MTN' });
  await capture(id, { network: 'TELECEL' }, others);
  const [wrong, own] = await moneyOf(id);
  await cases.decideMoney(wrong?.id ?? '', { decision: 'never_came', reason: 'It was Telecel’s.' }, cases.admin);
  const later = await claim(id);
  await matchLateClaims(cases.it.db, cases.it.clock.now);
  expect(await cases.show(later.id)).toMatchObject({ reason: 'two_networks' });
  expect((await cases.decide(later.id, { decision: 'clear' }, others)).status).toBe(403);
  expect((await cases.decide(later.id, { decision: 'reject', reason: 'Not theirs.' }, cases.admin)).status).toBe(200);
  const given = { decision: 'clear', transfer_id: own?.id, amount: '200.00' };
  expect(await cases.decide(payer.id, given, cases.admin)).toMatchObject({ status: 200 });
});

test('money is told by the order in which it came', async () => {
  await sql`SELECT setval(pg_get_serial_sequence('transfers', 'id'), 99998)`.execute(cases.it.db);
  const id = nextTransactionId();
  await capture(id, { network: 'MTN' });
  await capture(id, { network: 'TELECEL', amount: '90.00' });
  expect((await lookUp(id)).body.message).toMatch(/MTN.*Telecel/);
});

test('money of a bank has no network, also where its reference is captured as a transaction ID', async () => {
  const id = nextTransactionId();
  const { car_number, driver_code } = await cases.newDriver();
  const payments = [{ car_number, driver_code, payment_type: 'RF', amount: '200.00' }];
  const received = { mode: 'bank', transaction_id: id, amount: '200.00', payer_name: 'Ama', seen_in_account: true };
  expect((await cases.send('POST', '/payments/receive', { ...received, payments })).status).toBe(201);
  expect((await capture(id, { network: 'MTN' })).body).toMatchObject({ result: 'already' });
  expect(await moneyOf(id)).toMatchObject([{ network: null }]);
});

test('a statement notes the network of money that it shows with the same amount', async () => {
  const [equal, other] = [nextTransactionId(), nextTransactionId()];
  await capture(equal);
  await capture(other, { amount: '50.00' });
  await importOf([equal, other], { network: 'TELECEL' });
  expect(await moneyOf(equal)).toMatchObject([{ network: 'TELECEL' }]);
  expect(await moneyOf(other)).toMatchObject([{ network: null, amount: '50.00' }]);
});

test('a statement’s line of another network’s ID is money of its own, also when it is imported again', async () => {
  const [taken, fresh, more] = [nextTransactionId(), nextTransactionId(), nextTransactionId()];
  await capture(taken, { network: 'MTN', amount: '50.00' });
  const { checked, lines } = await importOf([taken, fresh, more], { network: 'TELECEL' });
  const outcomes = ['two_networks', 'no_claim', 'no_claim'];
  expect(checked.lines.map(({ outcome }) => outcome)).toEqual(outcomes);
  expect(checked.lines[0]?.reason).toContain('MTN, GHS 50.00');
  expect(lines.map(({ outcome }) => outcome)).toEqual(outcomes);
  expect(await moneyOf(taken)).toMatchObject([{ amount: '50.00' }, { amount: '200.00', network: 'TELECEL' }]);
  const again = await importOf([taken, fresh, more], { network: 'TELECEL' });
  expect(again.lines.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known']);
  expect(await moneyOf(taken)).toHaveLength(2);
});

test('a line without a network whose ID two networks have is not imported', async () => {
  const { id } = await ofTwoNetworks('90.00');
  const { lines } = await importOf([id, nextTransactionId()], {});
  expect(lines.map(({ outcome }) => outcome)).toEqual(['unreadable', 'no_claim']);
  expect(lines[0]?.reason).toBe('Money of two networks has this transaction ID. Choose the network of this statement.');
  expect((await moneyOf(id)).map(({ amount }) => amount)).toEqual(['200.00', '90.00']);
});

test('a statement under the wrong network is not imported where its money is known as another’s', async () => {
  const ids = [nextTransactionId(), nextTransactionId(), nextTransactionId()];
  await importOf(ids, { network: 'MTN' });
  const { checked, started } = await importOf(ids, { network: 'TELECEL' });
  expect(checked.problem).toContain('Please choose the network of this account.');
  expect(started).toBe(409);
  for (const id of ids) expect(await moneyOf(id)).toMatchObject([{ network: 'MTN' }]);
});

test('a statement of a network lacks that network’s money alone, and shows none of the other’s', async () => {
  const id = nextTransactionId();
  const day = { received_on: '2026-11-18' } as const;
  await capture(id, { network: 'MTN', ...day });
  await capture(id, { network: 'TELECEL', amount: '90.00', ...day });
  const covers = { ...BALANCED, covers_from: '2026-11-15', covers_to: '2026-11-19' };
  const staff = statementsOf(cases.it, others.headers);
  const csv = balancedCsv([{ date: '18/11/2026', id, amount: '90.00' }]);
  const statement = await staff.checked(csv, { ...covers, network: 'TELECEL' });
  await staff.start(statement);
  await importServer(cases.it).runDue();
  await findMissingMoney(cases.it.db, cases.it.clock.now);
  const missing = async () =>
    (
      await cases.it.db
        .selectFrom('transfers')
        .select(['network', 'missing_in'])
        .where(sql<boolean>`split_part(transaction_id, '-', 1) = ${id}`)
        .orderBy('id')
        .execute()
    ).map(({ missing_in }) => missing_in);
  expect(await missing()).toEqual([null, null]);
  const other = balancedCsv([{ date: '18/11/2026', id: nextTransactionId(), amount: '10.00' }]);
  const ofMtn = await staff.checked(other, { ...covers, network: 'MTN' });
  await staff.start(ofMtn);
  await importServer(cases.it).runDue();
  await findMissingMoney(cases.it.db, cases.it.clock.now);
  expect(await missing()).toEqual([ofMtn, null]);
});

test('a search for the ID finds the money and the claims of both networks', async () => {
  const { id } = await ofTwoNetworks('90.00');
  for (const named of [id, `${id}, Telecel`]) {
    const found = await cases.send('GET', `/money_received?search=${named}`, undefined, cases.admin);
    expect(found.body.map((one: { network: string }) => one.network).toSorted()).toEqual(['MTN', 'TELECEL']);
  }
  const listed = await cases.send('GET', `/clearance?search=${id}`);
  expect(listed.body.map((one: { reason: string }) => one.reason).toSorted()).toEqual([
    'cleared',
    'matched',
    'two_networks',
  ]);
});

test('staff claim beside another network’s payment as drivers do, and correct the month of such a claim', async () => {
  const { id } = await ofTwoNetworks();
  const month = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
  const driver = await cases.newDriver();
  await buildPayment(cases.it, submissionOf(driver), 'cleared');
  const submission = submissionOf(driver, { transaction_id: id, ...month });
  const { body } = await cases.send('POST', '/fee_payment', submission);
  const own = `${id}-TELECEL`;
  expect(await idOf(body.payment_id)).toBe(own);
  const given = { transaction_id: own, payment_year: 2026, payment_month: 'DECEMBER' };
  expect((await cases.send('PATCH', `/monthly_subscriptions/${body.payment_id}`, given, others)).status).toBe(200);
  expect(await idOf(body.payment_id)).toBe(own);
  const other = await buildPayment(cases.it, submissionOf(await cases.newDriver()));
  const taken = await cases.send('PATCH', `/reg_fees/${other}`, { transaction_id: id }, cases.admin);
  expect(taken.body.code).toBe('transaction_id_taken');
});

test('a claim is corrected to the ID of another network’s money that nobody claimed', async () => {
  const { id } = await ofTwoNetworks();
  const other = await buildPayment(cases.it, submissionOf(await cases.newDriver()));
  const corrected = await cases.send('PATCH', `/reg_fees/${other}`, { transaction_id: id }, others);
  expect(corrected.status).toBe(200);
  expect(await idOf(other)).toBe(`${id}-TELECEL`);
});

test('recording ten thousand lines of a network at once holds no lock for each', async () => {
  const { db, clock } = cases.it;
  const lines = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ mode: 'momo', amount: '1.00', received_on: '2026-11-20', payer_name: '', payer_number: '', reference: '' },
    ...{ transaction_id: `9${String(at).padStart(10, '0')}`, network: 'MTN', source: 'statement' },
  }));
  await db
    .transaction()
    .execute(async (tx) => {
      const recorded = await recordTransfers(tx, lines as never, { by: null, now: clock.now });
      const again = lines.map((line) => ({ ...line, network: 'TELECEL' }));
      expect(await recordTransfers(tx, again as never, { by: null, now: clock.now })).toHaveLength(10_000);
      const { rows } = await sql<{ locks: number }>`
        SELECT count(*)::integer AS locks FROM pg_locks WHERE pid = pg_backend_pid()`.execute(tx);
      expect(recorded).toHaveLength(10_000);
      expect(rows[0]?.locks).toBeLessThan(200);
      throw new Error('taken back');
    })
    .catch((error: Error) => {
      if (error.message !== 'taken back') throw error;
    });
});
