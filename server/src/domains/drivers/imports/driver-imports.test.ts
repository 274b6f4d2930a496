import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCsv, nextListed } from '../../../../test/builders/driver-lists.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { driverImportServer, driverImportsOf } from '../../../../test/driver-imports.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { leftBehind } from '../../../../test/register.ts';
import { clearOldDriverImports } from './driver-import.ts';

const DAY_MS = 86_400_000;

let it: TestApp;
let staff: ReturnType<typeof driverImportsOf>;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SystemAdmin'));
  staff = driverImportsOf(it, headers);
});
afterAll(() => it.close());

const run = () => driverImportServer(it).runDue();
const get = async (url: string) => (await it.app.inject({ url: `/api${url}`, headers })).json();

test('a list is read, mapped, checked and imported; before the import it makes no driver', async () => {
  const [plain, old] = [nextListed(), nextListed({ Plan: 'Standard', Registered: '05/03/2025' })];
  const sent = await staff.upload(listCsv([plain, old]), 'Old book.csv');
  expect([sent.statusCode, sent.json()]).toEqual([
    201,
    { status: true, message: 'The list was read. Please check its columns.', import_id: expect.any(String) },
  ]);
  const id: string = sent.json().import_id;
  expect(await staff.show(id)).toMatchObject({
    file_name: 'Old book.csv',
    status: 'uploaded',
    line_count: 2,
    mapping: null,
    is_remembered: false,
    read_from: '',
    suggestion: { first_name: 0, last_name: 1, car_number: 2, mobile_number: 3, date_of_birth: 4, registered_on: 7 },
  });
  const before = await leftBehind(it);
  expect((await staff.map(id)).json()).toMatchObject({
    message: 'This is what an import would do.',
    driver_import: { status: 'checked', counts: [{ outcome: 'remark', lines: 2 }] },
  });
  const lacks =
    'No gender, date issued, marital status, e-mail, next of kin, next of kin’s mobile number and relationship.';
  expect(await staff.lines(id)).toMatchObject([
    { line: 2, outcome: 'remark', reason: lacks, known: null, driver: null, is_imported: false },
    { line: 3, outcome: 'remark', reason: `${lacks} Fees are due from March 2025 on.` },
  ]);
  expect(await leftBehind(it)).toEqual(before);

  expect((await staff.start(id)).json()).toEqual({ status: true, message: 'The import has started.' });
  expect((await staff.show(id)).status).toBe('importing');
  await run();
  expect(await staff.show(id)).toMatchObject({
    status: 'imported',
    drivers: 2,
    imported_at: it.clock.now.toISOString(),
    counts: [{ outcome: 'remark', lines: 2 }],
  });
  const [first, second] = await staff.lines(id);
  expect(first).toMatchObject({ is_imported: true, driver: { car_number: plain['Car Number'] } });
  expect(await get(`/drivers/${first?.driver?.id}`)).toMatchObject({
    first_name: plain['First Name'].toUpperCase(),
    nationality: 'GHANAIAN',
    identification_type: 'GHANA CARD',
    date_of_birth: '1985-11-20',
    gender: '',
    date_issued: '',
    import_id: id,
    registered_at: it.clock.now.toISOString(),
    plans: [],
  });
  expect(await get(`/drivers/${second?.driver?.id}`)).toMatchObject({
    registered_at: '2025-03-05T00:00:00.000Z',
    plans: [{ plan: 'standard', from: '2025-03' }],
  });
});

test('imported drivers have an account without a code, and nobody is texted', async () => {
  const before = await leftBehind(it);
  const id = await staff.checked(listCsv([nextListed(), nextListed()]));
  await staff.start(id);
  await run();
  const { keys: _, ...after } = await leftBehind(it);
  expect(after).toMatchObject({
    drivers: before.drivers + 2,
    accounts: before.accounts + 2,
    codes: before.codes,
    messages: before.messages,
  });
  const [{ driver } = { driver: null }] = await staff.lines(id);
  const asked = await it.app.inject({
    method: 'POST',
    url: '/api/auth/forgot_member_password',
    payload: { car_number: driver?.car_number },
  });
  expect([asked.statusCode, (await leftBehind(it)).codes]).toEqual([200, before.codes + 1]);
});

test('the number of drivers and the newest page count imported drivers, and incomplete ones are found', async () => {
  await buildDriver(it);
  const total = async (query: string) => {
    const { headers: told } = await it.app.inject({ url: `/api/drivers?${query}`, headers });
    return Number(told['x-total-count']);
  };
  const before = [await total('size=20'), await total('records=incomplete')];
  const id = await staff.checked(listCsv(Array.from({ length: 30 }, () => nextListed())));
  await staff.start(id);
  await run();
  const page = await it.app.inject({ url: '/api/drivers?size=20', headers });
  expect(page.json()).toHaveLength(20);
  expect([await total('size=20'), await total('records=incomplete')]).toEqual(before.map((count) => count + 30));
});

test('an import, what it came to and each stop are in the audit log', async () => {
  const { driver } = await buildDriver(it);
  const id = await staff.checked(listCsv([nextListed(), nextListed({ 'Car Number': driver.car_number })]));
  const unused = await staff.checked(listCsv([nextListed()]));
  await staff.call('DELETE', `/${unused}`);
  await staff.start(id);
  expect((await staff.call('POST', `/${id}/cancel`)).json().message).toBe('The import was stopped.');
  await staff.start(id);
  await run();
  const entries = await it.db
    .selectFrom('audit_log')
    .select(['action', 'subject', 'after', 'actor_id'])
    .where('subject_kind', '=', 'driver_import')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ['driver_imports.upload', { lines: 3 }],
    ['driver_imports.import', { lines: 1 }],
    ['driver_imports.cancel', { drivers: 0 }],
    ['driver_imports.import', { lines: 1 }],
    ['driver_imports.done', { drivers: 1, lines_remark: 1, lines_known: 1 }],
  ]);
  expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set(['drivers.csv']));
});

