import { type BookMonths, formatMonth } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

type Caller = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let accountant: Caller;
let owner: Caller;
const signIn = async (): Promise<void> => {
  accountant = await buildCaller(it, 'Accounts');
  owner = await buildCaller(it, 'SuperAdmin');
};

let key = 0;
const send = async (path: string, payload: object, { headers }: Caller = accountant) => {
  key += 1;
  const url = `/api/book_months/${path}`;
  const idempotent = { ...headers, 'idempotency-key': `month-${key}-0123456789` };
  const response = await it.app.inject({ method: 'POST', url, payload, headers: idempotent });
  return { status: response.statusCode, message: response.json().message as string };
};

const months = async (): Promise<BookMonths> =>
  (await it.app.inject({ method: 'GET', url: '/api/book_months?year=2026', headers: accountant.headers })).json();

const stateOf = async (month: string) => (await months()).months.find((one) => one.month === month);

/** A payment of a day before today. */
const payOn = async (day: string, status: 'cleared' | 'submitted' = 'cleared'): Promise<string> => {
  const { now } = it.clock;
  it.clock.now = new Date(`${day}T10:00:00Z`);
  const { driver } = await buildDriver(it);
  const id = await buildPayment(it, submissionOf(driver), status);
  it.clock.now = now;
  return id;
};

test('the first month with an entry is the next to close, and closes once it is over', async () => {
  it = await startApp();
  onTestFinished(it.close);
  await signIn();
  expect(await months()).toMatchObject({ next: null, last_closed: null });
  await payOn('2026-10-12');
  expect(await months()).toMatchObject({ next: '2026-10', last_closed: null });
  expect(await send('2026-11/close', {})).toMatchObject({ status: 409, message: 'November 2026 is not over yet.' });
  expect(await send('2026-09/close', {})).toMatchObject({
    status: 409,
    message: 'Months close in their order: October 2026 is the next.',
  });
  expect(await send('2026-10/close', {})).toMatchObject({
    status: 200,
    message: 'October 2026 is closed. What comes late is posted in November 2026.',
  });
  expect(await stateOf('2026-10')).toMatchObject({
    state: 'closed',
    closed_by: expect.stringContaining('ama.mensah'),
    left_reason: null,
  });
  expect(await send('2026-10/close', {})).toMatchObject({ status: 409, message: 'October 2026 is closed already.' });
  expect(await months()).toMatchObject({ next: null, last_closed: '2026-10' });
});

test('months without entries close with the next one that has some, but for the December of a year with entries', async () => {
  it = await startApp();
  onTestFinished(it.close);
  await payOn('2025-03-12');
  await payOn('2026-10-12');
  await signIn();
  expect((await months()).next).toBe('2025-03');
  expect(await send('2025-04/close', {})).toMatchObject({ status: 409 });
  await send('2025-03/close', {});
  expect((await months()).next).toBe('2025-12');
  expect((await send('2025-12/close', {})).message).toMatch(/^April 2025 to December 2025 are closed\./);
  expect((await months()).next).toBe('2026-10');
  await payOn('2026-02-20', 'submitted');
  expect(await send('2026-10/close', {})).toMatchObject({ status: 422, message: expect.stringMatching(/waiting: 1/) });
  expect((await send('2026-10/close', { reason: 'The payer is abroad.' })).message).toMatch(/^January 2026 to October/);
  expect(await stateOf('2026-05')).toMatchObject({ state: 'closed', left_reason: 'The payer is abroad.' });
});

