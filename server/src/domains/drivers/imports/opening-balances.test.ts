import { randomUUID } from 'node:crypto';
import type { DriverStanding } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstYearOwed } from '#domains/drivers';
import { payDueFromCredit } from '#domains/payments';
import { checkBooks } from '../../../../test/book-checks.ts';
import { type ListedDriver, listCsv, nextListed } from '../../../../test/builders/driver-lists.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { driverImportServer, driverImportsOf } from '../../../../test/driver-imports.ts';
import { callDriver, removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
let second: Record<string, string>;
let third: Record<string, string>;
let staff: ReturnType<typeof driverImportsOf>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SystemAdmin'));
  ({ headers: second } = await buildCaller(it, 'SuperUser'));
  ({ headers: third } = await buildCaller(it, 'SystemAdmin'));
  staff = driverImportsOf(it, headers);
});
afterAll(() => it.close());

const run = () => driverImportServer(it).runDue();

/** Imports lines; gives the list and its drivers in the order of the lines. */
const imported = async (lines: readonly Partial<ListedDriver>[]) => {
  const id = await staff.checked(listCsv(lines.map((line) => nextListed(line))));
  await staff.start(id);
  const asked = it.db.selectFrom('approvals').select('id').where('kind', '=', 'drivers.import');
  const waiting = await asked.where('subject_id', '=', id).executeTakeFirst();
  if (waiting) await post(`/approvals/${waiting.id}/approve`, third);
  await run();
  const drivers = it.db.selectFrom('driver_records').selectAll().where('import_id', '=', id).orderBy('id');
  return { id, drivers: await drivers.execute() };
};

const importedOne = async (line: Partial<ListedDriver>) => {
  const { drivers } = await imported([line]);
  const [driver] = drivers;
  if (!driver) throw new Error('The line was not imported');
  return driver;
};

const post = (url: string, as: Record<string, string>) =>
  it.app.inject({ method: 'POST', url: `/api${url}`, headers: as });

/** Releases a list as two people do, and runs the job of every hour. */
const released = async (importId: string) => {
  expect((await post(`/held_debts/${importId}/release`, headers)).statusCode).toBe(200);
  const { id = '' } = await it.db
    .selectFrom('approvals')
    .select('id')
    .where('subject_id', '=', importId)
    .where('status', '=', 'asked')
    .executeTakeFirstOrThrow();
  expect((await post(`/approvals/${id}/approve`, second)).statusCode).toBe(201);
  await payDueFromCredit(it.db, it.clock.now);
};

const standingOf = async ({ id }: { id: string }): Promise<DriverStanding> =>
  (await it.app.inject({ url: `/api/drivers/${id}/standing`, headers })).json();

/** The due fees with their months, and the sum. */
const dueOf = async (driver: { id: string }) => {
  const { due, due_total } = await standingOf(driver);
  return [...due.map((fee) => [fee.payment_type, fee.payment_month, fee.amount]), due_total];
};

const bookDifferences = async () => (await checkBooks(it)).differences;

const REGISTERED = { Registered: '05/03/2025' };

test('a member whose months are paid owes those since, and neither the registration nor the device', async () => {
  const driver = await importedOne({ ...REGISTERED, 'Paid Until': 'September 2026' });
  expect(await dueOf(driver)).toEqual([['SS', 'OCTOBER', '300.00'], ['SS', 'NOVEMBER', '300.00'], '600.00']);
  expect(driver).toMatchObject({ is_fee_due: false, unpaid_since: null });
});

test('months since the paid one are due at the plan’s price, also where the list has no day of registering', async () => {
  const driver = await importedOne({ 'Paid Until': '09/2026', Plan: 'Standard' });
  expect(await dueOf(driver)).toEqual([['SS', 'OCTOBER', '800.00'], ['SS', 'NOVEMBER', '800.00'], '1600.00']);
});

test('months of a year before that of the import are due at that year’s price', async () => {
  const driver = await importedOne({ 'Paid Until': '11/2025' });
  const { due, due_total } = await standingOf(driver);
  expect([due.length, due[0]?.payment_year, due[0]?.payment_month, due_total]).toEqual([
    12,
    2025,
    'DECEMBER',
    '3600.00',
  ]);
});

test('a member who has paid ahead owes nothing until then, and the first month after is the next one', async () => {
  const driver = await importedOne({ 'Paid Until': '15/02/2027' });
  expect(await dueOf(driver)).toEqual(['0.00']);
  expect(await standingOf(driver)).toMatchObject({ brought_until: '2027-02' });
  expect((await standingOf(driver)).next_due).toMatchObject({ payment_year: 2027, payment_month: 'MARCH' });
});

