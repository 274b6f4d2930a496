import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteHands } from '#domains/approvals';
import { balanceOf, checkLedger } from '#domains/ledger';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller, shapeRole } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { callDriver, SAME_PERSON } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { TO } from '../../../../test/refunds/harness.ts';
import { readTotals } from '../../../../test/totals.ts';

const REASON = 'Registered twice, once with a slip in the car number.';

let it: TestApp;
let asker: Awaited<ReturnType<typeof buildCaller>>;
let approver: typeof asker;
beforeAll(async () => {
  it = await startApp();
  [asker, approver] = [await buildCaller(it, 'SystemAdmin'), await buildCaller(it, 'SystemAdmin')];
});
afterAll(() => it.close());

type Headers = Record<string, string>;
type Driver = Awaited<ReturnType<typeof buildDriver>>['driver'];

const preview = async ({ id }: Driver, into: Driver) =>
  (await callDriver(it, asker.headers, 'GET', `${id}/merge?into=${into.id}`)).body;
const ask = ({ id }: Driver, into: Driver, headers: Headers = asker.headers) =>
  callDriver(it, headers, 'POST', `${id}/merge`, { into: into.id, reason: REASON, same_person: SAME_PERSON });
const takeBack = async ({ id }: Driver) => {
  const { status, body } = await callDriver(it, asker.headers, 'POST', `${id}/merge/take_back`);
  return [status, body.message];
};
const standing = async ({ id }: Driver) => (await callDriver(it, asker.headers, 'GET', `${id}/standing`)).body;
const creditOf = async (driver: Driver) => (await standing(driver)).credit;
const coveredOf = async (driver: Driver): Promise<string[]> =>
  (await standing(driver)).covered
    .map((fee: { payment_type: string; payment_month: string | null }) =>
      [fee.payment_type, fee.payment_month].filter(Boolean).join(' '),
    )
    .toSorted();
const useCredit = async ({ id }: Driver, payment_month: string) => {
  const fee = { payment_type: 'SS', payment_year: 2026, payment_month };
  expect((await callDriver(it, asker.headers, 'POST', `${id}/credit_uses`, fee)).status).toBe(201);
};

const waitingOf = async ({ id }: Driver) =>
  (
    await it.db
      .selectFrom('approvals')
      .select(['id', 'changes'])
      .where('subject_id', '=', id)
      .where('status', '=', 'asked')
      .execute()
  )[0];
const approve = async (driver: Driver, headers: Headers = approver.headers, known?: string) => {
  const id = known ?? (await waitingOf(driver))?.id;
  const answer = await it.app.inject({ method: 'POST', url: `/api/approvals/${id}/approve`, headers });
  return [answer.statusCode, answer.json().message];
};
const mergedWords = (duplicate: Driver, kept: Driver) =>
  `${duplicate.driver_code} was merged into ${kept.driver_code}.`;
const mergeByTwo = async (duplicate: Driver, kept: Driver) => {
  expect((await ask(duplicate, kept)).body.message).toContain(
    `This waits for approval by somebody else: ${duplicate.driver_code}.`,
  );
  expect(await approve(duplicate)).toEqual([201, mergedWords(duplicate, kept)]);
};

/** Two records of one person, who have both paid the registration fee and these months. */
const bothPaid = async (...months: readonly string[]) => {
  const duplicate = (await buildDriver(it, { plan: 'monthly' })).driver;
  const kept = (await buildDriver(it, { plan: 'monthly' })).driver;
  const payments: Record<string, string[]> = { [duplicate.id]: [], [kept.id]: [] };
  for (const driver of [duplicate, kept]) {
    const paid = [submissionOf(driver), ...months.map((month) => subscriptionOf(driver, 2026, month))];
    for (const claim of paid) payments[driver.id]?.push(await buildPayment(it, claim, 'cleared'));
  }
  return { duplicate, kept, payments: payments[duplicate.id] ?? [], others: payments[kept.id] ?? [] };
};

/** Revenue and credit in pesewas, which a merge moves between and adds nothing to. */
const revenue = async () => {
  const accounts = await Promise.all(
    ['4000-RF', '4000-SS', '4000-DP', '2000', '4900'].map((one) => balanceOf(it.db, one)),
  );
  return accounts.reduce((sum, one) => sum + one, 0n);
};
const expectRightBooks = async () => {
  expect(await checkLedger(it.db)).toEqual([]);
  const { kept, summed } = await readTotals(it.db);
  expect(kept).toEqual(summed);
  expect((await checkBooks(it)).differences).toEqual([]);
};

