import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger, creditOf } from '#domains/ledger';
import { awaitLater } from '#lib/gather.ts';
import { checkBooks } from '../../../../test/book-checks.ts';
import { openBrowser } from '../../../../test/browser.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, buildMember } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { callDriver, mergeByTwo, removeDriver, SAME_PERSON, signInMember } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { sendRegistration } from '../../../../test/register.ts';
import { readTotals } from '../../../../test/totals.ts';
import { countWaiting } from '../../../../test/waiting.ts';

const REASON = 'Registered twice, once with a slip in the car number.';

let it: TestApp;
let staff: Awaited<ReturnType<typeof buildCaller>>;
beforeAll(async () => {
  it = await startApp();
  staff = await buildCaller(it, 'SystemAdmin');
});
afterAll(() => it.close());

const merge = (id: string, into: string, headers = staff.headers, reason = REASON) =>
  callDriver(it, headers, 'POST', `${id}/merge`, { into, reason, same_person: SAME_PERSON });
const preview = (id: string, into: string, headers = staff.headers) =>
  callDriver(it, headers, 'GET', `${id}/merge?into=${into}`);
const standing = async (id: string) => (await callDriver(it, staff.headers, 'GET', `${id}/standing`)).body;
const ownersOf = async (ids: readonly string[]) =>
  (await it.db.selectFrom('payments').select('driver_id').where('id', 'in', ids).execute()).map((row) => row.driver_id);
const pair = async () => ({
  duplicate: (await buildDriver(it, { first_name: 'Kwame', plan: 'monthly' })).driver,
  kept: (await buildDriver(it, { plan: 'monthly' })).driver,
});

/** The books, the totals and the receipts agree with the payments. */
const expectRightBooks = async () => {
  expect(await checkLedger(it.db)).toEqual([]);
  const { kept, summed } = await readTotals(it.db);
  expect(kept).toEqual(summed);
  expect((await checkBooks(it)).differences).toEqual([]);
};

test('payments, claims and credit become the kept record’s, and count once', async () => {
  const { duplicate, kept } = await pair();
  await buildPayment(it, submissionOf(kept), 'cleared');
  const ids = [
    await buildPayment(it, submissionOf(duplicate)),
    await buildPayment(it, subscriptionOf(duplicate, 2026, 'NOVEMBER', { amount: '450.00' }), 'cleared'),
    await buildPayment(it, subscriptionOf(duplicate, 2026, 'DECEMBER')),
    await buildPayment(it, subscriptionOf(duplicate, 2026, 'OCTOBER', { amount: '350.00' }), 'reversed', 'A slip.'),
  ];
  const before = await preview(duplicate.id, kept.id);
  expect(before.body).toMatchObject({
    duplicate: { id: duplicate.id },
    kept: { id: kept.id },
    moves: {
      cleared: { count: 1, amount: '450.00' },
      waiting: { count: 2, amount: '500.00' },
      ended: { count: 1, amount: '350.00' },
      credit: '150.00',
    },
    obstacles: [],
  });
  expect((await mergeByTwo(it, staff.headers, { id: duplicate.id, into: kept.id })).body.message).toContain(
    `${duplicate.driver_code} was merged into ${kept.driver_code}.`,
  );
  expect(new Set(await ownersOf(ids))).toEqual(new Set([kept.id]));
  expect(await standing(kept.id)).toMatchObject({ paid: '650.00', waiting: '500.00', credit: '150.00' });
  expect(await standing(duplicate.id)).toMatchObject({ paid: '0.00', waiting: '0.00', credit: '0.00' });
  await expectRightBooks();
});

test('a record whose person was erased is merged as any, and its account stays deleted', async () => {
  const { duplicate, kept } = await pair();
  const claim = await buildPayment(it, submissionOf(duplicate), 'cleared');
  await removeDriver(it, staff.headers, duplicate.id);
  const reason = 'The person asked for it.';
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const erased = await callDriver(it, headers, 'POST', `${duplicate.id}/erase`, { reason });
  expect(erased.status).toBe(200);
  expect(await mergeByTwo(it, staff.headers, { id: duplicate.id, into: kept.id })).toEqual({
    status: 200,
    body: { status: true, message: `${duplicate.driver_code} was merged into ${kept.driver_code}.` },
  });
  expect(await ownersOf([claim])).toEqual([kept.id]);
  const account = it.db
    .selectFrom('accounts')
    .select(['status', 'password_hash'])
    .where('id', '=', duplicate.account_id);
  expect(await account.execute()).toEqual([{ status: 'deleted', password_hash: null }]);
});

