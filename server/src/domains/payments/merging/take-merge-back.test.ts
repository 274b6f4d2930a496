import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger, creditOf } from '#domains/ledger';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { buildContactMessage } from '../../../../test/builders/messages.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { callDriver, mergeByTwo, removeDriver, SAME_PERSON, signInMember } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { sendRegistration } from '../../../../test/register.ts';
import { readTotals } from '../../../../test/totals.ts';

const REASON = 'Registered twice, once with a slip in the car number.';
const DAY = 24 * 3_600_000;

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
const START = new Date('2026-11-20T10:00:00Z');
beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SystemAdmin');
});
afterAll(() => it.close());

type Driver = Awaited<ReturnType<typeof buildDriver>>['driver'];

const merge = (id: string, into: string, more: object = {}) =>
  callDriver(it, staff.headers, 'POST', `${id}/merge`, { into, reason: REASON, same_person: SAME_PERSON, ...more });
const takeBack = (id: string, headers = staff.headers) => callDriver(it, headers, 'POST', `${id}/merge/take_back`);
const show = async (id: string) => (await callDriver(it, staff.headers, 'GET', id)).body;
const useCredit = (id: string, payment_month: string) =>
  callDriver(it, staff.headers, 'POST', `${id}/credit_uses`, { payment_type: 'SS', payment_year: 2026, payment_month });
const pair = async () => ({
  duplicate: (await buildDriver(it, { first_name: 'Kwame', plan: 'monthly' })).driver,
  kept: (await buildDriver(it, { plan: 'monthly' })).driver,
});
const message = async (answer: Promise<{ status: number; body: { message: string } }>) => {
  const { status, body } = await answer;
  return [status, body.message];
};

/** Every row of everything that a merge can reach, as text; of accounts, what lets a member in. */
const TABLES = {
  drivers: '*',
  payments: '*',
  credit_uses: '*',
  payment_attempts: '*',
  contact_messages: '*',
  ledger_merged_drivers: '*',
  ledger_entries: '*',
  ledger_postings: '*',
  receipts: '*',
  persons: '*',
  accounts: 'id, status',
} as const;
const rowsOf = async () => {
  const rows: Record<string, string[]> = {};
  for (const [table, columns] of Object.entries(TABLES)) {
    const found = await sql<{ row: string }>`
      SELECT row_to_json(t)::text AS row FROM (SELECT ${sql.raw(columns)} FROM ${sql.table(table)}) AS t ORDER BY 1`.execute(
      it.db,
    );
    rows[table] = found.rows.map(({ row }) => row);
  }
  return rows;
};
/** The books take back by entries of their own, and uses of credit are made anew. */
const withoutEntries = (rows: Record<string, string[]>, posts: boolean) =>
  Object.entries(rows).filter(
    ([table]) => !posts || !['ledger_entries', 'ledger_postings', 'credit_uses'].includes(table),
  );
const balances = async () =>
  (
    await sql`SELECT account, driver_id, sum(amount) AS sum FROM ledger_postings GROUP BY 1, 2
      HAVING sum(amount) <> 0 ORDER BY 1, 2`.execute(it.db)
  ).rows;
const expectRightBooks = async () => {
  expect(await checkLedger(it.db)).toEqual([]);
  const { kept, summed } = await readTotals(it.db);
  expect(kept).toEqual(summed);
  expect((await checkBooks(it)).differences).toEqual([]);
};

const STATES = ['submitted', 'cleared', 'rejected', 'reversed'] as const;
type Paid = { month: string; state: (typeof STATES)[number]; amount: string }[];
/** Mostly months of their own; a few fees are paid by both. */
const months = (...names: string[]): fc.Arbitrary<Paid> =>
  fc.uniqueArray(
    fc.record({
      month: fc.constantFrom(...names),
      state: fc.constantFrom(...STATES, 'cleared' as const, 'cleared' as const),
      amount: fc.constantFrom('300.00', '450.00', '20.00'),
    }),
    { maxLength: 3, selector: ({ month }) => month },
  );
const situation = fc.record({
  duplicate: months('SEPTEMBER', 'NOVEMBER', 'DECEMBER'),
  kept: months('SEPTEMBER', 'OCTOBER', 'NOVEMBER'),
  /** The record that paid the registration fee, by more than it costs. */
  paidBy: fc.constantFrom('duplicate', 'kept', 'both', null),
  usesCredit: fc.boolean(),
  attempts: fc.boolean(),
  hasMessage: fc.boolean(),
  wasMergedBefore: fc.boolean(),
  wasRemoved: fc.boolean(),
});