test('the preview names each fee that both have paid, its money, and what the credit pays then', async () => {
  const { duplicate, kept } = await bothPaid('SEPTEMBER', 'OCTOBER');
  expect(await preview(duplicate, kept)).toMatchObject({
    paid_twice: [
      { payment_type: 'RF', amount: '200.00', driver_code: duplicate.driver_code },
      { payment_type: 'SS', payment_month: 'SEPTEMBER', amount: '300.00', driver_code: duplicate.driver_code },
      { payment_type: 'SS', payment_month: 'OCTOBER', amount: '300.00', driver_code: duplicate.driver_code },
    ],
    // The device costs 1,500.00, which is not there; so nothing older is paid before it.
    credit_after: { pays: [], left: '800.00', is_held: false },
    obstacles: [],
  });
});

test('the money of each fee paid twice becomes credit once another person has approved it', async () => {
  const { duplicate, kept, payments } = await bothPaid('NOVEMBER');
  const before = await revenue();
  await ask(duplicate, kept);
  expect((await waitingOf(duplicate))?.changes).toEqual([
    { field: 'Waits because', before: '', after: 'Both have paid the same fee.' },
    { field: 'Record', before: duplicate.driver_code, after: `Part of ${kept.driver_code}` },
    {
      field: 'Paid twice',
      before: 'GHS 500.00 of 2 payments whose fee both have paid',
      after: `Credit of ${kept.driver_code}`,
    },
  ]);
  expect(await creditOf(duplicate)).toBe('0.00');
  expect((await preview(duplicate, kept)).obstacles).toEqual([
    `A merge of ${duplicate.driver_code} waits for approval already.`,
  ]);
  expect((await ask(duplicate, kept, approver.headers)).status).toBe(409);
  expect((await approve(duplicate, asker.headers))[0]).toBe(403);
  expect(await approve(duplicate)).toEqual([201, mergedWords(duplicate, kept)]);
  expect(await standing(kept)).toMatchObject({ paid: '1000.00', credit: '500.00' });
  expect(await coveredOf(kept)).toEqual(['RF', 'SS NOVEMBER']);
  const rows = await it.db.selectFrom('payments').select(['status', 'is_credit']).where('id', 'in', payments).execute();
  expect(rows).toEqual(payments.map(() => ({ status: 'cleared', is_credit: true })));
  expect(await revenue()).toBe(before);
  await expectRightBooks();
});

test('the credit pays due fees as the preview said, to the pesewa', async () => {
  const { duplicate, kept } = await bothPaid('AUGUST', 'SEPTEMBER', 'OCTOBER', 'DECEMBER');
  for (const driver of [duplicate, kept]) {
    await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1600.00' }), 'cleared');
  }
  const { credit_after, paid_twice } = await preview(duplicate, kept);
  expect(paid_twice).toHaveLength(6);
  expect(credit_after).toMatchObject({
    pays: [{ payment_type: 'SS', payment_month: 'NOVEMBER', amount: '300.00', waived: '0.00' }],
    left: '2800.00',
  });
  await mergeByTwo(duplicate, kept);
  expect(await creditOf(kept)).toBe(credit_after.left);
  expect(await coveredOf(kept)).toContain('SS NOVEMBER');
  await expectRightBooks();
});

test('credit that paid a fee is given back rather than a payment, and needs nobody else', async () => {
  const duplicate = (await buildDriver(it, { plan: 'monthly' })).driver;
  const kept = (await buildDriver(it, { plan: 'monthly' })).driver;
  await buildPayment(it, submissionOf(kept, { amount: '500.00' }), 'cleared');
  await useCredit(kept, 'NOVEMBER');
  await buildPayment(it, submissionOf(duplicate));
  await buildPayment(it, subscriptionOf(duplicate, 2026, 'NOVEMBER'), 'cleared');
  expect((await preview(duplicate, kept)).paid_twice).toMatchObject([
    { payment_month: 'NOVEMBER', amount: '300.00', driver_code: kept.driver_code, transaction_id: null },
  ]);
  expect((await ask(duplicate, kept)).body.message).toBe(mergedWords(duplicate, kept));
  expect(await creditOf(kept)).toBe('300.00');
  await expectRightBooks();
  expect((await takeBack(duplicate))[0]).toBe(200);
  expect([await creditOf(kept), await creditOf(duplicate)]).toEqual(['0.00', '0.00']);
  expect(await coveredOf(kept)).toEqual(['RF', 'SS NOVEMBER']);
  expect(await coveredOf(duplicate)).toEqual(['SS NOVEMBER']);
  const unpaid = it.db.selectFrom('drivers').select('unpaid_since').where('id', '=', kept.id);
  expect(await unpaid.executeTakeFirst()).toEqual({ unpaid_since: null });
  await expectRightBooks();
});