test('credit that came with the duplicate is used, and returned once its money is reversed', async () => {
  const { duplicate, kept } = await pair();
  const overpaid = await buildPayment(it, submissionOf(duplicate, { amount: '600.00' }), 'cleared');
  await mergeByTwo(it, staff.headers, { id: duplicate.id, into: kept.id });
  const fee = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
  const used = await callDriver(it, staff.headers, 'POST', `${kept.id}/credit_uses`, fee);
  expect(used.status).toBe(201);
  expect((await standing(kept.id)).credit).toBe('100.00');
  await changePayment(it, overpaid, 'reverse', 'Never came.');
  expect(await creditOf(it.db, [kept.id, duplicate.id])).toEqual(new Map());
  await expectRightBooks();
});

test('uses of credit, and records that were merged before, come along', async () => {
  const { duplicate, kept } = await pair();
  const { driver: last } = await buildDriver(it, { plan: 'monthly' });
  await buildPayment(it, submissionOf(duplicate, { amount: '600.00' }), 'cleared');
  const fee = { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' };
  await callDriver(it, staff.headers, 'POST', `${duplicate.id}/credit_uses`, fee);
  await mergeByTwo(it, staff.headers, { id: duplicate.id, into: kept.id });
  await mergeByTwo(it, staff.headers, { id: kept.id, into: last.id });
  expect(await standing(last.id)).toMatchObject({ paid: '600.00', credit: '100.00', due: [{ payment_type: 'DP' }] });
  const rows = await it.db.selectFrom('drivers').select('merged_into').where('merged_into', '=', last.id).execute();
  expect(rows).toHaveLength(2);
  await expectRightBooks();
});

test('the duplicate is removed, its member shut out, its car free; its code leads staff to the kept record', async () => {
  const duplicate = await buildMember(it);
  const { driver: kept } = await buildDriver(it);
  const { browser } = await signInMember(it, duplicate);
  await merge(duplicate.id, kept.id);
  expect((await browser.get('/api/token/member_refresh_token')).status).toBe(401);
  expect((await signInMember(it, duplicate)).answer.status).toBe(401);
  expect((await callDriver(it, staff.headers, 'GET', duplicate.id)).body).toMatchObject({
    removed_at: it.clock.now.toISOString(),
    removal_reason: REASON,
    merged_into: { id: kept.id, driver_code: kept.driver_code },
  });
  const search = { driver_code: duplicate.driver_code.toLowerCase(), mobile_number: '', car_number: '' };
  expect((await callDriver(it, staff.headers, 'POST', 'general_search', search)).body).toMatchObject({
    message: `${duplicate.driver_code} was merged into ${kept.driver_code}.`,
    driver: [{ id: kept.id }],
  });
  const history = await it.app.inject({
    url: `/api/payments/drivers/${duplicate.driver_code}`,
    headers: staff.headers,
  });
  expect(history.json()).toMatchObject({ id: kept.id, is_removed: false });
  const { car_number } = duplicate;
  expect((await sendRegistration(it, { car_number })).status).toBe(201);
});

test('money that names the duplicate’s car is brought together with the kept record’s claims', async () => {
  const { duplicate, kept } = await pair();
  const claim = await buildPayment(it, submissionOf(duplicate));
  await merge(duplicate.id, kept.id);
  const money = { transaction_id: '68571110001', mobile_number: '', amount: '190.00', reference: duplicate.car_number };
  const captured = await openBrowser(it).send({
    method: 'POST',
    url: '/api/payments/capture_momo',
    headers: staff.headers,
    payload: money,
  });
  expect(captured.status).toBe(201);
  const { id } = await it.db
    .selectFrom('transfers')
    .select('id')
    .where('transaction_id', '=', money.transaction_id)
    .executeTakeFirstOrThrow();
  const found = await it.app.inject({ url: `/api/clearance/T${id}`, headers: staff.headers });
  expect(found.json()).toMatchObject({ reason: 'no_claim', suggestions: [{ id: claim }] });
});

test('what the duplicate was paid for ends the kept record’s days to pay', async () => {
  const { duplicate, kept } = await pair();
  await buildPayment(it, submissionOf(duplicate), 'cleared');
  await mergeByTwo(it, staff.headers, { id: duplicate.id, into: kept.id });
  const row = it.db.selectFrom('drivers').select('unpaid_since').where('id', '=', kept.id);
  expect(await row.executeTakeFirst()).toEqual({ unpaid_since: null });
});

test('attempts to claim one transaction ID by both are one driver’s, and dispute nothing any more', async () => {
  const { duplicate, kept } = await pair();
  await buildPayment(it, submissionOf(kept, { transaction_id: '68571110002' }));
  const attempt = {
    ...{ transaction_id: '68571110002', type_code: 'RF', payment_year: null, payment_month: null, amount: '200.00' },
    ...{ address: '10.1.1.1', attempted_on: '2026-11-20', first_at: it.clock.now, last_at: it.clock.now },
  };
  for (const { id } of [duplicate, kept]) {
    await it.db
      .insertInto('payment_attempts')
      .values({ ...attempt, driver_id: id })
      .execute();
  }
  await merge(duplicate.id, kept.id);
  const left = it.db.selectFrom('payment_attempts').select(['driver_id', 'times']);
  expect(await left.where('transaction_id', '=', '68571110002').execute()).toEqual([{ driver_id: kept.id, times: 2 }]);
});

test('both histories say who merged them and why', async () => {
  const { duplicate, kept } = await pair();
  await merge(duplicate.id, kept.id);
  const entries = await it.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject', 'after'])
    .where('action', '=', 'drivers.merge')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(entries).toEqual([
    {
      actor_id: staff.id,
      subject: kept.driver_code,
      after: { duplicate: duplicate.driver_code, removal_reason: REASON },
    },
    {
      actor_id: staff.id,
      subject: duplicate.driver_code,
      after: {
        car_number: null,
        merged_into: kept.driver_code,
        removal_reason: REASON,
        same_person: SAME_PERSON,
      },
    },
  ]);
});

test('a merged record is neither restored, merged again nor kept', async () => {
  const { duplicate, kept } = await pair();
  const { driver: third } = await buildDriver(it);
  await merge(duplicate.id, kept.id);
  const message = async (answer: Promise<{ status: number; body: { message: string } }>) => {
    const { status, body } = await answer;
    return [status, body.message];
  };
  expect(await message(callDriver(it, staff.headers, 'POST', `${duplicate.id}/restore`))).toEqual([
    409,
    'This record was merged into another one, which has its payments now. A merge is taken back on the page of the record that was merged, within a day.',
  ]);
  expect(await message(merge(duplicate.id, third.id))).toEqual([409, `${duplicate.driver_code} was merged before.`]);
  expect((await message(merge(third.id, duplicate.id)))[0]).toBe(409);
  expect((await message(merge(third.id, third.id)))[0]).toBe(422);
  expect((await message(merge(third.id, '999999')))[0]).toBe(404);
  expect((await message(merge(third.id, kept.id, staff.headers, '??')))[0]).toBe(400);
});

test('a duplicate that was archived before is merged, and keeps the day of its removal', async () => {
  const { duplicate, kept } = await pair();
  await buildPayment(it, submissionOf(duplicate));
  await removeDriver(it, staff.headers, duplicate.id);
  const removed = it.clock.now;
  it.clock.now = new Date(removed.getTime() + 60_000);
  expect((await merge(duplicate.id, kept.id)).status).toBe(200);
  expect((await callDriver(it, staff.headers, 'GET', duplicate.id)).body.removed_at).toBe(removed.toISOString());
  expect((await standing(kept.id)).waiting).toBe('200.00');
});

test('of merging both ways at once one is done', async () => {
  const { duplicate, kept } = await pair();
  const both = await Promise.all([merge(duplicate.id, kept.id), merge(kept.id, duplicate.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const current = it.db.selectFrom('drivers').select('id').where('removed_at', 'is', null);
  expect(await current.where('id', 'in', [duplicate.id, kept.id]).execute()).toHaveLength(1);
});

test('a merge that PostgreSQL undoes to end a deadlock is done again', async () => {
  const { duplicate, kept } = await pair();
  const open = await it.db.startTransaction().execute();
  const lock = (id: string) => sql`SELECT FROM drivers WHERE id = ${id} FOR UPDATE`.execute(open);
  await lock(kept.id);
  const merging = awaitLater(merge(duplicate.id, kept.id));
  await expect.poll(() => countWaiting(it.db)).toBe(1);
  // The merge waits longer, so it looks for a deadlock first, but on a very slow machine.
  await lock(duplicate.id).then(
    () => open.commit().execute(),
    () => open.rollback().execute(),
  );
  expect((await merging).status).toBe(200);
  await expectRightBooks();
});

test('a merge beside an edit of the duplicate leaves one of the two ends', async () => {
  const { duplicate, kept } = await pair();
  const [merged, edited] = await Promise.all([
    merge(duplicate.id, kept.id),
    callDriver(it, staff.headers, 'PATCH', duplicate.id, { version: 1, reason: REASON, first_name: 'Yaa' }),
  ]);
  expect(merged.status).toBe(200);
  expect([200, 409]).toContain(edited.status);
  const row = it.db.selectFrom('drivers').select(['first_name', 'version']).where('id', '=', duplicate.id);
  expect(await row.executeTakeFirst()).toEqual(
    edited.status === 200 ? { first_name: 'YAA', version: 2 } : { first_name: duplicate.first_name, version: 1 },
  );
});

test('a claim that comes while its driver is merged waits, and is then told to look the car up again', async () => {
  const { duplicate, kept } = await pair();
  const open = await it.db.startTransaction().execute();
  await sql`SELECT FROM drivers WHERE id IN (${duplicate.id}, ${kept.id}) FOR UPDATE`.execute(open);
  const claiming = awaitLater(
    it.app.inject({ method: 'POST', url: '/api/payments', payload: submissionOf(duplicate) }),
  );
  await expect.poll(() => countWaiting(it.db)).toBe(1);
  const merged = { removed_at: it.clock.now, merged_into: kept.id };
  await open.updateTable('drivers').set(merged).where('id', '=', duplicate.id).execute();
  await open.commit().execute();
  const refused = await claiming;
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    'This registration has just been merged with another one. Please look up the car and try again.',
  ]);
});

test('clearing many claims of both while they are merged leaves the books right', async () => {
  const { duplicate, kept } = await pair();
  const claims: string[] = [];
  for (const driver of [duplicate, kept]) {
    claims.push(await buildPayment(it, submissionOf(driver, { amount: '260.00' })));
    for (const month of ['NOVEMBER', 'DECEMBER']) {
      claims.push(await buildPayment(it, subscriptionOf(driver, 2026, month, { amount: '310.00' })));
    }
  }
  const [merged] = await Promise.all([
    merge(duplicate.id, kept.id),
    ...claims.map((id) => changePayment(it, id, 'clear').catch(({ code }) => code)),
  ]);
  expect([200, 409]).toContain(merged.status);
  const { rows } = await sql`
    SELECT driver_id FROM payments WHERE status = 'cleared' AND driver_id = ANY(${[duplicate.id, kept.id]}::bigint[])
    GROUP BY driver_id, type_code, payment_year, payment_month HAVING count(*) > 1`.execute(it.db);
  expect(rows).toEqual([]);
  await expectRightBooks();
});

test('SuperUsers, who change drivers, merge none, nor does anybody below', async () => {
  const { duplicate, kept } = await pair();
  for (const role of ['SuperUser', 'Operations', 'Accounts', 'Legal', 'Member', 'Tenant'] as const) {
    const { headers } = await buildCaller(it, role);
    expect([role, (await merge(duplicate.id, kept.id, headers)).status]).toEqual([role, 403]);
    expect([role, (await preview(duplicate.id, kept.id, headers)).status]).toEqual([role, 403]);
  }
});

/** A record of a list that says that everything up to a month was paid. */
const openedFrom = async (billed_from: string) => {
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  const opening = { driver_id: driver.id, billed_from, amount: '0.00', opened_at: it.clock.now };
  await it.db.insertInto('driver_openings').values(opening).execute();
  return driver;
};

const OWES = 'GHS 2,000.00 for 3 fees';
/** The merge that waits, as it is asked for. */
const waitingMerge = (duplicateId: string) =>
  it.db
    .selectFrom('approvals')
    .select(['id', 'changes'])
    .where('subject_id', '=', duplicateId)
    .where('status', '=', 'asked')
    .executeTakeFirst();
const approve = async (id: string, headers: Record<string, string>) => {
  const answer = await it.app.inject({ method: 'POST', url: `/api/approvals/${id}/approve`, headers });
  return [answer.statusCode, answer.json().message];
};

test('a merge does not end debts before a second person has approved the sum', async () => {
  const other = await buildCaller(it, 'SystemAdmin');
  const { driver: duplicate } = await buildDriver(it, { plan: 'monthly' });
  const kept = await openedFrom('2026-12-01');
  expect((await preview(duplicate.id, kept.id)).body).toMatchObject({ lost: { count: 3, amount: '2000.00' } });
  const asked = await merge(duplicate.id, kept.id);
  expect(asked.body.message).toBe(
    `This waits for approval by somebody else: ${duplicate.driver_code}. GHS 2,000.00 less would be owed.`,
  );
  expect(await standing(duplicate.id)).toMatchObject({ due_total: '2000.00' });
  const { id = '', changes } = (await waitingMerge(duplicate.id)) ?? {};
  expect(changes).toMatchObject([
    { field: 'Waits because' },
    {},
    { field: 'Debts', before: OWES, after: 'Not owed any more' },
  ]);
  expect((await preview(duplicate.id, kept.id)).body.obstacles).toEqual([
    `A merge of ${duplicate.driver_code} waits for approval already.`,
  ]);
  expect((await merge(duplicate.id, kept.id, other.headers)).status).toBe(409);
  expect((await approve(id, staff.headers))[0]).toBe(403);
  expect(await approve(id, other.headers)).toEqual([
    201,
    `${duplicate.driver_code} was merged into ${kept.driver_code}.`,
  ]);
  expect(await standing(kept.id)).toMatchObject({ due_total: '0.00' });
  await expectRightBooks();
});

test('a merge that would end another sum by now is not done', async () => {
  const other = await buildCaller(it, 'SystemAdmin');
  const { driver: duplicate } = await buildDriver(it, { plan: 'monthly' });
  const kept = await openedFrom('2026-12-01');
  await merge(duplicate.id, kept.id);
  await buildPayment(it, submissionOf(duplicate), 'cleared');
  const { id = '' } = (await waitingMerge(duplicate.id)) ?? {};
  expect(await approve(id, other.headers)).toEqual([
    201,
    'It could not be applied any more: The merge would now drop debts of GHS 1,800.00.',
  ]);
  expect(await standing(duplicate.id)).toMatchObject({ due_total: '1800.00' });
});

test('months that were due before the kept record began are debts too', async () => {
  const { now } = it.clock;
  it.clock.now = new Date('2026-09-05T10:00:00Z');
  const { driver: duplicate } = await buildDriver(it, { plan: 'standard' });
  it.clock.now = now;
  const { driver: kept } = await buildDriver(it, { plan: 'monthly' });
  // September and October; November stays due.
  expect((await preview(duplicate.id, kept.id)).body).toMatchObject({ lost: { count: 2, amount: '1600.00' } });
  expect((await preview(kept.id, duplicate.id)).body).toMatchObject({ lost: { count: 0, amount: '0.00' } });
  expect((await merge(kept.id, duplicate.id)).body.message).toMatch(/was merged into/);
});
