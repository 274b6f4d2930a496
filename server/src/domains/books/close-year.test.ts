import type { BookYear, JournalLine, JournalRecord } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller, shapeRole } from '../../../test/builders/identity.ts';
import { keepAsIs } from '../../../test/database/put-back.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { balanceOf, checkLedger } from '../ledger/index.ts';
import { readStatement } from './statements/read-statements.ts';

type Caller = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let putBack: () => Promise<void>;
let accountant: Caller;
beforeAll(async () => {
  it = await startApp();
  it.clock.now = new Date('2026-02-05T10:00:00Z');
  accountant = await buildCaller(it, 'Accounts');
  putBack = await keepAsIs(it);
});
beforeEach(() => putBack());
afterAll(() => it.close());

let key = 0;
const send = async (method: 'GET' | 'POST', path: string, payload?: object, { headers }: Caller = accountant) => {
  key += 1;
  const keyed = method === 'POST' ? { 'idempotency-key': `year-${key}-0123456789` } : {};
  const call = { method, url: `/api${path}`, headers: { ...headers, ...keyed } };
  const response = await it.app.inject(payload ? { ...call, payload } : call);
  return { status: response.statusCode, body: response.json() };
};

const line = (account: string, side: JournalLine['side'], amount: string): JournalLine => ({ account, side, amount });

const write = async (day: string, lines: readonly JournalLine[]): Promise<string> => {
  const { body } = await send('POST', '/journals', { day, description: 'A test of the year', lines });
  return body.id;
};

const bookOn = async (day: string, lines: readonly JournalLine[]): Promise<void> => {
  const id = await write(day, lines);
  expect((await send('POST', `/journals/${id}/post`)).status).toBe(200);
};

const EARNED = [line('1200', 'debit', '500.00'), line('4000-SS', 'credit', '500.00')];
const SPENT = [line('5050', 'debit', '120.00'), line('2100', 'credit', '120.00')];

/** October 2025 with income and an expense; its months are closed up to November. */
const year2025 = async (): Promise<void> => {
  await bookOn('2025-10-10', EARNED);
  await bookOn('2025-12-20', SPENT);
  for (const month of ['2025-10', '2025-11']) {
    expect((await send('POST', `/book_months/${month}/close`, {})).status).toBe(200);
  }
};

const close = (year = 2025, by = accountant) => send('POST', `/book_years/${year}/close`, undefined, by);
const show = async (year = 2025): Promise<BookYear> => (await send('GET', `/book_years/${year}`)).body;
const reverse = (id: string, by = accountant) =>
  send('POST', `/journals/${id}/end`, { change: 'reverse', reason: 'A bill came.' }, by);

const income2025 = async () => {
  const { lines } = await readStatement(it.db, { part: 'income', query: { from: '2025-01-01', to: '2025-12-31' } });
  return lines.at(-1)?.figures[0]?.amount;
};

test('the closing of a year takes income and expenses to retained earnings on 31 December, once', async () => {
  await year2025();
  expect(await show()).toEqual({ year: 2025, closing: null, why_not: null });
  const closed = await close();
  expect(closed).toMatchObject({
    status: 200,
    body: { message: '2025 is closed: its result is in retained earnings on 31 Dec 2025.' },
  });
  const journal: JournalRecord = (await send('GET', `/journals/${closed.body.id}`)).body;
  expect(journal).toMatchObject({ kind: 'year end', day: '2025-12-31', status: 'posted', entry: '3', reversal: null });
  expect(journal.lines.map(({ account, side, amount }) => [account, side, amount])).toEqual([
    ['4000-SS', 'debit', '500.00'],
    ['5050', 'credit', '120.00'],
    ['3100', 'credit', '380.00'],
  ]);
  expect([await balanceOf(it.db, '3100'), await balanceOf(it.db, '4000-SS')]).toEqual([-38_000n, 0n]);
  expect(await income2025()).toBe('380.00');
  expect(await close()).toMatchObject({
    status: 409,
    body: { message: `2025 is closed already, by the journal ${journal.number}.` },
  });
  expect(await show()).toMatchObject({ closing: { id: journal.id, number: journal.number } });
  const [row] = (await send('GET', '/account_statement?account=3100')).body;
  expect(row).toMatchObject({ kind: 'year end', source: `/journals/${journal.id}`, balance: '380.00' });
  expect(await checkLedger(it.db)).toEqual([]);
});