test('taking the merge back lets both pay their fees again, and takes back what the credit paid', async () => {
  const { duplicate, kept } = await bothPaid('SEPTEMBER', 'OCTOBER');
  for (const driver of [duplicate, kept]) {
    await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  }
  const before = [await standing(duplicate), await standing(kept)];
  await mergeByTwo(duplicate, kept);
  expect(await coveredOf(kept)).toContain('SS NOVEMBER');
  await expectRightBooks();
  expect((await takeBack(duplicate))[0]).toBe(200);
  expect([await standing(duplicate), await standing(kept)]).toEqual(before);
  await expectRightBooks();
  // And once more, with entries of its own.
  await mergeByTwo(duplicate, kept);
  expect(await creditOf(kept)).toBe('2000.00');
  await expectRightBooks();
});

test('a merge is not taken back once a payment that it freed was reversed, which takes its credit', async () => {
  const { duplicate, kept, payments } = await bothPaid();
  await mergeByTwo(duplicate, kept);
  expect(await creditOf(kept)).toBe('200.00');
  await changePayment(it, payments[0] ?? '', 'reverse', 'Never came.');
  expect(await standing(kept)).toMatchObject({ paid: '200.00', credit: '0.00' });
  expect(await coveredOf(kept)).toEqual(['RF']);
  expect(await takeBack(duplicate)).toEqual([409, expect.stringMatching(/a payment of DRV\w+ was reversed: \d+\./)]);
  await expectRightBooks();
});

test('where the payment that covers the fee is reversed, the freed one pays the fee by itself', async () => {
  const { duplicate, kept, others } = await bothPaid();
  await mergeByTwo(duplicate, kept);
  await changePayment(it, others[0] ?? '', 'reverse', 'Never came.');
  expect(await coveredOf(kept)).toEqual(['RF']);
  expect(await creditOf(kept)).toBe('0.00');
  await expectRightBooks();
});

test('a merge is not taken back while the credit that it made is refunded', async () => {
  const { duplicate, kept } = await bothPaid();
  await mergeByTwo(duplicate, kept);
  const send = (url: string, headers: Headers, payload?: object) =>
    it.app.inject({ method: 'POST', url: `/api${url}`, headers, ...(payload && { payload }) });
  const key = { 'idempotency-key': 'a-refund-of-freed-credit' };
  const refund = { ...TO, from: 'credit', driver_id: kept.id, amount: '200.00' };
  const asked = await send('/refunds', { ...asker.headers, ...key }, refund);
  const { approval_id } = asked.json();
  expect((await send(`/approvals/${approval_id}/approve`, approver.headers)).statusCode).toBe(201);
  expect(await takeBack(duplicate)).toEqual([409, expect.stringContaining('was refunded')]);
  await expectRightBooks();
});

test('an approval that waits is out of date once another payment would become credit', async () => {
  const { duplicate, kept } = await bothPaid();
  await ask(duplicate, kept);
  for (const driver of [duplicate, kept]) {
    await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'cleared');
  }
  expect(await approve(duplicate)).toEqual([
    201,
    'It could not be applied any more: The merge would now turn payments of GHS 500.00 into credit.',
  ]);
  expect(await coveredOf(duplicate)).toEqual(['RF', 'SS NOVEMBER']);
});

test('whoever may merge and not reverse asks, and somebody who may reverse approves', async () => {
  const { duplicate, kept } = await bothPaid();
  await shapeRole(it, 'SuperUser', { 'drivers.merge': true });
  await shapeRole(it, 'Accounts', { 'payments.reverse': true, 'approvals.read': true });
  const [clerk, accountant] = [await buildCaller(it, 'SuperUser'), await buildCaller(it, 'Accounts')];
  expect((await ask(duplicate, kept, clerk.headers)).status).toBe(200);
  expect(await creditOf(kept)).toBe('0.00');
  expect((await approve(duplicate, (await buildCaller(it, 'SuperUser')).headers))[0]).toBe(404);
  expect(await approve(duplicate, accountant.headers)).toEqual([201, mergedWords(duplicate, kept)]);
  expect(await creditOf(kept)).toBe('200.00');
  await it.db.deleteFrom('role_permissions').execute();
});

