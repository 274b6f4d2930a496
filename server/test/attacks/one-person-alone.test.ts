import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findMissingMoney } from '#domains/clearance';
import { balanceOf } from '#domains/ledger';
import { checkBooks } from '../book-checks.ts';
import { fillAccount } from '../builders/books.ts';
import { listCsv, nextListed } from '../builders/driver-lists.ts';
import { buildDriver } from '../builders/drivers.ts';
import { buildCaller, buildMember, buildUser } from '../builders/identity.ts';
import { buildPlot, buildTenancy } from '../builders/land.ts';
import { buildPayment } from '../builders/payments.ts';
import { BALANCED, balancedCsv, statementCsv } from '../builders/statements.ts';
import { nextTransactionId, submissionOf } from '../builders/submissions.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { author } from '../clearing-office.ts';
import { driverImportServer, driverImportsOf } from '../driver-imports.ts';
import { SAME_PERSON } from '../drivers.ts';
import { startApp, type TestApp } from '../harness.ts';
import { rentsOf } from '../rent-runs.ts';
import { importServer, statementsOf } from '../statement-imports.ts';

// Tricks over money that one dishonest person could do alone. Each is refused, waits for another
// person, or is told to the owner. docs/product/clearance.md, rule 13, has those over payments.

type Person = Awaited<ReturnType<typeof buildCaller>>;
type Answer = { status: number; body: Record<string, unknown> };

let it: TestApp;
let clerk: Person;
let colleague: Person;
let admin: Person;
let owner: Person;

const DAY = '2026-11-20';
/** New people on a day, of whom nothing that was done before counts. */
const meet = async (day = DAY): Promise<void> => {
  it.clock.now = new Date(`${day}T10:00:00Z`);
  [clerk, colleague] = [await buildCaller(it, 'SuperUser'), await buildCaller(it, 'SuperUser')];
  [admin, owner] = [await buildCaller(it, 'SystemAdmin'), await buildCaller(it, 'SuperAdmin')];
};