const pay = async (driver: Driver, paid: Paid, hasPaidFee: boolean) => {
  if (hasPaidFee) await buildPayment(it, submissionOf(driver, { amount: '900.00' }), 'cleared');
  // Subscriptions need a fee that is at least claimed.
  else await buildPayment(it, submissionOf(driver));
  for (const { month, state, amount } of paid) {
    const hasEnded = state === 'rejected' || state === 'reversed';
    await buildPayment(it, subscriptionOf(driver, 2026, month, { amount }), state, ...(hasEnded ? ['A slip.'] : []));
  }
};

test('a merge that is taken back leaves everything as it was, whatever the two records had', async () => {
  let [merges, freed] = [0, 0];
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      it.clock.now = START;
      const { duplicate, kept } = await pair();
      await pay(duplicate, given.duplicate, given.paidBy === 'duplicate' || given.paidBy === 'both');
      await pay(kept, given.kept, given.paidBy === 'kept' || given.paidBy === 'both');
      if (given.usesCredit) {
        for (const { id } of [duplicate, kept]) await useCredit(id, 'NOVEMBER');
      }
      if (given.attempts) {
        const attempt = {
          ...{ type_code: 'RF', payment_year: null, payment_month: null, amount: '200.00' },
          ...{ attempted_on: '2026-11-20', first_at: START },
        };
        // Both sent one ID from one address, and the duplicate another one too.
        const twins = nextTransactionId();
        const rows = [
          { driver_id: kept.id, transaction_id: twins, times: 2, last_at: new Date(START.getTime() + 5) },
          { driver_id: duplicate.id, transaction_id: twins, times: 3, last_at: new Date(START.getTime() + 9) },
          { driver_id: duplicate.id, transaction_id: nextTransactionId(), times: 1, last_at: START },
        ];
        const address = `10.9.${merges}.1`;
        await it.db
          .insertInto('payment_attempts')
          .values(rows.map((row) => ({ ...attempt, ...row, address })))
          .execute();
      }
      if (given.hasMessage) {
        const { id } = await buildContactMessage(it);
        await it.db.updateTable('contact_messages').set({ driver_id: duplicate.id }).where('id', '=', id).execute();
      }
      if (given.wasMergedBefore) {
        const { driver: first } = await buildDriver(it);
        await buildPayment(it, submissionOf(first), 'reversed', 'A slip.');
        expect((await merge(first.id, duplicate.id)).status).toBe(200);
      }
      if (given.wasRemoved) await removeDriver(it, staff.headers, duplicate.id);
      const before = await rowsOf();
      const balancesBefore = await balances();
      const { paid_twice, credit_after } = (
        await callDriver(it, staff.headers, 'GET', `${duplicate.id}/merge?into=${kept.id}`)
      ).body;
      const posts = paid_twice.length + credit_after.pays.length > 0;
      freed += paid_twice.length;
      const credit = await creditOf(it.db, [duplicate.id, kept.id]);
      it.clock.now = new Date(START.getTime() + 60_000);
      const { status } = await merge(duplicate.id, kept.id);
      expect(status).toBe(200);
      expect((await show(`${kept.id}/standing`)).credit).toBe(credit_after.left);
      merges += 1;
      it.clock.now = new Date(START.getTime() + 120_000);
      expect(await takeBack(duplicate.id)).toMatchObject({ status: 200 });
      expect(withoutEntries(await rowsOf(), posts)).toEqual(withoutEntries(before, posts));
      expect(await balances()).toEqual(balancesBefore);
      expect(await creditOf(it.db, [duplicate.id, kept.id])).toEqual(credit);
    }),
    { numRuns: 12, seed: 1_720 },
  );
  expect([merges > 4, freed > 2]).toEqual([true, true]);
  it.clock.now = START;
  await expectRightBooks();
});

test('both records go on as two: the member signs in, each pays its own fees, and the books hold', async () => {
  const duplicate = await buildMember(it, { first_name: 'Kwame', plan: 'monthly' });
  const { driver: kept } = await buildDriver(it, { plan: 'monthly' });
  const overpaid = await buildPayment(it, submissionOf(duplicate, { amount: '600.00' }), 'cleared');
  await merge(duplicate.id, kept.id);
  expect((await signInMember(it, duplicate)).answer.status).toBe(401);
  expect(await takeBack(duplicate.id)).toEqual({
    status: 200,
    body: {
      status: true,
      message: `${duplicate.driver_code} is a record of its own again, with what it had before the merge.`,
    },
  });
  expect((await signInMember(it, duplicate)).answer.status).toBe(200);
  expect(await show(duplicate.id)).toMatchObject({ removed_at: null, removal_reason: '', merged_into: null });
  expect((await useCredit(duplicate.id, 'NOVEMBER')).status).toBe(201);
  expect((await useCredit(kept.id, 'NOVEMBER')).status).not.toBe(201);
  await changePayment(it, overpaid, 'reverse', 'Never came.');
  expect((await show(`${duplicate.id}/standing`)).covered).toEqual([]);
  for (const driver of [kept, duplicate]) await buildPayment(it, submissionOf(driver), 'cleared');
  await expectRightBooks();
  // And they can be merged anew.
  expect((await merge(duplicate.id, kept.id)).status).toBe(200);
  await expectRightBooks();
});