test('whoever had a hand in a payment that would become credit does not approve it', async () => {
  const { duplicate, kept, payments } = await bothPaid();
  const subjects = [{ kind: 'payment', id: payments[0] ?? '' }];
  await it.db
    .transaction()
    .execute((tx) => noteHands(tx, [{ accountId: approver.id, what: 'assigned', subjects }], it.clock.now));
  await ask(duplicate, kept);
  expect(await approve(duplicate)).toEqual([403, 'You assigned this, so somebody else has to decide.']);
  const third = await buildCaller(it, 'SystemAdmin');
  expect(await approve(duplicate, third.headers)).toEqual([201, mergedWords(duplicate, kept)]);
});

test('of two who approve, and two who merge at once, one does it', async () => {
  const { duplicate, kept } = await bothPaid('NOVEMBER');
  const third = await buildCaller(it, 'SystemAdmin');
  const both = await Promise.all([ask(duplicate, kept), ask(duplicate, kept, third.headers)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { id } = (await waitingOf(duplicate)) ?? {};
  const fourth = await buildCaller(it, 'SystemAdmin');
  const answers = await Promise.all([approver, fourth].map(({ headers }) => approve(duplicate, headers, id)));
  expect(answers.map(([status]) => status).toSorted()).toEqual([201, 409]);
  expect(await creditOf(kept)).toBe('500.00');
  await expectRightBooks();
});

test('claims that are cleared while the merge is approved leave each fee paid once and the books right', async () => {
  const { duplicate, kept } = await bothPaid();
  const claims: string[] = [];
  for (const driver of [duplicate, kept]) {
    for (const month of ['NOVEMBER', 'DECEMBER']) {
      claims.push(await buildPayment(it, subscriptionOf(driver, 2026, month, { amount: '310.00' })));
    }
  }
  await ask(duplicate, kept);
  await Promise.all([
    approve(duplicate),
    ...claims.map((id) => changePayment(it, id, 'clear').catch(({ code }) => code)),
  ]);
  await expectRightBooks();
});

test('the receipt of a freed payment stays, and says so until the merge is taken back', async () => {
  const { duplicate, kept, payments } = await bothPaid();
  const text = async () => {
    const answer = await it.app.inject({ url: `/api/payment_receipts/${payments[0]}`, headers: asker.headers });
    const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload));
    return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
  };
  await mergeByTwo(duplicate, kept);
  const note = `Credit of ${kept.driver_code} since 20 Nov 2026: its fee had been paid already.`;
  expect(await text()).toContain(note);
  expect(await text()).not.toContain('VOID');
  await takeBack(duplicate);
  expect(await text()).not.toContain('had been paid already');
});

test('the histories of the payments say why they pay no fee, and whoever asked has a hand in them', async () => {
  const { duplicate, kept, payments } = await bothPaid();
  await mergeByTwo(duplicate, kept);
  const entry = it.db.selectFrom('audit_log').select(['actor_id', 'after']).where('action', '=', 'payments.free');
  expect(await entry.where('subject_id', '=', payments[0] ?? '').execute()).toEqual([
    {
      actor_id: approver.id,
      after: {
        fee: 'RF',
        amount: '200.00',
        reason: `${duplicate.driver_code} was merged into ${kept.driver_code}, and both had paid it`,
      },
    },
  ]);
  const hands = it.db.selectFrom('hands').select(['account_id', 'what']).where('subject_kind', '=', 'payment');
  expect(await hands.where('subject_id', '=', payments[0] ?? '').execute()).toEqual([
    { account_id: asker.id, what: 'reversed' },
  ]);
});

const waitingForLocks = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(it.db);
  return rows[0]?.count ?? 0;
};

test('a merge waits for the payments of both records before it locks a driver, so that none waits in a circle', async () => {
  const { duplicate, kept } = await bothPaid();
  await ask(duplicate, kept);
  const { approved } = await it.db.transaction().execute(async (tx) => {
    await tx.selectFrom('payments').select('id').where('driver_id', '=', kept.id).forNoKeyUpdate().execute();
    const approved = approve(duplicate);
    await expect.poll(waitingForLocks, { timeout: 10_000 }).toBe(1);
    const drivers = tx.selectFrom('drivers').select('id').where('id', 'in', [duplicate.id, kept.id]);
    expect(await drivers.forNoKeyUpdate().noWait().execute()).toHaveLength(2);
    return { approved };
  });
  expect(await approved).toEqual([201, mergedWords(duplicate, kept)]);
});