describe('a month that is over, as the one after it is', () => {
  let started: TestApp;
  beforeAll(async () => {
    started = await startApp();
    it = started;
    await signIn();
  });
  afterAll(() => started.close());

  /** The month of a test, which is the next one to close, and the one after it. */
  let month: string;
  let after: string;
  beforeEach(async () => {
    for (let next = (await months()).next; next !== null; next = (await months()).next)
      expect((await send(`${next}/close`, { reason: 'Another test left it open.' })).status).toBe(200);
    const last = Number((await months()).last_closed?.slice(5) ?? 0);
    const monthOf = (number: number) => `2026-${String(number).padStart(2, '0')}`;
    [month, after] = [monthOf(last + 1), monthOf(last + 2)];
    it.clock.now = new Date(Date.UTC(2026, last + 2, 20, 10));
    // Sessions of months before have ended.
    await signIn();
  });

  test('a month with something left to do is closed with a reason that stays with it', async () => {
    await payOn(`${month}-12`);
    await payOn(`${month}-20`, 'submitted');
    expect(await send(`${month}/close`, {})).toMatchObject({
      status: 422,
      message: `Something is left to do (Claims of ${formatMonth(month)} waiting: 1). Please give a reason to close ${formatMonth(month)} all the same.`,
    });
    await send(`${month}/close`, { reason: 'The payer is abroad.' });
    expect(await stateOf(month)).toMatchObject({ state: 'closed', left_reason: 'The payer is abroad.' });
  });

  test('a payment of a closed month is cleared, lands in the next one, and both months say so', async () => {
    await payOn(`${month}-12`);
    const id = await payOn(`${month}-25`, 'submitted');
    await send(`${month}/close`, { reason: 'Its money comes later.' });
    await changePayment(it, id, 'clear');
    expect(await stateOf(month)).toMatchObject({ late: [{ landed: after, count: expect.any(Number) }] });
    const url = `/api/account_statement?account=1000&from=${after}-01`;
    const lines = (await it.app.inject({ method: 'GET', url, headers: accountant.headers })).json();
    expect(lines).toMatchObject([{ day: `${after}-01`, late_for: `${month}-25` }]);
  });

  test('SuperAdmin alone opens the last closed month again, with a reason, and the log has who closed and opened it', async () => {
    await payOn(`${month}-12`);
    await send(`${month}/close`, {});
    await send(`${after}/close`, {});
    const again = { reason: 'A bill of October came.' };
    expect(await send(`${after}/reopen`, again)).toMatchObject({ status: 403 });
    expect(await send(`${month}/reopen`, again, owner)).toMatchObject({
      status: 409,
      message: `Only the month that was closed last can be opened: ${formatMonth(after)}.`,
    });
    expect(await send(`${after}/reopen`, {}, owner)).toMatchObject({ status: 400 });
    expect(await send(`${after}/reopen`, again, owner)).toMatchObject({
      message: `${formatMonth(after)} is open again.`,
    });
    expect(await stateOf(after)).toMatchObject({ state: 'next', reopen_reason: again.reason });
    await send(`${after}/close`, {});
    expect(await stateOf(after)).toMatchObject({ state: 'closed', reopen_reason: null });
    const log = it.db.selectFrom('audit_log').select(['actor_id', 'action', 'after']).where('subject_id', '=', after);
    expect(await log.where('subject_kind', '=', 'book month').orderBy('id').execute()).toEqual([
      { actor_id: accountant.id, action: 'books.close_month', after: { left: [] } },
      { actor_id: owner.id, action: 'books.reopen_month', after: again },
      { actor_id: accountant.id, action: 'books.close_month', after: { left: [] } },
    ]);
  });

  test('two people who close a month at once close it once', async () => {
    await payOn(`${month}-12`);
    const answers = await Promise.all([send(`${month}/close`, {}), send(`${month}/close`, {}, owner)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('while a statement is imported no month closes', async () => {
    await payOn(`${month}-12`);
    const { id } = await it.db
      .insertInto('statement_imports')
      .values({
        ...{ file_name: 'october.csv', line_count: 1, status: 'importing', suggestion: '{}', mapping: '{}' },
        ...{ is_remembered: false, uploaded_by: owner.id, uploader: 'owner', uploaded_at: it.clock.now },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    onTestFinished(async () => {
      await it.db.deleteFrom('statement_imports').where('id', '=', id).execute();
    });
    expect(await send(`${month}/close`, {})).toMatchObject({
      status: 409,
      message: 'A statement is being imported. Please close the month once it is done.',
    });
  });
});