test('what a member owed before is due first, and all months up to the import are in it', async () => {
  const driver = await importedOne({ ...REGISTERED, 'Opening Balance': '1,634.66' });
  expect(await dueOf(driver)).toEqual([['OB', null, '1634.66'], '1634.66']);
  const both = await importedOne({ 'Paid Until': '10/2026', 'Opening Balance': 'GHS 50' });
  expect(await dueOf(both)).toEqual([['OB', null, '50.00'], ['SS', 'NOVEMBER', '300.00'], '350.00']);
});

test('an opening balance is paid like another fee, once', async () => {
  const driver = await importedOne({ 'Opening Balance': '250.00' });
  const other = await importedOne({ 'Opening Balance': '0.00' });
  await buildPayment(it, submissionOf(driver, { payment_type: 'OB', amount: '250.00' }), 'cleared');
  expect(await standingOf(driver)).toMatchObject({ due_total: '0.00', credit: '0.00', paid: '250.00' });
  await expect(buildPayment(it, submissionOf(driver, { payment_type: 'OB', amount: '250.00' }))).rejects.toMatchObject({
    code: 'already_paid',
  });
  await expect(buildPayment(it, submissionOf(other, { payment_type: 'OB', amount: '250.00' }))).rejects.toMatchObject({
    message: 'This driver owes no opening balance.',
  });
  expect(await bookDifferences()).toEqual([]);
});

test('a member with an opening pays the next month without the registration fee, and none of before again', async () => {
  const driver = await importedOne({ 'Paid Until': '2026-10' });
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'cleared');
  expect(await dueOf(driver)).toEqual(['0.00']);
  for (const again of [submissionOf(driver), subscriptionOf(driver, 2026, 'OCTOBER')]) {
    await expect(buildPayment(it, again)).rejects.toMatchObject({ code: 'already_paid' });
  }
});

test('a negative balance is the member’s credit once two people have released its list, and not before', async () => {
  const balance = async () =>
    (
      await it.db
        .selectFrom('ledger_postings')
        .select((eb) => eb.fn.sum<string>('amount').as('sum'))
        .where('account', '=', '3000')
        .executeTakeFirstOrThrow()
    ).sum;
  const before = Number(await balance());
  const { id, drivers } = await imported([{ 'Paid Until': '10/2026', 'Opening Balance': '-420.00' }]);
  const [driver = { id: '' }] = drivers;
  await payDueFromCredit(it.db, it.clock.now);
  expect(await standingOf(driver)).toMatchObject({ credit: '0.00', due_total: '300.00', owed: '300.00' });
  expect([Number(await balance()) - before, await bookDifferences()]).toEqual([0, []]);
  await released(id);
  expect(await standingOf(driver)).toMatchObject({ credit: '120.00', due_total: '0.00' });
  expect(Number(await balance()) - before).toBe(420);
  expect(await bookDifferences()).toEqual([]);
});

test('credit of before pays what is due by itself within the hour, months without the registration fee too', async () => {
  const { id, drivers } = await imported([{ 'Paid Until': '09/2026', 'Opening Balance': '-500.00' }]);
  const [driver = { id: '' }] = drivers;
  await released(id);
  expect(await standingOf(driver)).toMatchObject({ credit: '200.00', due: [{ payment_month: 'NOVEMBER' }] });
  const { covered } = await standingOf(driver);
  expect(covered).toMatchObject([{ payment_type: 'SS', payment_month: 'OCTOBER', covered_by: 'credit' }]);
  expect(await bookDifferences()).toEqual([]);
});

test('an opening balance is paid in two halves, before any month', async () => {
  const driver = await importedOne({ 'Paid Until': '10/2026', 'Opening Balance': '250.00' });
  await buildPayment(it, submissionOf(driver, { payment_type: 'OB', amount: '100.00' }), 'cleared');
  expect(await standingOf(driver)).toMatchObject({ credit: '100.00' });
  await buildPayment(it, submissionOf(driver, { payment_type: 'OB', amount: '150.00' }), 'cleared');
  expect(await dueOf(driver)).toEqual([['SS', 'NOVEMBER', '300.00'], '300.00']);
  expect(await bookDifferences()).toEqual([]);
});

