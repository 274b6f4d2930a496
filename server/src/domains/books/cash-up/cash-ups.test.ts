import { type CashUpRecord, type Denomination, fromPesewas, type JournalKind, toPesewas } from '@banbo/contract';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildCaller, shapeRole, signIn } from '../../../../test/builders/identity.ts';
import { type Desk, rowOf, startDesk } from '../../../../test/desk/harness.ts';
import { balanceOf, checkLedger } from '../../ledger/index.ts';
import { accountsForJournals } from '../journals/write-journal.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;

const DAY = '2026-11-20';

let desk: Desk;
let clerk: Person;
let other: Person;
let accountant: Person;
let notes: Map<string, Denomination>;
/** The cash of the books, and the number of cash-ups, before the present test. */
let before: { cash: bigint; short: bigint; cashUps: number };

const openDesk = async (): Promise<void> => {
  desk = await startDesk();
  const { body } = await desk.send('GET', '/denominations');
  notes = new Map(body.map((one: Denomination) => [one.denomination, one]));
};

const booked = async () => ({ cash: await balanceOf(desk.it.db, '1010'), short: await balanceOf(desk.it.db, '5110') });

/** The people of a test, who have done nothing yet. */
const meet = async (): Promise<void> => {
  desk.it.clock.now = new Date(`${DAY}T10:00:00Z`);
  [clerk, other, accountant] = await Promise.all([
    buildCaller(desk.it, 'SuperUser'),
    buildCaller(desk.it, 'SuperUser'),
    buildCaller(desk.it, 'Accounts'),
  ]);
  const { length: cashUps } = await desk.it.db.selectFrom('cash_ups').select('id').execute();
  before = { ...(await booked()), cashUps };
};

/** Goes on at another day, with everybody signed in again. */
const goTo = async (day: string): Promise<void> => {
  desk.it.clock.now = new Date(`${day}T10:00:00Z`);
  const again = async (person: Person): Promise<void> => {
    const { login } = await desk.it.db
      .selectFrom('accounts')
      .select('login')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    person.headers = await signIn(desk.it, 'login', { username: login });
  };
  await Promise.all([clerk, accountant].map(again));
};

let key = 0;
const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, by = clerk) => {
  key += 1;
  const keyed = method === 'POST' ? { 'idempotency-key': `cash-up-${key}-0123456789` } : {};
  return desk.send(method, path, payload, { ...by.headers, ...keyed });
};

/** Takes a fee in cash at the desk, today unless it was received on another day. */
const take = async (by = clerk, amount = '200.00', given: object = {}): Promise<void> => {
  const payments = [rowOf(await desk.newDriver(), { amount })];
  const { status, body } = await send('POST', '/payments/receive', { mode: 'cash', amount, payments, ...given }, by);
  expect(status, body.message).toBe(201);
};

/** Pieces of some denominations: `{ 'GHS 200 NOTE': 2 }`; a zero where there are none. */
const countOf = (pieces: Record<string, number>) =>
  Object.entries({ 'GHS 200 NOTE': 0, ...pieces }).map(([name, count]) => ({
    denomination: notes.get(name)?.id,
    pieces: count,
  }));

const handIn = (pieces: Record<string, number>, { day = DAY, by = clerk } = {}) =>
  send('POST', '/cash_ups', { day, counts: countOf(pieces) }, by);

const show = async (id: string): Promise<CashUpRecord> =>
  (await send('GET', `/cash_ups/${id}`, undefined, accountant)).body;

const approve = (id: string | null, by: Person) => send('POST', `/approvals/${id}/approve`, undefined, by);
const refuse = (id: string | null, by: Person) =>
  send('POST', `/approvals/${id}/refuse`, { reason: 'Please count again.' }, by);
const countAgain = (id: string, pieces: Record<string, number>, by = clerk) =>
  send('POST', `/own_cash_ups/${id}/count`, { counts: countOf(pieces) }, by);

