import type { JournalInput, JournalLine } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { author } from '../../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { balanceOf, checkLedger } from '../../ledger/index.ts';
import { addJournal } from './write-journal.ts';

type Caller = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let writer: Caller;
let other: Caller;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

/** Journals, the last entry and the balances of two accounts, before the present test. */
let before: { journals: number; entry: bigint; rent: bigint; bank: bigint };
beforeEach(async () => {
  [writer, other] = await Promise.all([buildCaller(it, 'Accounts'), buildCaller(it, 'Accounts')]);
  const { number } = await it.db.selectFrom('ledger_head').select('number').executeTakeFirstOrThrow();
  const { length: journals } = await it.db.selectFrom('journals').select('id').execute();
  before = {
    journals,
    entry: BigInt(number),
    rent: await balanceOf(it.db, '5050'),
    bank: await balanceOf(it.db, '1020'),
  };
});

/** The number of the present test's n-th entry in the books. */
const entryOf = (n: number): string => String(before.entry + BigInt(n));
/** Change of the accounts of rent and of the bank by the present test. */
const rentPaid = async (): Promise<bigint> => (await balanceOf(it.db, '5050')) - before.rent;
const atBank = async (): Promise<bigint> => (await balanceOf(it.db, '1020')) - before.bank;

let key = 0;
const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, { headers }: Caller = writer) => {
  key += 1;
  const keyed = method === 'POST' ? { 'idempotency-key': `journal-${key}-0123456789` } : {};
  const call = { method, url: `/api${path}`, headers: { ...headers, ...keyed } };
  const response = await it.app.inject(payload ? { ...call, payload } : call);
  return { status: response.statusCode, body: response.json() };
};

const line = (account: string, side: JournalLine['side'], amount: string): JournalLine => ({ account, side, amount });
const RENT = [line('5050', 'debit', '900.00'), line('5010', 'credit', '900.00')];
const PAID = [line('5050', 'debit', '900.00'), line('1020', 'credit', '900.00')];

const journal = (lines: readonly JournalLine[], given: Partial<JournalInput> = {}) => ({
  ...{ day: '2026-11-02', description: 'Rent of the office', lines },
  ...given,
});

const write = async (lines: readonly JournalLine[], given: Partial<JournalInput> = {}): Promise<string> => {
  const { status, body } = await send('POST', '/journals', journal(lines, given));
  expect([status, body.message]).toEqual([201, expect.stringMatching(/^J2026-\d{4} is kept as a draft\.$/)]);
  return body.id;
};

const post = (id: string, by = writer) => send('POST', `/journals/${id}/post`, undefined, by);
const end = (id: string, change: string, by = writer) =>
  send('POST', `/journals/${id}/end`, { change, reason: 'It was wrong.' }, by);
const approve = (id: string, by = other) => send('POST', `/approvals/${id}/approve`, undefined, by);
const show = async (id: string) => (await send('GET', `/journals/${id}`)).body;

test('a journal is a draft until it balances, and is posted then', async () => {
  const id = await write([line('5050', 'debit', '900.00')]);
  expect(await post(id)).toMatchObject({
    status: 422,
    body: { message: 'A journal needs a debit and a credit at least.' },
  });
  await send('PATCH', `/journals/${id}`, journal([...RENT, line('5010', 'debit', '0.01')]));
  expect(await post(id)).toMatchObject({
    status: 422,
    body: { message: 'Debits and credits are not equal: GHS 0.01 apart.' },
  });
  await send('PATCH', `/journals/${id}`, journal(RENT));
  expect(await post(id)).toMatchObject({ status: 200 });
  expect(await show(id)).toMatchObject({
    status: 'posted',
    amount: '900.00',
    entry: entryOf(1),
    needs_approval: false,
  });
  expect(await rentPaid()).toBe(90_000n);
  expect(await send('PATCH', `/journals/${id}`, journal(RENT))).toMatchObject({ status: 409 });
  expect(await checkLedger(it.db)).toEqual([]);
});

test('a journal that moves money waits for another person, who posts it', async () => {
  const id = await write(PAID);
  expect(await post(id)).toMatchObject({ status: 200, body: { message: expect.stringMatching(/waits for approval/) } });
  const { approval_id, needs_approval } = await show(id);
  expect(needs_approval).toBe(true);
  expect(await approve(approval_id, writer)).toMatchObject({ status: 403 });
  expect(await atBank()).toBe(0n);
  expect(await approve(approval_id)).toMatchObject({ status: 201 });
  expect(await show(id)).toMatchObject({ status: 'posted', approval_id: null });
  expect(await atBank()).toBe(-90_000n);
});