test('what is over a month pays a debt of before that is less than any price, and only if it suffices', async () => {
  const line = { 'Paid Until': '10/2026', 'Opening Balance': '50.00' };
  const [enough, less] = [await importedOne(line), await importedOne(line)];
  await buildPayment(it, subscriptionOf(enough, 2026, 'NOVEMBER', { amount: '360.00' }), 'cleared');
  expect(await standingOf(enough)).toMatchObject({ credit: '10.00', due: [] });
  await buildPayment(it, subscriptionOf(less, 2026, 'NOVEMBER', { amount: '349.99' }), 'cleared');
  expect(await standingOf(less)).toMatchObject({ credit: '49.99', due: [{ payment_type: 'OB', missing: '0.01' }] });
  expect(await bookDifferences()).toEqual([]);
});

test('a debt of before is paid in parts where no fee has a price', async () => {
  const driver = await importedOne({ 'Paid Until': '10/2026', 'Opening Balance': '50.00' });
  const prices = await it.db.deleteFrom('payment_list').returning(['year', 'type_code', 'plan', 'amount']).execute();
  await buildPayment(it, submissionOf(driver, { payment_type: 'OB', amount: '20.00' }), 'cleared');
  await buildPayment(it, submissionOf(driver, { payment_type: 'OB', amount: '30.00' }), 'cleared');
  expect(await standingOf(driver)).toMatchObject({ credit: '0.00', due: [] });
  await it.db.insertInto('payment_list').values(prices).execute();
  expect(await dueOf(driver)).toEqual([['SS', 'NOVEMBER', '300.00'], '300.00']);
  expect(await bookDifferences()).toEqual([]);
});

test('a member without either column owes as before, from the day of registering on', async () => {
  const driver = await importedOne({ Registered: '05/10/2026' });
  expect(await dueOf(driver)).toEqual([
    ['RF', null, '200.00'],
    ['DP', null, '1500.00'],
    ['SS', 'OCTOBER', '300.00'],
    ['SS', 'NOVEMBER', '300.00'],
    '2300.00',
  ]);
});

test.each([
  ['Paid Until', 'yes', 'Paid until: “yes” is not a month. Write it as 10/2026.'],
  ['Paid Until', '2026', 'Paid until: “2026” is not a month. Write it as 10/2026.'],
  ['Paid Until', '13/2026', 'Paid until: “13/2026” is not a month. Write it as 10/2026.'],
  ['Paid Until', '10/2035', 'Paid until: 2035-10 is too far ahead.'],
  ['Paid Until', '10/2024', 'Paid until: It is before the month of registering.'],
  [
    'Opening Balance',
    'much',
    'Opening balance: “much” is not an amount. Write 200.00 for what is owed, and -200.00 for credit.',
  ],
  ['Opening Balance', '0241234567', 'Opening balance: It is above 1,000,000.00.'],
  [
    'Opening Balance',
    '12.345',
    'Opening balance: “12.345” is not an amount. Write 200.00 for what is owed, and -200.00 for credit.',
  ],
])('a line with %s %j is refused', async (column, text, reason) => {
  const id = await staff.checked(listCsv([nextListed({ ...REGISTERED, [column]: text })]));
  expect(await staff.lines(id)).toMatchObject([{ outcome: 'refused', reason, owes: null }]);
  expect(await staff.show(id)).toMatchObject({ debtors: 0, debts: '0.00' });
});

test('before anything is made, the list says how many would owe how much in all, and each line what', async () => {
  const lines = [
    REGISTERED,
    { ...REGISTERED, 'Paid Until': '11/2026' },
    { 'Opening Balance': '45.50' },
    { 'Opening Balance': '-10' },
    { 'Opening Balance': 'a lot' },
  ];
  const id = await staff.checked(listCsv(lines.map((line) => nextListed(line))));
  expect((await staff.lines(id)).map(({ owes }) => owes)).toEqual(['8000.00', '0.00', '45.50', '0.00', null]);
  expect(await staff.show(id)).toMatchObject({
    ...{ debtors: 2, debts: '8045.50', credited: 1, credits: '10.00', unpriced_years: [] },
  });
  const reasons = (await staff.lines(id)).map(({ reason }) => reason.replace(/^No .*?relationship\. ?/, ''));
  expect(reasons).toEqual([
    'Fees are due from March 2025 on.',
    'Fees are due from December 2026 on.',
    'Fees are due from December 2026 on. GHS 45.50 is owed from before.',
    'Fees are due from December 2026 on. GHS 10.00 is credit from before.',
    expect.stringContaining('is not an amount'),
  ]);
});