test('the record says until when it can be taken back; after a day, and twice, it cannot', async () => {
  it.clock.now = START;
  const { duplicate, kept } = await pair();
  await merge(duplicate.id, kept.id);
  const until = new Date(START.getTime() + DAY).toISOString();
  expect((await show(duplicate.id)).merged_into).toEqual({ id: kept.id, driver_code: kept.driver_code, until });
  it.clock.now = new Date(until);
  // Sessions have ended by then.
  staff = await buildCaller(it, 'SystemAdmin');
  const late = `${duplicate.driver_code} was merged more than a day ago, so the merge can no longer be taken back.`;
  expect(await message(takeBack(duplicate.id))).toEqual([409, late]);
  it.clock.now = new Date(it.clock.now.getTime() - 1);
  const both = await Promise.all([takeBack(duplicate.id), takeBack(duplicate.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await message(takeBack(duplicate.id))).toEqual([
    409,
    `${duplicate.driver_code} is not merged into another record.`,
  ]);
  expect((await takeBack('999999')).status).toBe(404);
  // Another merge deletes the details of an old one, which is then final.
  await merge(duplicate.id, kept.id);
  it.clock.now = new Date(it.clock.now.getTime() + DAY + 1);
  staff = await buildCaller(it, 'SystemAdmin');
  const other = await pair();
  await merge(other.duplicate.id, other.kept.id);
  expect((await show(duplicate.id)).merged_into.until).toBeNull();
  it.clock.now = START;
  staff = await buildCaller(it, 'SystemAdmin');
});

test('money that was decided on since stands on the merge, and says so', async () => {
  const { duplicate, kept } = await pair();
  await buildPayment(it, submissionOf(duplicate, { amount: '900.00' }), 'cleared');
  const claim = subscriptionOf(duplicate, 2026, 'DECEMBER');
  const waiting = await buildPayment(it, claim);
  await mergeByTwo(it, staff.headers, { id: duplicate.id, into: kept.id });
  await changePayment(it, waiting, 'clear');
  const cleared = `Since the merge money was cleared for ${kept.driver_code}: ${claim.transaction_id}. Reverse that first.`;
  expect(await message(takeBack(duplicate.id))).toEqual([409, cleared]);
  await changePayment(it, waiting, 'reverse', 'To take the merge back.');
  const { body } = await useCredit(kept.id, 'NOVEMBER');
  const used = `Since the merge credit of ${kept.driver_code} paid a fee. Give that back first.`;
  expect(await message(takeBack(duplicate.id))).toEqual([409, used]);
  await callDriver(it, staff.headers, 'PATCH', `${kept.id}/credit_uses/${body.credit_use_id}`, { reason: 'For now.' });
  // Waiting claims, which anybody may send, rest on no money and stay with their driver.
  const own = await buildPayment(it, subscriptionOf(kept, 2026, 'OCTOBER'));
  expect((await takeBack(duplicate.id)).status).toBe(200);
  const owner = it.db.selectFrom('payments').select('driver_id').where('id', '=', own);
  expect(await owner.executeTakeFirst()).toEqual({ driver_id: kept.id });
  await expectRightBooks();
});

test('a payment that was reversed since keeps the merge', async () => {
  const { duplicate, kept } = await pair();
  const claim = submissionOf(duplicate);
  const id = await buildPayment(it, claim, 'cleared');
  await mergeByTwo(it, staff.headers, { id: duplicate.id, into: kept.id });
  await changePayment(it, id, 'reverse', 'Never came.');
  expect(await message(takeBack(duplicate.id))).toEqual([
    409,
    `Since the merge a payment of ${kept.driver_code} was reversed: ${claim.transaction_id}. So the merge can no longer be taken back.`,
  ]);
});

test('the last of several merges is taken back first', async () => {
  const { duplicate, kept } = await pair();
  const { driver: third } = await buildDriver(it);
  const { driver: last } = await buildDriver(it);
  await merge(duplicate.id, kept.id);
  await merge(third.id, kept.id);
  expect(await message(takeBack(duplicate.id))).toEqual([
    409,
    `${third.driver_code} was merged into ${kept.driver_code} since. Take that merge back first.`,
  ]);
  await merge(kept.id, last.id);
  expect(await message(takeBack(third.id))).toEqual([
    409,
    `${kept.driver_code} was merged into another record since. Take that merge back first.`,
  ]);
  for (const { id } of [kept, third, duplicate]) expect((await takeBack(id)).status).toBe(200);
  expect((await show(duplicate.id)).merged_into).toBeNull();
});

test('a car that somebody else registered since, and a kept record that was removed, keep the merge', async () => {
  const { duplicate, kept } = await pair();
  await merge(duplicate.id, kept.id);
  await removeDriver(it, staff.headers, kept.id);
  expect(await message(takeBack(duplicate.id))).toEqual([
    409,
    `${kept.driver_code} was removed since. Restore it first.`,
  ]);
  await callDriver(it, staff.headers, 'POST', `${kept.id}/restore`);
  expect((await sendRegistration(it, { car_number: duplicate.car_number })).status).toBe(201);
  expect(await message(takeBack(duplicate.id))).toEqual([
    409,
    'Another driver has this car number now. Remove that one first.',
  ]);
});

test('taking back beside decisions on the money leaves the books right', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { duplicate, kept } = await pair();
    const claims: string[] = [];
    for (const driver of [duplicate, kept]) {
      claims.push(await buildPayment(it, submissionOf(driver, { amount: '260.00' })));
      claims.push(await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER', { amount: '310.00' })));
    }
    await merge(duplicate.id, kept.id);
    const [taken] = await Promise.all([
      takeBack(duplicate.id),
      ...claims.map((id) => changePayment(it, id, 'clear').catch(({ code }) => code)),
    ]);
    expect([200, 409]).toContain(taken.status);
    await expectRightBooks();
  }
});

test('two with nothing in common are merged only where it is said why they are one person', async () => {
  const one = { first_name: 'Kwame', last_name: 'Boateng', date_of_birth: '1981-02-03', email: 'kwame@example.com' };
  const { driver: duplicate } = await buildDriver(it, one);
  const { driver: kept } = await buildDriver(it, { first_name: 'Kwame', last_name: 'Addo', email: 'addo@example.com' });
  const preview = await callDriver(it, staff.headers, 'GET', `${duplicate.id}/merge?into=${kept.id}`);
  expect(preview.body).toMatchObject({ common: [], obstacles: [] });
  const sentence =
    'These two share neither name, date of birth, mobile number, e-mail nor ID number. Say in a sentence why they are one person.';
  expect((await merge(duplicate.id, kept.id, { same_person: undefined })).body).toMatchObject({
    code: 'refused',
    message: sentence,
    issues: [{ path: 'body.same_person', message: sentence }],
  });
  expect((await merge(duplicate.id, kept.id, { same_person: 'Yes, he is.' })).status).toBe(400);
  const same_person = 'He changed his name in court, and showed both of his cards.';
  expect((await merge(duplicate.id, kept.id, { same_person })).status).toBe(200);
  const entry = await it.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'drivers.merge')
    .where('subject_id', '=', duplicate.id)
    .executeTakeFirst();
  expect(entry?.after).toMatchObject({ same_person });
});