beforeAll(async () => {
  it = await startApp();
  const { id } = await buildCaller(it, 'SuperAdmin');
  for (const account of ['1000', '1010', '1020']) await fillAccount(it, { id }, { account, amount: '9000.00' });
});
beforeEach(() => meet());
afterAll(async () => {
  expect((await checkBooks(it)).differences).toEqual([]);
  await it.close();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const call = async (method: Method, path: string, payload?: object, by = clerk): Promise<Answer> => {
  const headers = { ...by.headers, 'idempotency-key': randomUUID() };
  const response = await it.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

const newestApproval = async (): Promise<string> => {
  const { rows } = await sql<{ id: string }>`SELECT max(id)::text AS id FROM approvals`.execute(it.db);
  return rows[0]?.id ?? '0';
};

/** A trick: the call that does it, and a read of all that it would change. */
type Trick = { does: () => Promise<Answer>; reads: () => Promise<unknown>; by?: Person; other?: Person };

/**
 * Holds that a trick waits: it changes nothing, its asker cannot approve it, and another person
 * can. `by` makes the call, and `other` may approve it.
 */
const waits = async ({ does, reads, by = clerk, other = colleague }: Trick): Promise<void> => {
  const [before, last] = [await reads(), await newestApproval()];
  const { status, body } = await does();
  expect([status, body.message]).toEqual([
    expect.toBeOneOf([200, 201]),
    expect.stringContaining('waits for approval by somebody else'),
  ]);
  expect(await reads()).toEqual(before);
  const id = await newestApproval();
  expect(id).not.toBe(last);
  expect((await call('POST', `/approvals/${id}/approve`, undefined, by)).status).toBe(403);
  expect(await reads()).toEqual(before);
  const approved = await call('POST', `/approvals/${id}/approve`, undefined, other);
  expect([approved.status, approved.body.message]).toEqual([201, expect.any(String)]);
  expect(await reads()).not.toEqual(before);
};

/** Holds that a trick is applied at once, and marked, where `by` is all the staff that there is. */
const isMarkedAlone = async ({ does, reads, by = clerk }: Trick): Promise<void> => {
  const others = sql`kind = 'staff' AND id <> ${by.id}`;
  await sql`UPDATE accounts SET status = 'blocked' WHERE ${others}`.execute(it.db);
  const decided = () => it.db.selectFrom('alone_decisions').select('id').where('account_id', '=', by.id).execute();
  const [before, { length }] = [await reads(), await decided()];
  const { status, body } = await does();
  expect([status, body.message]).toEqual([
    expect.toBeOneOf([200, 201]),
    expect.stringContaining('marked as decided alone'),
  ]);
  expect(await reads()).not.toEqual(before);
  expect(await decided()).toHaveLength(length + 1);
  await sql`UPDATE accounts SET status = 'active' WHERE ${others}`.execute(it.db);
};

const cash = () => balanceOf(it.db, '1010');
const expense = (given: object = {}, by = clerk) => {
  const day = it.clock.now.toISOString().slice(0, 10);
  const fuel = {
    payee: `Station ${randomUUID()}`,
    kind: '5090',
    day,
    paid_from: '1010',
    amount: '500.00',
    tax: 'none',
  };
  return call('POST', '/expenses', { ...fuel, description: 'Fuel of the pick-up', ...given }, by);
};

test('expenses just below the limit, one after the other', async () => {
  await meet('2026-11-10');
  const before = await cash();
  expect((await expense()).body.message).toMatch(/is posted\.$/);
  await waits({ does: () => expense({ amount: '0.01' }), reads: cash });
  expect(await cash()).toBe(before - 50_001n);
  await isMarkedAlone({ does: () => expense(), reads: cash });
});

test('27 expenses just below the limit at once, by several people', async () => {
  await meet('2026-11-11');
  const before = await cash();
  const people = [clerk, colleague, admin, owner];
  const answers = await Promise.all(Array.from({ length: 27 }, (_, n) => expense({}, people[n % 4])));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(await cash()).toBe(before - 50_000n);
});

test('one payee paid again each day, under names that differ by a dot', async () => {
  const before = await cash();
  for (const [n, payee] of ['Kofi Tyres', 'KOFI  TYRES.', 'kofi-tyres'].entries()) {
    await meet(`2026-11-1${n + 2}`);
    await expense({ payee, amount: '200.00' });
  }
  expect(await cash()).toBe(before - 40_000n);
});

test('an expense of money that the account does not have', async () => {
  for (const paid_from of ['1010', '1000', '1020']) {
    // The money came after that day.
    const does = () => expense({ paid_from, day: '2026-10-31', amount: '1.00' });
    await waits({ does, reads: () => balanceOf(it.db, paid_from) });
  }
});

test('an expense of another century, which makes its month the next to close', async () => {
  await meet('2026-11-16');
  await waits({ does: () => expense({ amount: '0.01', day: '2001-01-15' }), reads: cash });
});

test('an expense of more than twelve months back', async () => {
  await meet('2026-11-17');
  await waits({ does: () => expense({ amount: '0.01', day: '2025-10-31' }), reads: cash });
});

type Line = [account: string, side: 'debit' | 'credit'];
const writeJournal = (lines: readonly Line[], day = DAY) => {
  const each = lines.map(([account, side]) => ({ account, side, amount: '90.00' }));
  return call('POST', '/journals', { day, description: 'Put right', lines: each });
};
/** Writes a journal, and gives the call that posts it. */
const journalOf = async (lines: readonly Line[], day = DAY) => {
  const { status, body } = await writeJournal(lines, day);
  expect([status, body.message]).toEqual([201, expect.any(String)]);
  return () => call('POST', `/journals/${body.id}/post`);
};
const balancesOf = (lines: readonly Line[]) => async () =>
  Promise.all(lines.map(([account]) => balanceOf(it.db, account)));

test.each(['1100', '1300', '2000', '2010', '2020', '2301', '2302', '2303', '2304', '4950', '5110'])(
  'a journal over %s, whose balance records keep',
  async (account) => {
    const { status, body } = await writeJournal([
      [account, 'debit'],
      ['5010', 'credit'],
    ]);
    expect([status, body.message]).toEqual([422, expect.stringMatching(/is posted by .* alone\.$/)]);
  },
);

test.each([
  ['income', '4110', DAY],
  ['equity', '3000', DAY],
  ['input tax', '1200', DAY],
  ['taxes to pay', '2100', DAY],
  ['a month before', '5050', '2026-10-31'],
])('a journal over %s', async (_, account, day) => {
  const lines: Line[] = [
    [account, 'debit'],
    ['5010', 'credit'],
  ];
  await waits({ does: await journalOf(lines, day), reads: balancesOf(lines) });
});

const accountNow = (code: string) =>
  it.db.selectFrom('ledger_accounts').select(['name', 'parent', 'holds_money']).where('code', '=', code).execute();
const changeAccount = (code: string, body: object) => call('PATCH', `/ledger_accounts/${code}`, body);

test('a new asset account as a bag for cash', async () => {
  await call('POST', '/ledger_accounts', { code: '1040', name: 'Cash on the way', kind: 'asset' });
  const lines: Line[] = [
    ['5010', 'debit'],
    ['1040', 'credit'],
  ];
  const reads = balancesOf(lines);
  await waits({ does: await journalOf(lines), reads });
  await waits({ does: () => changeAccount('1040', { holds_money: false }), reads: () => accountNow('1040') });
  const before = await reads();
  expect((await (await journalOf(lines))()).body.message).toMatch(/is posted\.$/);
  expect(await reads()).not.toEqual(before);
  expect((await changeAccount('1010', { holds_money: false })).status).toBe(422);
});

test.each(['1010', '5010', '4000'])('account %s, which is in use, under another name', async (code) => {
  const reads = () => accountNow(code);
  await waits({ does: () => changeAccount(code, { name: `Costs of ${code}` }), reads });
  await isMarkedAlone({ does: () => changeAccount(code, { name: `Costs ${code}` }), reads });
});

/** Brings a statement of 10 to 18 November, with the days typed by its importer. */
const bring = async (csv: string, given: object, by: Person) => {
  const staff = statementsOf(it, by.headers);
  const id = await staff.checked(csv, { covers_from: '2026-11-10', covers_to: '2026-11-18', ...given });
  const { message } = (await staff.start(id)).json();
  await importServer(it).runDue();
  await findMissingMoney(it.db, it.clock.now);
  return message;
};
const missing = async (id: string) =>
  (await it.db.selectFrom('transfers').select('missing_in').where('id', '=', id).executeTakeFirstOrThrow())
    .missing_in !== null;
const desk = (given: object, by = clerk) => buildTransfer(it, { source: 'desk', ...given }, author(by));

test('a bank transfer that never was', async () => {
  const money = await desk({ mode: 'bank', received_on: '2026-11-13', transaction_id: 'FT83195001' });
  const others = ['11', '18'].map((day) => ({ date: `${day}/11/2026`, id: nextTransactionId(), amount: '7.00' }));
  await bring(balancedCsv(others), { ...BALANCED, mode: 'bank' }, admin);
  expect(await missing(money)).toBe(true);
});

const feeOf = ({ car_number, driver_code }: { car_number: string; driver_code: string }) => ({
  ...{ car_number, driver_code, payment_type: 'RF', amount: '200.00' },
});

test('a cheque that its receiver says was paid', async () => {
  const cheque = { mode: 'cheque', transaction_id: '831950', bank: 'GCB BANK', payer_name: 'Ama Drawer' };
  const given = { ...cheque, amount: '200.00', received_on: '2026-11-18', payments: [feeOf(await buildMember(it))] };
  expect((await call('POST', '/payments/receive', given)).status).toBe(201);
  const waiting = it.db.selectFrom('transfers').select('id').where('status', '=', 'pending');
  const { id } = await waiting.executeTakeFirstOrThrow();
  const { status, body } = await call('PATCH', `/transfers/${id}`, { decision: 'bank_paid', day: '2026-11-19' });
  expect([status, body.message]).toEqual([403, expect.stringContaining('somebody else')]);
});

test('a hand-made statement that lacks true money', async () => {
  const money = await desk({ mode: 'momo', received_on: '2026-11-12' }, colleague);
  const invented = statementCsv([{ date: '12/11/2026', id: nextTransactionId(), amount: '1.00' }]);
  expect(await bring(invented, {}, admin)).toContain('waits for approval by somebody else');
  expect(await missing(money)).toBe(false);
});

const roleOf = (id: string) => it.db.selectFrom('accounts').select('role').where('id', '=', id).execute();

test('a second self with a role over money', async () => {
  const self = { first_name: 'Esi', last_name: 'Owusu', mobile_number: '0245550133', email: 'esi@example.com' };
  const made = { ...self, username: `self${randomUUID().slice(0, 8)}`, user_role: 'SuperUser' };
  const users = async () => (await call('GET', `/users?search=${made.username}`, undefined, owner)).body;
  const does = () => call('POST', '/users', made, owner);
  const other = await buildCaller(it, 'SuperAdmin');
  await waits({ does, reads: users, by: owner, other });
  const { id } = await buildUser(it, { role: 'SystemUser' });
  const give = () => call('PATCH', `/users/${id}/role`, { user_role: 'SuperUser' }, owner);
  await waits({ does: give, reads: () => roleOf(id), by: owner, other });
});

const owedBy = async (id: string) => (await call('GET', `/drivers/${id}/standing`)).body.due_total;
/** The same by people who may set prices. */
const asAdmins = async (trick: Omit<Trick, 'by' | 'other'>) =>
  waits({ ...trick, by: admin, other: await buildCaller(it, 'SystemAdmin') });

test('a due day in the future, so that nothing is owed', async () => {
  const { id } = await buildMember(it);
  const { body } = await call('POST', '/payment_types/type_bycode', { type_code: 'SS' }, admin);
  const does = () => call('PATCH', `/payment_types/${body.id}`, { due_from: '2027-06-01' }, admin);
  await asAdmins({ does, reads: () => owedBy(id) });
  await it.db.updateTable('payment_types').set({ due_from: '2024-01-01' }).where('type_code', '=', 'SS').execute();
});

test('the first price of a coming year at 1.00', async () => {
  await buildMember(it);
  const price = { type_code: 'SS', plan: 'monthly', year: 2028, amount: '1.00' };
  const reads = () => it.db.selectFrom('payment_list').select('amount').where('year', '=', 2028).execute();
  await asAdmins({ does: () => call('POST', '/payment_list', price, admin), reads });
});

test('a merge in which the kept record’s debts vanish', async () => {
  const [payer, friend] = [await buildMember(it, { plan: 'monthly' }), await buildMember(it, { plan: 'monthly' })];
  await buildPayment(it, submissionOf(payer, { amount: '1200.00' }), 'cleared');
  const body = { into: friend.id, reason: 'Registered twice.', same_person: SAME_PERSON };
  const does = () => call('POST', `/drivers/${payer.id}/merge`, body, admin);
  await asAdmins({ does, reads: () => owedBy(friend.id) });
});

test('a plan set back to the month of registering', async () => {
  const { id } = await buildMember(it, { plan: 'platinum' });
  const cheaper = { plan: 'monthly', from: '2026-11', reason: 'Agreed by telephone.' };
  await asAdmins({ does: () => call('PATCH', `/drivers/${id}/plan`, cheaper, admin), reads: () => owedBy(id) });
});

test('a list of drivers that says months are paid', async () => {
  const staff = driverImportsOf(it, admin.headers);
  const does = async () => {
    const id = await staff.checked(listCsv([nextListed({ Registered: '05/11/2026', 'Paid Until': '12/2028' })]));
    const answer = await staff.start(id);
    return { status: answer.statusCode, body: answer.json() };
  };
  const reads = async () => {
    await driverImportServer(it).runDue();
    return it.db
      .selectFrom('drivers')
      .select((eb) => eb.fn.countAll().as('count'))
      .execute();
  };
  await asAdmins({ does, reads });
});

test('the whole identity of a driver who has paid', async () => {
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  const other = { first_name: 'Kojo', last_name: 'Boateng', mobile_number: '0245550177', car_number: 'GR 7117-26' };
  const change = { ...other, version: 1, reason: 'Typed wrongly.' };
  const reads = () =>
    it.db.selectFrom('driver_records').select(['first_name', 'car_number']).where('id', '=', driver.id).execute();
  await asAdmins({ does: () => call('PATCH', `/drivers/${driver.id}`, change, admin), reads });
});

/** People of the land side. */
const meetLand = async () => ({ by: await buildCaller(it, 'Legal'), other: await buildCaller(it, 'Legal') });

test('ground rent that is cancelled, and a review to 0.00', async () => {
  const people = await meetLand();
  const { id } = await buildTenancy(it);
  const rents = rentsOf(it, (await buildCaller(it, 'Accounts')).headers);
  await rents.run();
  const reads = () => rents.account(id);
  const [charge] = (await reads()).charges;
  const cancel = () => call('POST', `/rent_charges/${charge?.id}/cancel`, { reason: 'Raised wrongly.' }, people.by);
  await waits({ does: cancel, reads, ...people });
  const lower = { from_year: 2027, ground_rent: '0.00', reason: 'Waste land.' };
  const review = () => call('POST', `/tenancies/${id}/rent_reviews`, lower, people.by);
  await waits({ does: review, reads, ...people });
});

test('a land code below its price, and one that takes the money of a shared code', async () => {
  const plot_id = (await buildPlot(it, { owner_kind: 'stool' })).id;
  const pay = (payment_type: string, amount: string) =>
    call('POST', '/land_payments', { mode: 'cash', amount, plot_id, payments: [{ payment_type, amount }] });
  expect((await pay('CC5000', '20.00')).body.message).toContain('is a part: 130.00 is missing.');
  const percents = { oasl_percent: '10', stool_percent: '25', council_percent: '20', assembly_percent: '55' };
  const names = { stool_name: 'Nungua Stool', council_name: 'Nungua Council', assembly_name: 'Krowor Assembly' };
  const rule = { valid_from: DAY, types: ['CC1000'], ...percents, ...names };
  const { body } = await call('POST', '/share_rules', rule, owner);
  await call('POST', `/approvals/${body.approval_id}/approve`, {}, await buildCaller(it, 'SuperAdmin'));
  const drink = await pay('CC3000', '5000.00');
  expect([drink.status, drink.body.message]).toEqual([422, expect.stringContaining('which is not shared.')]);
});

test('a slip about land for a receipt that does not exist', async () => {
  const { by } = await meetLand();
  const receipt_number = 'R00999999';
  for (const path of ['/slip_codes', `/plots/${(await buildPlot(it)).id}/slips`]) {
    const { status, body } = await call('POST', path, { receipt_number }, by);
    expect([status, body.message]).toEqual([422, 'We have no receipt R999999 of a payment for land.']);
  }
});

type Settings = { settings: object; versions: Record<string, string> };
const site = async () => (await call('GET', '/site/settings', undefined, admin)).body as Settings;
const changeSite = async (fields: object) => {
  const all = (await site()).versions;
  const versions = Object.fromEntries(Object.keys(fields).map((field) => [field, all[field] ?? '']));
  return call('PATCH', '/site/settings', { ...fields, versions }, admin);
};

test('a thief’s number in what drivers are sent', async () => {
  const words = 'Welcome {driver_code}. {code} Pay to 0245550199 now';
  const reads = () => it.db.selectFrom('message_templates').selectAll().execute();
  await asAdmins({ does: () => call('PATCH', '/message_templates/welcome_code', { words }, admin), reads });
});

test.each([
  ['the company’s number', { mobile_numbers: ['0245550199'] }],
  ['the TIN', { tin: 'C0009999999' }],
  ['input tax that is claimed back', { reclaims_input_tax: true }],
  ['the petty cash float', { petty_cash_float: '9000.00' }],
  ['what one person may give up', { forgive_limit: '900.00' }],
])('%s in the settings', async (_, fields) => {
  await asAdmins({ does: () => changeSite(fields), reads: async () => (await site()).settings });
});

test('texts that are stopped, so that no owner hears of the day', async () => {
  const named = JSON.stringify({ owner_numbers: ['+233245550001'] });
  await sql`
    INSERT INTO settings (name, value, updated_at) VALUES ('site', ${named}, now())
    ON CONFLICT (name) DO UPDATE SET value = settings.value || excluded.value`.execute(it.db);
  const { body } = await call('PATCH', '/outbox/sending', { stop: 'all', reason: 'Too dear.' }, owner);
  expect(body.message).toContain('are stopped.');
  const told = it.db.selectFrom('outbox_messages').select('body').where('recipient', '=', '+233245550001');
  expect((await told.execute()).at(-1)?.body).toContain('stopped text messages and mail: Too dear.');
});

test('statements that nobody imports, and cash that nobody counts, are on the dashboard', async () => {
  const cash = { mode: 'cash', amount: '200.00', payments: [feeOf(await buildMember(it))] };
  expect((await call('POST', '/payments/receive', cash)).status).toBe(201);
  it.clock.now = new Date('2026-11-25T10:00:00Z');
  const { body } = await call('GET', '/dashboard', undefined, await buildCaller(it, 'SuperAdmin'));
  expect(body.statements_behind).toContainEqual({ mode: 'momo', covered: null });
  expect(body.uncounted_cash).toBeGreaterThan(0);
});