test('years without a price, whose months are in no sum, are said before the import', async () => {
  const prices = await it.db
    .deleteFrom('payment_list')
    .where('year', '=', 2025)
    .returning(['year', 'type_code', 'plan', 'amount'])
    .execute();
  const id = await staff.checked(listCsv([nextListed({ ...REGISTERED, 'Paid Until': '09/2025' })]));
  expect(await staff.lines(id)).toMatchObject([{ owes: '3300.00' }]);
  expect(await staff.show(id)).toMatchObject({ debts: '3300.00', unpriced_years: [2025] });
  await it.db.insertInto('payment_list').values(prices).execute();
});

test('the columns are found by their usual names', async () => {
  const id = (await staff.upload(listCsv([nextListed()]))).json().import_id;
  expect((await staff.show(id)).suggestion).toMatchObject({ paid_until: 8, opening_balance: 9 });
});

const takeBack = async (id: string) => {
  const headersOfCall = { 'idempotency-key': randomUUID() };
  await staff.call('POST', `/${id}/take_back`, { reason: 'The wrong list.' }, headersOfCall);
  await run();
};

test('taking an import back takes the credit out of the books, and keeps drivers with payments', async () => {
  const waiting = await imported([{ 'Opening Balance': '-75.00' }]);
  await takeBack(waiting.id);
  expect(await bookDifferences()).toEqual([]);
  const { id, drivers } = await imported([
    { 'Opening Balance': '-75.00' },
    { 'Opening Balance': '80.00' },
    { 'Opening Balance': '-20.00', 'Paid Until': '10/2026' },
  ]);
  const [credited, owing, paying] = drivers;
  if (!credited || !owing || !paying) throw new Error('Too few drivers');
  await buildPayment(it, subscriptionOf(paying, 2026, 'NOVEMBER'));
  await released(id);
  expect(await standingOf(credited)).toMatchObject({ credit: '75.00' });
  await takeBack(id);
  expect(await standingOf(credited)).toMatchObject({ credit: '0.00' });
  expect(await standingOf(paying)).toMatchObject({ credit: '20.00' });
  expect(await bookDifferences()).toEqual([]);
  expect((await callDriver(it, headers, 'POST', `${credited.id}/restore`)).body).toMatchObject({
    code: 'conflict',
    message: 'The credit that came with this driver was taken back with the list. Import the line again instead.',
  });
  expect((await callDriver(it, headers, 'POST', `${owing.id}/restore`)).status).toBe(200);
  expect(await dueOf(owing)).toEqual([['OB', null, '80.00'], '80.00']);
});

test('a driver whose credit of before was refunded is kept, so that no credit is given back twice', async () => {
  const { id, drivers } = await imported([{ 'Opening Balance': '-60.00' }]);
  const [driver = { id: '' }] = drivers;
  await released(id);
  const other = await buildCaller(it, 'SystemAdmin');
  const send = (url: string, as: Record<string, string>, payload?: object) =>
    it.app.inject({
      ...{ method: 'POST', url: `/api${url}`, headers: { ...as, 'idempotency-key': randomUUID() } },
      ...(payload && { payload }),
    });
  const to = { mode: 'cash', paid_to: 'Ama', reason: 'She has left.' };
  const asked = await send('/refunds', headers, { from: 'credit', driver_id: driver.id, amount: '60.00', ...to });
  expect((await send(`/approvals/${asked.json().approval_id}/approve`, other.headers)).statusCode).toBe(201);
  await takeBack(id);
  expect((await callDriver(it, headers, 'GET', driver.id)).body).toMatchObject({ removed_at: null });
  expect(await standingOf(driver)).toMatchObject({ credit: '0.00' });
  expect(await bookDifferences()).toEqual([]);
});

test('a record with an opening of its own is no duplicate: the other one is merged into it', async () => {
  const opened = await importedOne({ 'Opening Balance': '45.00' });
  const { driver: plain } = await buildDriver(it);
  const obstacles = async (id: string, into: string) =>
    (await it.app.inject({ url: `/api/drivers/${id}/merge?into=${into}`, headers })).json().obstacles;
  expect(await obstacles(opened.id, plain.id)).toEqual([
    expect.stringContaining(`Merge ${plain.driver_code} into ${opened.driver_code} instead.`),
  ]);
  expect(await obstacles(plain.id, opened.id)).toEqual([]);
  const other = await importedOne({ 'Paid Until': '10/2026' });
  expect(await obstacles(opened.id, other.id)).toEqual([
    expect.stringContaining(`Remove ${opened.driver_code} instead.`),
  ]);
});