test('only its reversal takes it back, on the same day, and the year can be closed again then', async () => {
  await year2025();
  const { body } = await close();
  expect(await reverse(body.id)).toMatchObject({ status: 200 });
  expect(await balanceOf(it.db, '3100')).toBe(0n);
  expect(await income2025()).toBe('380.00');
  const entries = await it.db.selectFrom('ledger_entries').select(['day', 'kind']).orderBy('number').execute();
  expect(entries.slice(-2)).toEqual([
    { day: '2025-12-31', kind: 'year end' },
    { day: '2025-12-31', kind: 'year end' },
  ]);
  await bookOn('2025-12-30', SPENT);
  expect(await close()).toMatchObject({ status: 200 });
  expect(await balanceOf(it.db, '3100')).toBe(-26_000n);
  expect(await income2025()).toBe('260.00');
});

test('it is reversed while its December is open, and by those who close the books', async () => {
  await year2025();
  const { body } = await close();
  await shapeRole(it, 'SuperUser', { 'books.close': false });
  const superUser = await buildCaller(it, 'SuperUser');
  expect(await reverse(body.id, superUser)).toMatchObject({ status: 403 });
  expect(await send('POST', '/book_months/2025-12/close', {})).toMatchObject({ status: 200 });
  expect(await reverse(body.id)).toMatchObject({
    status: 409,
    body: { message: 'December 2025 is closed. The closing of a year is reversed while its December is open.' },
  });
  expect(await show(2024)).toMatchObject({ why_not: 'There is nothing in the books of 2024.' });
});

test('a year is closed once it is over, in its order, and with nothing left waiting', async () => {
  const refused = async (year = 2025) => {
    const { status, body } = await close(year);
    expect(status).toBe(409);
    expect((await show(year)).why_not).toBe(body.message);
    return body.message;
  };
  expect(await refused()).toBe('There is nothing in the books of 2025.');
  expect(await refused(2026)).toBe('2026 is not over yet.');
  await bookOn('2025-10-10', EARNED);
  expect(await refused()).toBe('November 2025 must be closed before the year.');
  await send('POST', '/book_months/2025-10/close', {});
  expect(await refused()).toBe('November 2025 must be closed before the year.');
  await send('POST', '/book_months/2025-11/close', {});
  const waiting = await write('2025-12-31', EARNED);
  expect(await refused()).toBe('1 journal of 2025 is not posted yet. Please post or drop it first.');
  await send('POST', `/journals/${waiting}/end`, { change: 'drop', reason: 'It was wrong.' });
  await send('POST', '/book_months/2025-12/close', {});
  expect(await refused()).toBe('December 2025 is closed. It must be open for the closing of the year.');
});

test('a year without income and expenses is not closed', async () => {
  await bookOn('2025-12-05', [line('1200', 'debit', '10.00'), line('3000', 'credit', '10.00')]);
  expect(await close()).toMatchObject({
    status: 409,
    body: { message: 'There is no income and no expense of 2025 to close.' },
  });
});

test('of two who close a year at once, one does', async () => {
  await year2025();
  const answers = await Promise.all([close(), close(), close()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await balanceOf(it.db, '3100')).toBe(-38_000n);
});

test('the reversal waits for an account that was closed meanwhile', async () => {
  await year2025();
  const { body } = await close();
  const shut = await it.app.inject({
    method: 'PATCH',
    url: '/api/ledger_accounts/5050',
    headers: accountant.headers,
    payload: { closed: true },
  });
  expect(shut.statusCode).toBe(200);
  expect(await reverse(body.id)).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/^5050 .+ is closed\. Open it again to take J2026-\d{4} back\.$/) },
  });
});
