import type { BookMonths } from '@banbo/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../test/builders/payments.ts';
import { submissionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

type Caller = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let accountant: Caller;
let owner: Caller;
beforeEach(async () => {
  await it?.close();
  it = await startApp();
  accountant = await buildCaller(it, 'Accounts');
  owner = await buildCaller(it, 'SuperAdmin');
});
afterAll(() => it.close());

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

/** A payment of a day before today, October 12th unless another is given. */
const payOn = async (day = '2026-10-12', status: 'cleared' | 'submitted' = 'cleared'): Promise<string> => {
  const { now } = it.clock;
  it.clock.now = new Date(`${day}T10:00:00Z`);
  const { driver } = await buildDriver(it);
  const id = await buildPayment(it, submissionOf(driver), status);
  it.clock.now = now;
  return id;
};

test('the first month with an entry is the next to close, and closes once it is over', async () => {
  expect(await months()).toMatchObject({ next: null, last_closed: null });
  await payOn();
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

test('a month with something left to do is closed with a reason that stays with it', async () => {
  await payOn();
  await payOn('2026-10-20', 'submitted');
  expect(await send('2026-10/close', {})).toMatchObject({
    status: 422,
    message:
      'Something is left to do (Claims of October 2026 waiting: 1). Please give a reason to close October 2026 all the same.',
  });
  await send('2026-10/close', { reason: 'The payer is abroad.' });
  expect(await stateOf('2026-10')).toMatchObject({ state: 'closed', left_reason: 'The payer is abroad.' });
});

test('a payment of a closed month is cleared, lands in the next one, and both months say so', async () => {
  await payOn();
  const id = await payOn('2026-10-25', 'submitted');
  await send('2026-10/close', { reason: 'Its money comes later.' });
  await changePayment(it, id, 'clear');
  expect(await stateOf('2026-10')).toMatchObject({ late: [{ landed: '2026-11', count: expect.any(Number) }] });
  const url = '/api/account_statement?account=1000&from=2026-11-01';
  const lines = (await it.app.inject({ method: 'GET', url, headers: accountant.headers })).json();
  expect(lines).toMatchObject([{ day: '2026-11-01', late_for: '2026-10-25' }]);
});

test('SuperAdmin alone opens the last closed month again, with a reason', async () => {
  await payOn('2026-09-12');
  await send('2026-09/close', {});
  await send('2026-10/close', {});
  const again = { reason: 'A bill of October came.' };
  expect(await send('2026-10/reopen', again)).toMatchObject({ status: 403 });
  expect(await send('2026-09/reopen', again, owner)).toMatchObject({
    status: 409,
    message: 'Only the month that was closed last can be opened: October 2026.',
  });
  expect(await send('2026-10/reopen', {}, owner)).toMatchObject({ status: 400 });
  expect(await send('2026-10/reopen', again, owner)).toMatchObject({ message: 'October 2026 is open again.' });
  expect(await stateOf('2026-10')).toMatchObject({ state: 'next', reopen_reason: again.reason });
  await send('2026-10/close', {});
  expect(await stateOf('2026-10')).toMatchObject({ state: 'closed', reopen_reason: null });
});

test('two people who close a month at once close it once', async () => {
  await payOn();
  const answers = await Promise.all([send('2026-10/close', {}), send('2026-10/close', {}, owner)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('while a statement is imported no month closes', async () => {
  await payOn();
  await it.db
    .insertInto('statement_imports')
    .values({
      ...{ file_name: 'october.csv', line_count: 1, status: 'importing', suggestion: '{}', mapping: '{}' },
      ...{ is_remembered: false, uploaded_by: owner.id, uploader: 'owner', uploaded_at: it.clock.now },
    })
    .execute();
  expect(await send('2026-10/close', {})).toMatchObject({
    status: 409,
    message: 'A statement is being imported. Please close the month once it is done.',
  });
});