test('opening balances need no yearly price, and their code is for them alone', async () => {
  const superAdmin = (await buildCaller(it, 'SuperAdmin')).headers;
  await importedOne({ 'Opening Balance': '5.00' });
  const missing = await it.app.inject({ url: '/api/missing_prices', headers: superAdmin });
  expect(missing.json()).toEqual({ missing: [] });
  const price = { year: 2027, type_code: 'OB', amount: '5.00' };
  const added = await it.app.inject({ method: 'POST', url: '/api/payment_list', headers, payload: price });
  expect([added.statusCode, added.json().issues]).toEqual([
    400,
    [{ path: 'body.type_code', message: 'An opening balance is each driver’s own, so it has no price.' }],
  ]);
});

test('the years for which drivers owe begin after the months that were paid elsewhere', async () => {
  expect(await firstYearOwed(it.db)).toBe(2025);
  await importedOne({ Registered: '05/03/2019', 'Paid Until': '09/2026' });
  expect(await firstYearOwed(it.db)).toBe(2025);
  await importedOne({ 'Paid Until': '11/2023' });
  expect(await firstYearOwed(it.db)).toBe(2023);
  const { id } = await importedOne({ Registered: '05/03/2020' });
  expect(await firstYearOwed(it.db)).toBe(2020);
  expect((await removeDriver(it, headers, id)).status).toBe(200);
  expect(await firstYearOwed(it.db)).toBe(2023);
});

test('a list that leaves out what would be owed waits for another person, and stands among the waivers', async () => {
  const get = async (url: string) => (await it.app.inject({ url: `/api${url}`, headers: third })).json();
  const plain = await staff.checked(listCsv([nextListed(REGISTERED)]));
  expect((await staff.start(plain)).json().message).toBe('The import has started.');
  const id = await staff.checked(listCsv([nextListed({ ...REGISTERED, 'Paid Until': '10/2026' })]));
  expect((await staff.start(id)).json().message).toMatch(/^This waits for approval .+ less would be owed\.$/);
  expect((await staff.start(id)).statusCode).toBe(409);
  const [{ id: approval }] = await get('/approvals?status=asked&kind=drivers.import');
  expect((await post(`/approvals/${approval}/approve`, headers)).statusCode).toBe(403);
  expect((await post(`/approvals/${approval}/approve`, third)).json().message).toBe('The import has started.');
  await run();
  const [all, left] = [await staff.show(plain), await staff.show(id)];
  expect(left).toMatchObject({ status: 'imported', drivers: 1 });
  const waived = (Number(all.debts) - Number(left.debts)).toFixed(2);
  expect((await get('/waivers?kind=import'))[0]).toMatchObject({ waived, status: 'used' });
});

test('months that a list says are paid ahead count as left out, at this year’s price', async () => {
  const line = { 'Paid Until': '12/2028', 'Opening Balance': '1700.00', Registered: '05/11/2026' };
  const id = await staff.checked(listCsv([nextListed(line)]));
  expect((await staff.start(id)).json().message).toMatch(/ GHS 7,\d00\.00 less would be owed\.$/);
});

test('a list that a person sent is not approved by the same, also where another starts it', async () => {
  const id = await staff.checked(listCsv([nextListed({ 'Paid Until': '12/2026' })]));
  const asked = await driverImportsOf(it, third).start(id);
  expect(asked.json().message).toContain('This waits for approval');
  const { id: approval } = await it.db
    .selectFrom('approvals')
    .select('id')
    .where('subject_id', '=', id)
    .where('kind', '=', 'drivers.import')
    .executeTakeFirstOrThrow();
  const refused = await post(`/approvals/${approval}/approve`, headers);
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'You brought this list, so somebody else has to decide.',
  ]);
  const { headers: fourth } = await buildCaller(it, 'SystemAdmin');
  expect((await post(`/approvals/${approval}/approve`, fourth)).json().message).toBe('The import has started.');
});

test('a list that was checked on another day is checked again, since more may be due by then', async () => {
  const { now } = it.clock;
  const id = await staff.checked(listCsv([nextListed({ 'Paid Until': '12/2026' })]));
  it.clock.now = new Date(now.getTime() + 86_400_000);
  try {
    const { headers: later } = await buildCaller(it, 'SystemAdmin');
    const office = driverImportsOf(it, later);
    const refused = await office.start(id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Please choose its columns again: the debts that it leaves out are not added up as of today.',
    ]);
    await office.map(id);
    expect((await office.start(id)).json().message).toContain('This waits for approval');
  } finally {
    it.clock.now = now;
  }
});