test('two people who approve at once post it once', async () => {
  const id = await write(PAID);
  await post(id);
  const { approval_id } = await show(id);
  const third = await buildCaller(it, 'Accounts');
  const answers = await Promise.all([approve(approval_id), approve(approval_id, third)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await atBank()).toBe(-90_000n);
});

test('a refused journal is a draft again, with the reason', async () => {
  const id = await write(PAID);
  await post(id);
  const { approval_id } = await show(id);
  const refusal = { reason: 'The rent is 800.' };
  expect(await send('POST', `/approvals/${approval_id}/refuse`, refusal, other)).toMatchObject({ status: 200 });
  expect(await show(id)).toMatchObject({ status: 'draft', status_reason: 'Not approved: The rent is 800.' });
});

test('a posted journal is reversed and never edited; one of money by two people', async () => {
  const rent = await write(RENT);
  await post(rent);
  expect(await end(rent, 'drop')).toMatchObject({ status: 409 });
  expect(await end(rent, 'reverse')).toMatchObject({ body: { message: expect.stringMatching(/is reversed/) } });
  expect(await show(rent)).toMatchObject({ status: 'reversed', entry: entryOf(1), reversal: entryOf(2) });
  expect(await end(rent, 'reverse')).toMatchObject({ status: 409 });
  const paid = await write(PAID);
  await post(paid);
  await approve((await show(paid)).approval_id);
  await end(paid, 'reverse');
  expect(await show(paid)).toMatchObject({ status: 'posted' });
  await approve((await show(paid)).approval_id);
  expect(await show(paid)).toMatchObject({ status: 'reversed' });
  expect([await rentPaid(), await atBank()]).toEqual([0n, 0n]);
  expect(await checkLedger(it.db)).toEqual([]);
});

test('who asked and withdrew that approves what its writer then asks for', async () => {
  const id = await write(PAID);
  await post(id, other);
  const { approval_id } = await show(id);
  expect(await send('POST', `/approvals/${approval_id}/withdraw`, undefined, other)).toMatchObject({ status: 200 });
  await post(id);
  expect(await approve((await show(id)).approval_id)).toMatchObject({ status: 201 });
  expect(await show(id)).toMatchObject({ status: 'posted' });
});

test('an opening brings what records keep before they post, and takes two people, as does its reversal', async () => {
  const lines = [line('5110', 'debit', '100.00'), line('5010', 'credit', '100.00')];
  const body = { ...journal(lines), lines };
  const opening = { body, by: author(writer), now: it.clock.now };
  const { id } = await it.db.transaction().execute((tx) => addJournal(tx, opening, 'opening'));
  await post(id);
  expect(await show(id)).toMatchObject({ status: 'asked', needs_approval: true });
  expect(await approve((await show(id)).approval_id)).toMatchObject({ status: 201 });
  await end(id, 'reverse');
  expect(await show(id)).toMatchObject({ status: 'posted', approval_id: expect.any(String) });
  expect(await approve((await show(id)).approval_id)).toMatchObject({ status: 201 });
  expect(await show(id)).toMatchObject({ status: 'reversed' });
  const again = it.db.transaction().execute((tx) => addJournal(tx, opening, 'opening'));
  await expect(again).rejects.toThrow('5110 Cash over and short is posted by cash-ups alone.');
});

test('a draft is dropped, and stays on the list', async () => {
  const id = await write(RENT);
  await end(id, 'drop');
  expect(await post(id)).toMatchObject({ status: 409 });
  const { body: dropped } = await send('GET', '/journals?status=dropped');
  expect(dropped.filter((one: { id: string }) => one.id === id)).toMatchObject([{ status_reason: 'It was wrong.' }]);
});

const BAD: readonly (readonly [string, object, RegExp])[] = [
  ['a line of 0.00', journal([line('5050', 'debit', '0.00')]), /more than 0\.00/],
  ['two hundred lines', journal(Array.from({ length: 200 }, () => line('5050', 'debit', '1.00'))), /at most 100 lines/],
  ['an amount that is too large', journal([line('5050', 'debit', '1000000000000.00')]), /two decimals/],
  ['a day in the future', journal(RENT, { day: '2099-01-01' }), /in the future/],
  ['a day in 1999', journal(RENT, { day: '1999-12-31' }), /begin on 1 Jan 2000/],
  ['a heading', journal([line('4000', 'credit', '1.00')]), /is a heading/],
  ['an account that is not there', journal([line('5999', 'debit', '1.00')]), /There is no account 5999/],
  ['the credit of drivers', journal([line('2000', 'debit', '1.00')]), /by payments and refunds alone/],
  [
    'what counted cash lacks',
    journal([line('5110', 'credit', '5.00')]),
    /Cash over and short is posted by cash-ups alone/,
  ],
];

test.each(BAD)('%s is refused at its field', async (_, body, words) => {
  const answer = await send('POST', '/journals', body);
  expect(answer.status).toBeOneOf([400, 422]);
  expect(answer.body.issues[0].message).toMatch(words);
});

test('a journal of a closed account or a closed month is refused, also once it waits', async () => {
  await send('PATCH', '/ledger_accounts/5070', { closed: true });
  expect(await send('POST', '/journals', journal([line('5070', 'debit', '1.00')]))).toMatchObject({ status: 422 });
  const old = await write(RENT, { day: '2026-10-05' });
  await post(old);
  await approve((await show(old)).approval_id);
  const late = await write(RENT, { day: '2026-10-06' });
  const close = { reason: 'The draft is dropped.' };
  expect(await send('POST', '/book_months/2026-10/close', close)).toMatchObject({ status: 200 });
  expect(await post(late)).toMatchObject({
    status: 422,
    body: { message: 'October 2026 is closed. Please choose a day from 1 Nov 2026 on.' },
  });
  expect(await send('POST', '/journals', journal(RENT, { day: '2026-10-31' }))).toMatchObject({ status: 422 });
});

test('who may not write the books reads no journal, and Operations neither', async () => {
  const operations = await buildCaller(it, 'Operations');
  expect(await send('GET', '/journals', undefined, operations)).toMatchObject({ status: 403 });
  expect(await send('POST', '/journals', journal(RENT), operations)).toMatchObject({ status: 403 });
  expect(await send('GET', '/ledger_accounts', undefined, operations)).toMatchObject({ status: 200 });
});