/** Changes by the present test on the accounts of cash, and of cash over and short. */
const balances = async (): Promise<string[]> => {
  const { cash, short } = await booked();
  return [cash - before.cash, short - before.short].map(fromPesewas);
};

/** The number of the present test's first cash-up. */
const firstNumber = (): string => `C2026-${String(before.cashUps + 1).padStart(4, '0')}`;

const MISSING = '/missing_cash_ups?from=2026-11-01&to=2026-11-30';

/** The days without a closed cash-up of the clerk, and then of the other one. */
const missing = async () => {
  const { body } = await send('GET', `${MISSING}&size=200`, undefined, accountant);
  return [clerk, other].flatMap((person) => body.filter(({ id }: { id: string }) => id.startsWith(`${person.id}-`)));
};

/** The rows of some cash-ups in the list of all clerks. */
const listed = async (ids: readonly string[], query = '') => {
  const { body } = await send('GET', `/cash_ups?size=200${query}`, undefined, accountant);
  return body.filter(({ id }: CashUpRecord) => ids.includes(id));
};

describe('at a desk with other clerks', () => {
  beforeAll(openDesk);
  beforeEach(meet);
  afterAll(() => desk.close());

  test('a count that is what the books have is closed at once, under a number', async () => {
    await take();
    await take(other);
    const { status, body } = await handIn({ 'GHS 100 NOTE': 1, 'GHS 50 NOTE': 1, 'GHS 20 NOTE': 2, 'GHS 2 COIN': 5 });
    expect([status, body.message]).toEqual([201, `${firstNumber()} is closed: your count is what the books have.`]);
    expect(await show(body.id)).toMatchObject({
      ...{ number: firstNumber(), day: DAY, status: 'closed', is_own: false, approval_id: null, entry: null },
      ...{ expected: '200.00', counted: '200.00', difference: '0.00', counts: 1, agreed_by: null },
    });
    expect(await balances()).toEqual(['400.00', '0.00']);
  });

  test('no list of cash tells a clerk what is expected of them before it is handed in', async () => {
    const LISTS = ['/cash_by_day', '/cash_movements'];
    const total = async (path: string) =>
      (await desk.it.app.inject({ url: `/api${path}?day=${DAY}`, headers: clerk.headers })).headers['x-total-amount'];
    const totals = await Promise.all(LISTS.map(total));
    await take(clerk, '213.00');
    const calls = [
      '/own_cash_ups',
      '/own_cash_ups?from=2026-11-20',
      '/denominations',
      '/own_cash_ups/1',
      '/own_cash_ups/1/pdf',
      `/own_cash?day=${DAY}`,
      `/own_cash?day=${DAY}&kind=taken`,
      `/cash_by_day?day=${DAY}`,
      `/cash_movements?day=${DAY}`,
      MISSING,
    ];
    for (const path of calls) {
      const { body } = await send('GET', path);
      expect(JSON.stringify(body)).not.toContain('213');
    }
    expect(await Promise.all(LISTS.map(total))).toEqual(totals);
    for (const path of LISTS) {
      const file = { url: `/api${path}/export?day=${DAY}&format=csv`, headers: clerk.headers };
      expect((await desk.it.app.inject(file)).body).not.toContain('213');
      // Others see it.
      const { body } = await send('GET', `${path}?day=${DAY}`, undefined, accountant);
      expect(JSON.stringify(body)).toContain('213.00');
    }
    // A count that is refused says nothing either.
    const bad = { day: '2026-11-21', counts: countOf({ 'GHS 200 NOTE': 1 }) };
    expect(JSON.stringify((await send('POST', '/cash_ups', bad)).body)).not.toContain('213');
    expect((await handIn({ 'GHS 200 NOTE': 1 })).body.message).toContain('GHS 13.00 short');
  });

  test('a clerk’s own cash has no amounts and no sum until a cash-up has it, in the file neither', async () => {
    const own = async () => {
      const url = `/api/own_cash?day=${DAY}&sort=at`;
      const answer = await desk.it.app.inject({ url, headers: clerk.headers });
      const amounts = answer.json().map(({ amount }: { amount: string | null }) => amount);
      return { amounts, sum: answer.headers['x-total-amount'] };
    };
    const file = async () =>
      (await desk.it.app.inject({ url: `/api/own_cash/export?day=${DAY}&format=csv`, headers: clerk.headers })).body;
    // The list is in the order of moments.
    const at = (minute: number) => {
      desk.it.clock.now = new Date(`${DAY}T10:0${minute}:00Z`);
    };
    await take(clerk, '214.00');
    at(1);
    await take(clerk, '250.00');
    expect(await own()).toEqual({ amounts: [null, null], sum: '0.00' });
    expect(await file()).not.toMatch(/214|250|464/);
    await handIn({ 'GHS 200 NOTE': 2 });
    expect(await own()).toEqual({ amounts: ['214.00', '250.00'], sum: '464.00' });
    expect(await file()).toContain('214.00');
    // Cash after the count is for the next one.
    at(2);
    await take(clerk, '207.00');
    expect(await own()).toEqual({ amounts: ['214.00', '250.00', null], sum: '464.00' });
    await goTo('2026-11-21');
    await handIn({ 'GHS 200 NOTE': 1 }, { day: '2026-11-21' });
    expect((await own()).amounts).toEqual(['214.00', '250.00', '207.00']);
  });

  test('a difference waits for another person, and is posted to cash over and short', async () => {
    await take();
    const { body } = await handIn({ 'GHS 100 NOTE': 1, 'GHS 50 NOTE': 1 });
    expect(body.message).toMatch(
      RegExp(`^${firstNumber()} is handed in, with GHS 50\\.00 short\\. This waits for approval`),
    );
    const { approval_id, status, difference } = await show(body.id);
    expect([status, difference]).toEqual(['asked', '-50.00']);
    expect(await balances()).toEqual(['200.00', '0.00']);
    expect(await approve(approval_id, clerk)).toMatchObject({ status: 403 });
    expect(await approve(approval_id, accountant)).toMatchObject({ status: 201 });
    expect(await balances()).toEqual(['150.00', '50.00']);
    expect(await show(body.id)).toMatchObject({
      ...{
        status: 'closed',
        approval_id: null,
        entry: expect.any(String),
        agreed_at: expect.any(String),
        is_alone: false,
      },
    });
    const { body: statement } = await send('GET', '/account_statement?account=5110&size=200', undefined, accountant);
    const source = `/cash_ups/${body.id}`;
    expect(statement.filter((line: { source: string }) => line.source === source)).toMatchObject([
      { kind: 'cash-up', day: DAY, description: `${firstNumber()}: cash short` },
    ]);
    expect(await checkLedger(desk.it.db)).toEqual([]);
    // The posting is no cash that the approver took.
    const { body: cash } = await send('GET', `/cash_by_day?day=${DAY}&size=200`);
    const people = [clerk, other, accountant].map((person) => person.id);
    expect(cash.filter(({ id }: { id: string }) => people.includes(id))).toMatchObject([{ net: '200.00' }]);
  });

  test('of two people who approve at once one does, and it is posted once', async () => {
    await take();
    const { body } = await handIn({ 'GHS 200 NOTE': 2 });
    const { approval_id } = await show(body.id);
    const answers = await Promise.all([approve(approval_id, accountant), approve(approval_id, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await balances()).toEqual(['400.00', '-200.00']);
  });

  test('a clerk counts again what was not approved; the former count stays', async () => {
    await take();
    const { body } = await handIn({ 'GHS 50 NOTE': 1 });
    expect(await countAgain(body.id, { 'GHS 200 NOTE': 1 })).toMatchObject({ status: 409 });
    await refuse((await show(body.id)).approval_id, accountant);
    expect(await show(body.id)).toMatchObject({
      status: 'refused',
      status_reason: 'Not approved: Please count again.',
    });
    expect(await countAgain(body.id, { 'GHS 100 NOTE': 1, 'GHS 50 NOTE': 1 })).toMatchObject({ status: 200 });
    const again = await show(body.id);
    expect(again).toMatchObject({ status: 'asked', counts: 2, difference: '-50.00' });
    expect(again.all_counts).toMatchObject([
      {
        attempt: 2,
        counted: '150.00',
        reason: 'Not approved: Please count again.',
        pieces: [{ pieces: 1 }, { pieces: 1 }],
      },
      { attempt: 1, counted: '50.00', reason: null, pieces: [{ value: '50.00', kind: 'note', pieces: 1 }] },
    ]);
    const { body: asked } = await send('GET', `/approvals/${again.approval_id}`, undefined, accountant);
    expect(JSON.stringify(asked)).toContain('GHS 50.00, difference GHS −150.00');
    await approve(again.approval_id, accountant);
    expect(await balances()).toEqual(['150.00', '50.00']);
  });

  test('who has seen what was expected and withdraws cannot close it alone by the right count', async () => {
    await take();
    const { body } = await handIn({});
    const { approval_id } = await show(body.id);
    await send('POST', `/approvals/${approval_id}/withdraw`, {});
    await countAgain(body.id, { 'GHS 200 NOTE': 1 });
    const again = await show(body.id);
    expect(again).toMatchObject({ status: 'asked', difference: '0.00' });
    expect(await approve(again.approval_id, clerk)).toMatchObject({ status: 403 });
    expect(await approve(again.approval_id, accountant)).toMatchObject({ status: 201 });
    expect(await show(body.id)).toMatchObject({ status: 'closed', entry: null });
  });

  test('one a clerk and day: of two at once one is handed in, and a day before it is refused', async () => {
    await take();
    const answers = await Promise.all([handIn({ 'GHS 200 NOTE': 1 }), handIn({})]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await handIn({})).toMatchObject({
      status: 409,
      body: { message: `You have handed in your cash of 20 Nov 2026 already: ${firstNumber()}.` },
    });
    expect(await handIn({}, { day: '2026-11-19' })).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(RegExp(`^${firstNumber()} of 20 Nov 2026 has your cash until then\\.`)) },
    });
    expect(await handIn({}, { by: other })).toMatchObject({ status: 201 });
  });

  test('cash that comes late counts to the next cash-up, and nothing is lost', async () => {
    await take();
    await handIn({ 'GHS 200 NOTE': 1 });
    // After the count: of the same day, and on the next day of the day before it.
    await take(clerk, '210.00');
    await goTo('2026-11-21');
    await take(clerk, '220.00', { received_on: '2026-11-19' });
    await take(clerk, '230.00');
    const { body } = await handIn({ 'GHS 200 NOTE': 3, 'GHS 50 NOTE': 1, 'GHS 10 NOTE': 1 }, { day: '2026-11-21' });
    expect(await show(body.id)).toMatchObject({ expected: '660.00', counted: '660.00', status: 'closed' });
    await goTo('2026-11-22');
    const { body: next } = await handIn({}, { day: '2026-11-22' });
    expect(await show(next.id)).toMatchObject({ expected: '0.00', status: 'closed' });
  });

  test('a day that was counted on the next day has nothing of that one', async () => {
    await take();
    await goTo('2026-11-21');
    await take(clerk, '230.00');
    const { body } = await handIn({ 'GHS 200 NOTE': 1 });
    expect(await show(body.id)).toMatchObject({ expected: '200.00', status: 'closed' });
    const { body: next } = await handIn({ 'GHS 200 NOTE': 1, 'GHS 10 NOTE': 3 }, { day: '2026-11-21' });
    expect(await show(next.id)).toMatchObject({ expected: '230.00', status: 'closed' });
  });

  test('counted again, it expects what came since, unless a later cash-up has that', async () => {
    await take();
    const { body } = await handIn({});
    await take(clerk, '210.00');
    await refuse((await show(body.id)).approval_id, accountant);
    await countAgain(body.id, { 'GHS 200 NOTE': 2 });
    expect(await show(body.id)).toMatchObject({ expected: '410.00', difference: '-10.00' });
    await refuse((await show(body.id)).approval_id, accountant);
    await goTo('2026-11-21');
    await take(clerk, '220.00', { received_on: DAY });
    const { body: next } = await handIn({ 'GHS 200 NOTE': 1, 'GHS 20 NOTE': 1 }, { day: '2026-11-21' });
    expect(await show(next.id)).toMatchObject({ expected: '220.00', status: 'closed' });
    await countAgain(body.id, { 'GHS 200 NOTE': 2 });
    expect(await show(body.id)).toMatchObject({ expected: '410.00' });
  });

  test('a second count beside a later cash-up prints the hash of its own moment', async () => {
    await take();
    const { body } = await handIn({});
    const first = (await show(body.id)).all_counts[0];
    await goTo('2026-11-21');
    await take(clerk, '220.00');
    await handIn({ 'GHS 200 NOTE': 1, 'GHS 20 NOTE': 1 }, { day: '2026-11-21' });
    await refuse((await show(body.id)).approval_id, accountant);
    await countAgain(body.id, { 'GHS 200 NOTE': 1 });
    const [second] = (await show(body.id)).all_counts;
    const entry = await desk.it.db
      .selectFrom('ledger_entries')
      .select('hash')
      .where('number', '=', second?.head_entry ?? '')
      .executeTakeFirstOrThrow();
    expect(entry.hash.toString('hex').slice(0, 16)).toBe(second?.head_hash);
    expect(Number(second?.head_entry)).toBeGreaterThan(Number(first?.head_entry));
  });

  test('a denomination that is out of use is refused in a count, and one that was counted stays', async () => {
    const note = notes.get('GHS 1 NOTE');
    await send('PATCH', `/denominations/${note?.id}`, { is_active: false }, await buildCaller(desk.it, 'SystemAdmin'));
    expect(await handIn({ 'GHS 1 NOTE': 3 })).toMatchObject({
      status: 422,
      body: {
        issues: [{ path: 'body.counts', message: expect.stringContaining('The GHS 1 note is not in use any more.') }],
      },
    });
    expect(await handIn({ 'GHS 1 NOTE': 0, 'GHS 2 NOTE': 1 })).toMatchObject({ status: 201 });
    const used = notes.get('GHS 2 NOTE');
    const gone = await send(
      'DELETE',
      `/denominations/${used?.id}`,
      undefined,
      await buildCaller(desk.it, 'SystemAdmin'),
    );
    expect(gone).toMatchObject({ status: 409, body: { message: 'GHS 2 NOTE is used by 1 count of cash.' } });
  });

  const BAD: readonly (readonly [string, object, number, RegExp])[] = [
    ['a day in the future', { day: '2026-11-21' }, 422, /in the future/],
    ['a day of long ago', { day: '1999-12-31' }, 422, /from 21 Oct 2026 on/],
    ['a form in which nothing was counted', { counts: [] }, 400, /^Count your cash\. Type 0 where there is none\.$/],
    ['half a note', { counts: [{ denomination: '1', pieces: 0.5 }] }, 400, /whole number/],
    ['less than nothing', { counts: [{ denomination: '1', pieces: -1 }] }, 400, /0 or more/],
    ['more than a drawer holds', { counts: [{ denomination: '1', pieces: 100_000 }] }, 400, /at most 99999/],
    ['a denomination twice', { counts: [1, 2].map((pieces) => ({ denomination: '1', pieces })) }, 400, /counted twice/],
    ['a denomination that is not there', { counts: [{ denomination: '999', pieces: 1 }] }, 422, /not in the list/],
  ];

  test.each(BAD)('%s is refused at its field', async (_, given, status, words) => {
    const answer = await send('POST', '/cash_ups', { day: DAY, counts: countOf({}), ...given });
    expect(answer.status).toBe(status);
    expect(answer.body.issues[0].message).toMatch(words);
  });

  test('nobody counts for somebody else, nor sees the cash-up of another without the permission', async () => {
    await take(other);
    for (const given of [{ clerk_id: other.id }, { clerk: 'kofi' }, { expected: '0.00' }, { by: other.id }])
      expect(await send('POST', '/cash_ups', { day: DAY, counts: countOf({}), ...given })).toMatchObject({
        status: 400,
      });
    const { body } = await handIn({}, { by: other });
    await refuse((await show(body.id)).approval_id, accountant);
    expect(await countAgain(body.id, { 'GHS 200 NOTE': 1 }, clerk)).toMatchObject({ status: 404 });
    await shapeRole(desk.it, 'Operations', { 'payments.receive': true });
    const cashier = await buildCaller(desk.it, 'Operations');
    const paths = [`/cash_ups/${body.id}`, '/cash_ups', MISSING];
    for (const path of paths) expect(await send('GET', path, undefined, cashier)).toMatchObject({ status: 403 });
    for (const path of [`/own_cash_ups/${body.id}`, `/own_cash_ups/${body.id}/pdf`])
      expect(await send('GET', path, undefined, cashier)).toMatchObject({ status: 404 });
    expect((await send('GET', '/own_cash_ups', undefined, cashier)).body).toEqual([]);
    const legal = await buildCaller(desk.it, 'Legal');
    expect(await handIn({}, { by: legal })).toMatchObject({ status: 403 });
  });

  test('what was handed in cannot be changed, not even by SQL', async () => {
    await take();
    const { id } = (await handIn({ 'GHS 50 NOTE': 1 })).body;
    const changes = [
      `UPDATE cash_ups SET counted = 200 WHERE id = ${id}`,
      `UPDATE cash_ups SET status = 'closed', expected = 50 WHERE id = ${id}`,
      `UPDATE cash_ups SET clerk_id = ${other.id} WHERE id = ${id}`,
      `DELETE FROM cash_ups WHERE id = ${id}`,
      `UPDATE cash_up_counts SET counted = 200 WHERE cash_up_id = ${id}`,
      `DELETE FROM cash_up_counts WHERE cash_up_id = ${id}`,
      `UPDATE cash_up_pieces SET pieces = 4 WHERE cash_up_id = ${id}`,
      `DELETE FROM cash_up_pieces WHERE cash_up_id = ${id}`,
      'TRUNCATE cash_ups CASCADE',
    ];
    for (const change of changes)
      await expect(sql.raw(change).execute(desk.it.db), change).rejects.toThrow(/stays as it was handed in/);
    await approve((await show(id)).approval_id, accountant);
    await expect(sql`UPDATE cash_ups SET is_alone = true WHERE id = ${id}`.execute(desk.it.db)).rejects.toThrow(
      /stays as it was/,
    );
  });

  test('a day with cash and without a closed cash-up is named before the month is closed', async () => {
    const leftOf = async (wanted: string): Promise<number> => {
      const { body } = await send('GET', '/book_months/2026-11/left', undefined, accountant);
      return body.find(({ what }: { what: string }) => what === wanted).count;
    };
    const DAYS = 'Days of clerks without a closed cash-up';
    const CASH_UPS = 'Cash-ups that are not closed';
    const [days, cashUps] = [await leftOf(DAYS), await leftOf(CASH_UPS)];
    const left = async () => (await leftOf(DAYS)) - days;
    const open = async () => (await leftOf(CASH_UPS)) - cashUps;
    await take();
    await take();
    await take(other, '300.00');
    expect(await left()).toBe(2);
    expect(await missing()).toMatchObject([
      { day: DAY, count: 2, amount: '400.00' },
      { day: DAY, count: 1, amount: '300.00' },
    ]);
    await handIn({ 'GHS 200 NOTE': 2 });
    expect(await left()).toBe(1);
    // One that waits is not closed; cash after it is missing too.
    const { body } = await handIn({}, { by: other });
    expect([await left(), await open()]).toEqual([1, 1]);
    await approve((await show(body.id)).approval_id, accountant);
    expect([await left(), await open()]).toEqual([0, 0]);
    await take();
    expect(await missing()).toMatchObject([{ day: DAY, count: 1, amount: '200.00' }]);
  });

  test('days before a clerk’s first cash-up stay missing, since no count has them', async () => {
    await goTo('2026-11-18');
    await take();
    await goTo(DAY);
    const { body } = await handIn({});
    expect(await show(body.id)).toMatchObject({ expected: '0.00', status: 'closed' });
    expect(await missing()).toMatchObject([{ day: '2026-11-18' }]);
  });

  test('the list has all clerks, and the file is the list', async () => {
    await take();
    const { body } = await handIn({ 'GHS 200 NOTE': 1 });
    const { body: others } = await handIn({}, { by: other });
    const ids = [body.id, others.id];
    expect(await listed(ids)).toHaveLength(2);
    const { clerk: login, number } = await show(body.id);
    expect((await send('GET', `/cash_ups?clerk=${login}`, undefined, accountant)).body).toMatchObject([
      { id: body.id },
    ]);
    expect(await listed(ids, '&status=asked')).toEqual([]);
    expect((await send('GET', '/own_cash_ups')).body).toMatchObject([{ id: body.id, clerk: login }]);
    const file = await desk.it.app.inject({ url: '/api/cash_ups/export', headers: accountant.headers });
    expect(file.body).toContain(number);
  });

  test('the print has the count, both people and the hash that the books had', async () => {
    await take();
    const { body } = await handIn({ 'GHS 100 NOTE': 1, 'GHS 20 NOTE': 4, '50 P COIN': 3 });
    const { number, hash } = await desk.it.db.selectFrom('ledger_head').selectAll().executeTakeFirstOrThrow();
    await approve((await show(body.id)).approval_id, accountant);
    const file = await desk.it.app.inject({ url: `/api/own_cash_ups/${body.id}/pdf`, headers: clerk.headers });
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="cash-up-${firstNumber()}.pdf"`,
    });
    const pdf = await getDocumentProxy(new Uint8Array(file.rawPayload));
    const { text } = await extractText(pdf, { mergePages: true });
    const words = text.replace(/\s+/g, ' ');
    const { counted, difference } = await show(body.id);
    expect([counted, fromPesewas(-toPesewas(difference))]).toEqual(['181.50', '18.50']);
    for (const part of [
      `Cash-up ${firstNumber()}`,
      '20 Nov 2026',
      'GHS 100 note 1 100.00',
      'GHS 20 note 4 80.00',
      '50 p coin 3 1.50',
    ])
      expect(words).toContain(part);
    for (const part of [
      'Counted 181.50',
      'Expected by the books 200.00',
      'Difference −18.50',
      'Approved by Ama Mensah',
    ])
      expect(words).toContain(part);
    expect(words).toContain(`Entry ${number}, hash ${hash.toString('hex').slice(0, 16)}`);
  });
});

// The first needs books without a cash-up; the second hands in none.
describe('on books without other cash-ups', () => {
  beforeAll(openDesk);
  beforeEach(meet);
  afterAll(() => desk.close());

  test('openings bring differences of before the first cash-up alone, so that they set off none of a clerk', async () => {
    const whyNot = async (kind: JournalKind) => (await accountsForJournals(desk.it.db, kind))('5110');
    expect(await whyNot('opening')).toBeNull();
    await take();
    await handIn({});
    expect(await whyNot('opening')).toContain('is posted by cash-ups alone');
    expect(await whyNot('year end')).toBeNull();
  });

  test('a day of a closed month is refused', async () => {
    await goTo('2026-10-30');
    await take();
    await goTo('2026-11-02');
    const closing = { reason: 'The clerk is ill.' };
    const closed = await send('POST', '/book_months/2026-10/close', closing, accountant);
    expect(closed.status, closed.body.message).toBe(200);
    expect(await handIn({}, { day: '2026-10-30' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'body.day', message: expect.stringMatching(/^October 2026 is closed/) }] },
    });
  });
});
