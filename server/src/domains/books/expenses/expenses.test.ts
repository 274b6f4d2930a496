import { addDays, type ExpenseInput, today, toPesewas } from '@banbo/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillAccount } from '../../../../test/builders/books.ts';
import { setCompany } from '../../../../test/builders/company.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { balanceOf, checkLedger, post } from '../../ledger/index.ts';

type Caller = Awaited<ReturnType<typeof buildCaller>>;

let it: TestApp;
let writer: Caller;
let other: Caller;
/** The books and their balances before the present test. */
let before: { entries: bigint; expenses: number; balances: ReadonlyMap<string, bigint> };

const ACCOUNTS = ['1010', '1030', '1200', '5090'];

/**
 * New clerks and approvers for a test, the first settings, and money. On a day of its own, with a
 * payee of its own, so that sums of other tests do not count.
 */
const meet = async (day = '2025-01-01'): Promise<void> => {
  it.clock.now = new Date(it.clock.now.getTime() + 86_400_000);
  FUEL.payee = `Goil, Osu ${it.clock.now.toISOString().slice(0, 10)}`;
  [writer, other] = await Promise.all([buildCaller(it, 'Accounts'), buildCaller(it, 'Accounts')]);
  await setCompany(it.db);
  for (const account of ['1000', '1010', '1020']) await fillAccount(it, writer, { account, day });
  const { number } = await it.db.selectFrom('ledger_head').select('number').executeTakeFirstOrThrow();
  const { length: expenses } = await it.db.selectFrom('expenses').select('id').execute();
  const balances = ACCOUNTS.map(async (account) => [account, await balanceOf(it.db, account)] as const);
  before = { entries: BigInt(number), expenses, balances: new Map(await Promise.all(balances)) };
};

/** The number of the present test's n-th entry in the books. */
const entryOf = (n: number): string => String(before.entries + BigInt(n));
/** The number of the present test's n-th expense. */
const numberOf = (n: number): string => `E2026-${String(before.expenses + n).padStart(4, '0')}`;

let key = 0;
const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, { headers }: Caller = writer) => {
  key += 1;
  const keyed = method === 'POST' ? { 'idempotency-key': `expense-${key}-0123456789` } : {};
  const call = { method, url: `/api${path}`, headers: { ...headers, ...keyed } };
  const response = await it.app.inject(payload ? { ...call, payload } : call);
  return { status: response.statusCode, body: response.json() };
};

const FUEL: ExpenseInput = {
  ...{ payee: 'Goil, Osu', kind: '5090', day: '2026-11-02', paid_from: '1010', amount: '120.00', tax: 'none' },
  ...{ reference: 'INV 7', description: 'Fuel of the pick-up' },
};

const enter = (given: Partial<ExpenseInput> = {}, by = writer) => send('POST', '/expenses', { ...FUEL, ...given }, by);
const entered = async (given: Partial<ExpenseInput> = {}): Promise<string> => {
  const { status, body } = await enter(given);
  expect([status, body.message]).toEqual([201, expect.any(String)]);
  return body.id;
};
const show = async (id: string) => (await send('GET', `/expenses/${id}`)).body;
const approve = async (id: string, by = other) => {
  const { approval_id } = await show(id);
  return send('POST', `/approvals/${approval_id}/approve`, undefined, by);
};
const take = (id: string, by = writer) => send('POST', `/expenses/${id}/void`, { reason: 'It was wrong.' }, by);
/** Changes of accounts by the present test. */
const balances = (...accounts: string[]) =>
  Promise.all(
    accounts.map(async (account) => (await balanceOf(it.db, account)) - (before.balances.get(account) ?? 0n)),
  );

const set = (value: object): Promise<void> => setCompany(it.db, value);

/** Puts so many cedis into the petty cash. */
const topUp = async (cedis: bigint, day = '2026-11-01'): Promise<void> => {
  const postings = [
    { account: '1030', pesewas: cedis * 100n },
    { account: '1010', pesewas: -cedis * 100n },
  ];
  const entry = { day, kind: 'journal' as const, subjectId: '99', description: 'Top-up', postings };
  await it.db.transaction().execute((tx) => post(tx, [entry], { by: null, now: it.clock.now }));
};