test.each([
  ['name', { first_name: 'Ekow', last_name: 'Quansah' }, { first_name: 'Quansah', last_name: 'Ekow' }],
  ['date of birth', { date_of_birth: '1981-02-03' }, { date_of_birth: '1981-02-03' }],
  ['e-mail', { email: 'same@example.com' }, { email: 'same@example.com' }],
])('an equal %s is something in common', async (detail, one, other) => {
  const apart = { date_of_birth: '1979-05-06', email: 'a@example.com', first_name: 'Yaa', last_name: 'Osei' };
  const { driver: duplicate } = await buildDriver(it, { ...apart, ...one });
  const { driver: kept } = await buildDriver(it, {
    ...{ date_of_birth: '1983-07-08', email: 'b@example.com', first_name: 'Kofi', last_name: 'Badu' },
    ...other,
  });
  const preview = await callDriver(it, staff.headers, 'GET', `${duplicate.id}/merge?into=${kept.id}`);
  expect(preview.body.common).toEqual([detail]);
  expect((await merge(duplicate.id, kept.id, { same_person: undefined })).status).toBe(200);
});

test('those who merge none take none back', async () => {
  const { duplicate, kept } = await pair();
  await merge(duplicate.id, kept.id);
  for (const role of ['SuperUser', 'Operations', 'Member'] as const) {
    const { headers } = await buildCaller(it, role);
    expect([role, (await takeBack(duplicate.id, headers)).status]).toEqual([role, 403]);
  }
});

test('the record that stays names the duplicate until the merge is taken back', async () => {
  const { duplicate, kept } = await pair();
  expect((await show(kept.id)).duplicates).toEqual([]);
  await merge(duplicate.id, kept.id);
  const { until } = (await show(duplicate.id)).merged_into;
  expect((await show(kept.id)).duplicates).toEqual([{ id: duplicate.id, driver_code: duplicate.driver_code, until }]);
  expect((await show(duplicate.id)).duplicates).toEqual([]);
  await takeBack(duplicate.id);
  expect((await show(kept.id)).duplicates).toEqual([]);
});