test('only SuperAdmin and SystemAdmin import', async () => {
  const id = await staff.checked(listCsv([nextListed()]));
  for (const role of ['SuperUser', 'Accounts', 'Operations', 'Legal', 'SystemUser', 'Member'] as const) {
    const other = driverImportsOf(it, (await buildCaller(it, role)).headers);
    const calls = [
      other.upload(listCsv([nextListed()])),
      other.map(id),
      other.start(id),
      other.call('POST', `/${id}/cancel`),
      other.call('GET', `/${id}`),
      other.call('GET', `/lines?driver_import=${id}`),
      other.call('DELETE', `/${id}`),
    ];
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(403));
  }
  const admin = driverImportsOf(it, (await buildCaller(it, 'SuperAdmin')).headers);
  expect((await admin.start(id)).statusCode).toBe(201);
});

test('a list is discarded before its import and kept afterwards', async () => {
  const [unused, used] = [await staff.checked(listCsv([nextListed()])), await staff.checked(listCsv([nextListed()]))];
  expect((await staff.call('DELETE', `/${unused}`)).json()).toEqual({
    status: true,
    message: 'The list was discarded.',
  });
  expect((await staff.call('GET', `/${unused}`)).json().message).toBe('There is no such list of drivers.');
  await staff.start(used);
  expect((await staff.start(used)).json().message).toBe('This list is being imported already.');
  const refused = await staff.call('DELETE', `/${used}`);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'The import of this list has begun, so it is kept.',
  ]);
  expect((await staff.map(used)).json().message).toBe(
    'The import of this list has begun, so its columns stay as they are.',
  );
  await run();
  expect((await staff.start(used)).json().message).toBe('This list was imported already.');
});

test('an imported driver is not archived as unpaid, nor counts days after a restoring', async () => {
  const id = await staff.checked(listCsv([nextListed()]));
  await staff.start(id);
  await run();
  const [{ driver } = { driver: null }] = await staff.lines(id);
  const since = async () =>
    (await sql<{ unpaid_since: Date | null }>`SELECT unpaid_since FROM drivers WHERE id = ${driver?.id}`.execute(it.db))
      .rows;
  expect(await since()).toEqual([{ unpaid_since: null }]);
  const url = `/api/drivers/${driver?.id}`;
  await it.app.inject({ method: 'DELETE', url, headers, payload: { reason: 'Left the company.' } });
  await it.app.inject({ method: 'POST', url: `${url}/restore`, headers });
  expect(await since()).toEqual([{ unpaid_since: null }]);
});

test('lists that nobody imported go after two weeks, and lines after a month; the drivers stay', async () => {
  const unused = await staff.checked(listCsv([nextListed()]));
  const used = await staff.checked(listCsv([nextListed()]));
  await staff.start(used);
  await run();
  const { drivers } = await leftBehind(it);
  const clearAfter = (days: number) => clearOldDriverImports(it.db, new Date(it.clock.now.getTime() + days * DAY_MS));
  await clearAfter(13);
  expect((await staff.show(unused)).status).toBe('checked');
  await clearAfter(15);
  expect((await staff.call('GET', `/${unused}`)).statusCode).toBe(404);
  expect(await staff.lines(used)).toHaveLength(1);
  await clearAfter(31);
  expect(await staff.lines(used)).toEqual([]);
  expect(await staff.show(used)).toMatchObject({ drivers: 1, counts: [{ outcome: 'remark', lines: 1 }] });
  expect((await leftBehind(it)).drivers).toBe(drivers);
});

test('an import that a version before stored answers, though its columns were fewer', async () => {
  const id = await staff.checked(listCsv([nextListed()]));
  const fewer = { header_line: 1, day_order: 'dmy', name_order: 'first', first_name: 0, last_name: 1, car_number: 2 };
  const old = JSON.stringify({ ...fewer, mobile_number: 3 });
  await sql`UPDATE driver_imports SET mapping = ${old}::jsonb, suggestion = ${old}::jsonb WHERE id = ${id}`.execute(
    it.db,
  );
  expect(await staff.show(id)).toMatchObject({
    ...{ status: 'checked', problem: '' },
    ...{ mapping: { car_number: 2, middle_name: null }, suggestion: { car_number: 2, middle_name: null } },
  });
  expect((await staff.start(id)).statusCode).toBe(201);
  await run();
  expect(await staff.show(id)).toMatchObject({ status: 'imported' });

  const other = await staff.checked(listCsv([nextListed()]));
  await sql`UPDATE driver_imports SET mapping = '{"header_line": 0}' WHERE id = ${other}`.execute(it.db);
  expect(await staff.show(other)).toMatchObject({ mapping: null, problem: 'Please choose its columns again.' });
  expect((await staff.start(other)).json().message).toBe('Please choose its columns again.');
  expect((await staff.map(other)).statusCode).toBe(200);
  expect(await staff.show(other)).toMatchObject({ mapping: { car_number: 2 }, problem: '' });
});