describe('on books with other expenses', () => {
  beforeAll(async () => {
    it = await startApp();
  });
  beforeEach(() => meet());
  afterAll(() => it.close());

  test('an expense up to the limit is posted at once, numbered, and leads back from its account', async () => {
    const { status, body } = await enter({ amount: '500.00' });
    expect([status, body.message]).toEqual([201, `${numberOf(1)} is posted.`]);
    expect(await show(body.id)).toMatchObject({
      ...{ number: numberOf(1), status: 'posted', needs_approval: false, entry: entryOf(1), reversal: null, net: null },
      ...{ kind_name: expect.any(String), reference: 'INV 7', taxes: [], attachments: [] },
    });
    expect(await balances('5090', '1010', '1200')).toEqual([50_000n, -50_000n, 0n]);
    const statement = await send('GET', '/account_statement?account=5090&size=200');
    const source = `/expenditure/${body.id}`;
    const own = statement.body.filter((line: { source: string }) => line.source === source);
    expect(own).toMatchObject([{ kind: 'expense', debit: '500.00' }]);
    expect(await checkLedger(it.db)).toEqual([]);
  });

  test('one above the limit waits for another person, who posts it; who entered it may not', async () => {
    const id = await entered({ amount: '500.01' });
    expect(await show(id)).toMatchObject({ status: 'asked', entry: null, needs_approval: true });
    expect(await balances('5090')).toEqual([0n]);
    expect(await approve(id, writer)).toMatchObject({ status: 403 });
    expect(await approve(id)).toMatchObject({ status: 201, body: { message: `${numberOf(1)} is posted.` } });
    expect(await show(id)).toMatchObject({ status: 'posted', approval_id: null, entry: entryOf(1) });
    expect(await balances('5090', '1010')).toEqual([50_001n, -50_001n]);
  });

  test('two people who approve at once post it once', async () => {
    const id = await entered({ amount: '900.00' });
    const { approval_id } = await show(id);
    const third = await buildCaller(it, 'Accounts');
    const decide = (by: Caller) => send('POST', `/approvals/${approval_id}/approve`, undefined, by);
    const answers = await Promise.all([decide(other), decide(third)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await balances('5090')).toEqual([90_000n]);
  });

  test('a refused expense stays so with its reason, and nothing is posted', async () => {
    const id = await entered({ amount: '900.00' });
    const { approval_id } = await show(id);
    await send('POST', `/approvals/${approval_id}/refuse`, { reason: 'No bill.' }, other);
    expect(await show(id)).toMatchObject({ status: 'refused', status_reason: 'Not approved: No bill.', entry: null });
    expect(await take(id)).toMatchObject({ status: 409 });
    expect(await balances('5090')).toEqual([0n]);
  });

  test('a posted expense is taken back by the opposite entry, one above the limit by two people', async () => {
    const small = await entered();
    expect(await take(small)).toMatchObject({ status: 200, body: { message: `${numberOf(1)} is void.` } });
    expect(await show(small)).toMatchObject({
      status: 'void',
      entry: entryOf(1),
      reversal: entryOf(2),
      status_reason: 'It was wrong.',
    });
    expect(await take(small)).toMatchObject({ status: 409 });
    const large = await entered({ amount: '900.00' });
    await approve(large);
    await take(large);
    expect(await show(large)).toMatchObject({ status: 'posted' });
    expect(await approve(large, writer)).toMatchObject({ status: 403 });
    expect(await approve(large)).toMatchObject({ status: 201 });
    expect(await show(large)).toMatchObject({ status: 'void', reversal: entryOf(4) });
    const asked = it.db.selectFrom('hands').select('account_id').where('what', '=', 'asked');
    // For the expense, and for its voiding: neither asker reconciles it.
    expect(await asked.where('subject_kind', '=', 'expense').where('subject_id', '=', large).execute()).toEqual([
      { account_id: writer.id },
      { account_id: writer.id },
    ]);
    expect(await balances('5090', '1010')).toEqual([0n, 0n]);
    expect(await checkLedger(it.db)).toEqual([]);
  });

  test('an expense whose account was closed meanwhile is taken back once that is open again', async () => {
    const id = await entered({ kind: '5070' });
    const back = { day: '2026-11-03', description: 'Moved to fuel' };
    const lines = [
      { account: '5090', side: 'debit', amount: '120.00' },
      { account: '5070', side: 'credit', amount: '120.00' },
    ];
    const journal = await send('POST', '/journals', { ...back, lines });
    await send('POST', `/journals/${journal.body.id}/post`);
    expect(await send('PATCH', '/ledger_accounts/5070', { closed: true })).toMatchObject({ status: 200 });
    expect(await take(id)).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^5070 .* is closed/) },
    });
    expect(await enter({ kind: '5070' })).toMatchObject({ status: 422 });
    await send('PATCH', '/ledger_accounts/5070', { closed: false });
    expect(await take(id)).toMatchObject({ status: 200 });
  });

  test('nobody changes what was entered, not even in the database', async () => {
    const id = await entered();
    const change = it.db.updateTable('expenses').set({ amount: '1.00' }).where('id', '=', id).execute();
    await expect(change).rejects.toThrow('An expense stays as it was entered');
    await expect(it.db.deleteFrom('expenses').where('id', '=', id).execute()).rejects.toThrow(
      'An expense stays as it was entered',
    );
  });

  const BAD: readonly (readonly [string, Partial<Record<keyof ExpenseInput, string>>, RegExp])[] = [
    ['an amount of 0.00', { amount: '0.00' }, /more than 0\.00/],
    ['an amount that is too large', { amount: '1000000000000.00' }, /two decimals/],
    ['a day in the future', { day: '2099-01-01' }, /in the future/],
    ['a day in 1999', { day: '1999-12-31' }, /begin on 1 Jan 2000/],
    ['an account of income', { kind: '4000-RF' }, /is no account of expenses/],
    ['an account that is not there', { kind: '5999' }, /There is no account 5999/],
    ['debts written off', { kind: '5100' }, /posted by the product alone/],
    ['cash over and short', { kind: '5110' }, /posted by the product alone/],
    ['an account without money', { paid_from: '1200' }, /choose the account that paid/],
    ['taxes of a day before their table', { day: '2022-12-31', tax: 'included' }, /begins on 1 Jan 2023/],
    ['a payee without a letter', { payee: '  -- ' }, /in letters or digits/],
  ];

  test.each(BAD)('%s is refused at its field', async (_, given, words) => {
    const list = async () => (await send('GET', '/expenses?size=200')).body;
    const listed = await list();
    const answer = await send('POST', '/expenses', { ...FUEL, ...given });
    expect(answer.status).toBeOneOf([400, 422]);
    expect(answer.body.issues[0].message).toMatch(words);
    expect(await list()).toEqual(listed);
  });

  test('a day that comes after the server’s is refused at its field', async () => {
    const { status, body } = await enter({ day: addDays(today(it.clock.now), 1) });
    expect(status).toBeOneOf([400, 422]);
    expect(body.issues[0]).toMatchObject({ path: 'body.day', message: 'The day is in the future.' });
  });

  test('taxes that the price includes are shown and are its cost, unless the company reclaims them', async () => {
    const id = await entered({ amount: '120.00', tax: 'included' });
    expect(await show(id)).toMatchObject({
      net: '100.00',
      taxes: [
        { name: 'NHIL', rate: '2.50', amount: '2.50', is_reclaimed: false },
        { name: 'GETFund', rate: '2.50', amount: '2.50', is_reclaimed: false },
        { name: 'VAT', rate: '15.00', amount: '15.00', is_reclaimed: false },
      ],
    });
    expect(await balances('5090', '1200')).toEqual([12_000n, 0n]);
    await set({ reclaims_input_tax: true });
    await entered({ amount: '120.00', tax: 'included' });
    expect(await balances('5090', '1200', '1010')).toEqual([22_000n, 2_000n, -24_000n]);
    // Before 2026 the levies were a cost, and VAT was on them, too: 21.9 % in effect.
    const before = await entered({ amount: '121.90', tax: 'included', day: '2025-12-31' });
    expect(await show(before)).toMatchObject({
      net: '100.00',
      reclaimed: '15.90',
      taxes: [{ amount: '2.50' }, { amount: '2.50' }, { amount: '1.00' }, { amount: '15.90', is_reclaimed: true }],
    });
    expect(await balances('1200')).toEqual([3_590n]);
    expect(await checkLedger(it.db)).toEqual([]);
  });

  test('another limit waits for another person, and holds then', async () => {
    const [asker, admin] = [await buildCaller(it, 'SystemAdmin'), await buildCaller(it, 'SuperAdmin')];
    const { versions } = (await send('GET', '/site/settings', undefined, asker)).body;
    const body = { expense_limit: '900.00', versions: { expense_limit: versions.expense_limit } };
    expect((await send('PATCH', '/site/settings', body, asker)).body.settings.expense_limit).toBe('500.00');
    const [asked] = (await send('GET', '/site/settings', undefined, asker)).body.waiting;
    const path = `/approvals/${asked.approval_id}/approve`;
    expect(await send('POST', path, undefined, asker)).toMatchObject({ status: 403 });
    expect(await send('POST', path, undefined, admin)).toMatchObject({ status: 201 });
    expect(await show(await entered({ amount: '900.00' }))).toMatchObject({ status: 'posted' });
    expect(await show(await entered({ amount: '900.01' }))).toMatchObject({ status: 'asked' });
  });

  test('the petty cash pays no more than it holds, on the day and now, also of two at once', async () => {
    const petty = { paid_from: '1030' } as const;
    expect(await enter(petty)).toMatchObject({
      status: 422,
      body: { message: 'The petty cash was empty. Please top it up, or choose another account.' },
    });
    await topUp(200n, '2026-11-05');
    expect(await enter(petty)).toMatchObject({ status: 422 });
    const answers = await Promise.all([1, 2].map(() => enter({ ...petty, day: '2026-11-06' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(await balances('1030')).toEqual([8_000n]);
    const { body } = await send('GET', '/expense_terms');
    expect(body).toMatchObject({
      petty_cash: { float: '500.00', balance: '80.00', missing: '420.00' },
      limit: '500.00',
    });
    const codes = body.kinds.map(({ code }: { code: string }) => code);
    expect(codes).toContain('5090');
    expect(codes).not.toContain('5100');
  });

  test('who may not write the books enters no expense, and Operations reads none', async () => {
    const operations = await buildCaller(it, 'Operations');
    expect(await send('GET', '/expenses', undefined, operations)).toMatchObject({ status: 403 });
    expect(await enter({}, operations)).toMatchObject({ status: 403 });
  });
});

describe('on books of its own', () => {
  beforeEach(async () => {
    it = await startApp();
  });
  afterEach(() => it.close());

  test('nothing is entered in a closed month, and what waits for it is refused', async () => {
    await meet('2026-10-01');
    await entered({ day: '2026-10-05' });
    const waiting = await entered({ day: '2026-10-06', amount: '900.00' });
    const { approval_id } = await show(waiting);
    const left = await send('GET', '/book_months/2026-10/left');
    expect(left.body).toContainEqual(expect.objectContaining({ what: 'Expenses that wait for approval', count: 1 }));
    await send('POST', '/book_months/2026-10/close', { reason: 'The owner wants it.' });
    expect(await enter({ day: '2026-10-31' })).toMatchObject({
      status: 422,
      body: { message: 'October 2026 is closed. Please choose a day from 1 Nov 2026 on.' },
    });
    await send('POST', `/approvals/${approval_id}/approve`, undefined, other);
    expect(await show(waiting)).toMatchObject({
      status: 'refused',
      status_reason: expect.stringMatching(/^Out of date/),
    });
    expect(await balances('5090')).toEqual([12_000n]);
  });

  test('the list finds by payee, kind, state and day, and the sums add up the same rows', async () => {
    await meet();
    await entered();
    await entered({ payee: 'ECG', kind: '5050', amount: '80.00', day: '2026-10-03' });
    await entered({ payee: 'Ecobank', kind: '5050', amount: '20.00', day: '2025-12-03' });
    const gone = await entered({ payee: 'ecg', amount: '7.00' });
    await take(gone);
    const found = async (query: string): Promise<string[]> =>
      (await send('GET', `/expenses?${query}`)).body.map(({ number }: { number: string }) => number);
    expect(await found('')).toEqual(['E2026-0004', 'E2026-0001', 'E2026-0002', 'E2026-0003']);
    expect(await found('payee=EC')).toEqual(['E2026-0004', 'E2026-0002', 'E2026-0003']);
    expect(await found('kind=5050&from=2026-01-01')).toEqual(['E2026-0002']);
    expect(await found('status=void')).toEqual(['E2026-0004']);
    const year = (await send('GET', '/expense_sums')).body;
    expect(year).toMatchObject({
      ...{ from: '2026-01-01', to: '2026-12-31', total: { count: 2, amount: '200.00' } },
      by_kind: [
        { kind: '5090', amount: '120.00' },
        { kind: '5050', amount: '80.00' },
      ],
      by_month: [
        { month: '2026-10', amount: '80.00' },
        { month: '2026-11', amount: '120.00' },
      ],
    });
    const all = (await send('GET', '/expense_sums?from=2025-01-01&to=2026-12-31&payee=ec')).body;
    expect(toPesewas(all.total.amount)).toBe(10_000n);
    expect((await send('GET', '/expense_sums?status=void')).body.total).toEqual({ count: 1, amount: '7.00' });
  });
});
