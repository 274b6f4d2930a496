import { afterAll, beforeAll, expect, test } from 'vitest';
import { LISTED_COLUMNS, listCsv, listedCells, nextListed } from '../../../../test/builders/driver-lists.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { csvOf, sheetOf, workbookOf } from '../../../../test/builders/statements.ts';
import { driverImportServer, driverImportsOf } from '../../../../test/driver-imports.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { leftBehind } from '../../../../test/register.ts';
import { readCsv } from '../../../../test/spreadsheets.ts';

let it: TestApp;
let staff: ReturnType<typeof driverImportsOf>;
beforeAll(async () => {
  it = await startApp();
  staff = driverImportsOf(it, (await buildCaller(it, 'SystemAdmin')).headers);
});
afterAll(() => it.close());

const judged = async (lines: Parameters<typeof listCsv>[0]) =>
  (await staff.lines(await staff.checked(listCsv(lines)))).map(({ outcome, reason, known }) => ({
    outcome,
    reason,
    known: known?.driver_code ?? null,
  }));

const ELSEWHERE = 'If it is the same person, add the car from the driver’s page.';

test('a line of a current driver is left out and stands beside that driver', async () => {
  const { driver } = await buildDriver(it);
  const same = { 'Car Number': driver.car_number.toLowerCase(), 'Mobile Number': driver.mobile_number };
  const mobile = driver.mobile_number.replace('+233', '');
  const known = driver.driver_code;
  expect(
    await judged([
      nextListed(same),
      nextListed({ 'Car Number': driver.car_number }),
      nextListed({ 'Mobile Number': mobile }),
      nextListed({ 'ID Number': driver.id_number.replaceAll('-', ' ') }),
    ]),
  ).toEqual([
    { outcome: 'known', reason: 'This driver is registered with this car.', known },
    { outcome: 'known', reason: 'Another driver is registered with this car.', known },
    {
      outcome: 'another_car',
      reason: `A current driver has this mobile number with another car. ${ELSEWHERE}`,
      known,
    },
    { outcome: 'another_car', reason: `A current driver has this ID number with another car. ${ELSEWHERE}`, known },
  ]);
});

test('of lines with one car or one person the first is taken, and a refused line takes nothing', async () => {
  const first = nextListed();
  const wrong = nextListed({ 'Date of Birth': '31/02/1990' });
  const outcomes = await judged([
    first,
    nextListed({ 'Car Number': first['Car Number'].replace(' ', '-') }),
    nextListed({ 'Mobile Number': first['Mobile Number'] }),
    nextListed({ 'ID Number': first['ID Number'] }),
    wrong,
    { ...wrong, 'Date of Birth': '' },
  ]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    'remark',
    'repeated',
    'another_car',
    'another_car',
    'refused',
    'remark',
  ]);
  expect(outcomes.slice(1, 5).map(({ reason }) => reason)).toEqual([
    'The same car as line 2.',
    `Line 2 has this mobile number with another car. ${ELSEWHERE}`,
    `Line 2 has this ID number with another car. ${ELSEWHERE}`,
    'Date of birth: ‘31/02/1990’ is not a date. Write 22/11/1985.',
  ]);
});

test('a removed driver does not keep a line out', async () => {
  const { driver } = await buildDriver(it);
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
  expect(await judged([nextListed({ 'Car Number': driver.car_number })])).toMatchObject([{ outcome: 'remark' }]);
});

test('the refused lines can be saved, mended and sent again', async () => {
  const bad = nextListed({ 'Mobile Number': '0302123456', 'First Name': '=HYPERLINK("http://x")', Plan: '+233' });
  const id = await staff.checked(listCsv([nextListed(), bad]));
  expect(await staff.counts(id)).toEqual({ remark: 1, refused: 1 });
  const file = await staff.call('GET', `/lines/export?driver_import=${id}&outcome=refused&format=csv`);
  const [head = [], ...rows] = readCsv(file.body);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.[2]).toBe(
    'First name: A formula stands here without its value. Please save the file again in the spreadsheet. ' +
      'Mobile number: Give a mobile number of MTN, Telecel or AirtelTigo, like 024 123 4567. ' +
      'Plan: “+233” is not in the list of choices.',
  );
  const at = (name: string) => head.indexOf(name);
  const mended = rows.map((cells) =>
    cells.with(at('Mobile number'), '0241112223').with(at('First name'), 'Esi').with(at('Plan'), ''),
  );
  const again = await staff.upload(csvOf([head, ...mended]));
  const { suggestion } = await staff.show(again.json().import_id);
  expect(suggestion).toMatchObject({
    last_name: at('Last name'),
    car_number: at('Car number'),
    id_number: at('ID number'),
  });
  const mapped = await staff.call('PATCH', `/${again.json().import_id}`, { ...suggestion, day_order: 'dmy' });
  expect(mapped.json().driver_import.counts).toEqual([{ outcome: 'remark', lines: 1 }]);
});

test('a workbook, also in one column of full names, is read like a CSV', async () => {
  const line = nextListed({ 'First Name': '', 'Last Name': 'MENSAH, Ama Serwaa' });
  const id = await staff.checked(workbookOf(sheetOf([[...LISTED_COLUMNS], listedCells(line)])), {
    first_name: null,
    last_name: null,
    full_name: 1,
  });
  await staff.start(id);
  await driverImportServer(it).runDue();
  expect((await staff.lines(id))[0]?.driver?.fullname).toBe('AMA SERWAA MENSAH');
});

test.each([
  ['without a table', 'just a text', 400, /^No list was found in this file/],
  ['without a byte', '', 400, /^This file is empty/],
  ['that is a page', '%PDF-1.7', 400, /^This is not a table/],
  ['of more than 10 MB', 'x'.repeat(10_000_001), 413, /^This file is larger than 10 MB/],
  ['of more than 50,000 lines', '1,2,3\n'.repeat(50_001), 413, /^This file has more than 50,000 lines/],
])('a file %s is refused with what to do', async (_, content, status, message) => {
  const kept = () => it.db.selectFrom('driver_imports').select('id').orderBy('id').execute();
  const before = await kept();
  const refused = await staff.upload(content);
  expect([refused.statusCode, refused.json().message]).toEqual([status, expect.stringMatching(message)]);
  expect(await kept()).toEqual(before);
});

test.each([
  [{ header_line: 9 }, 'header_line', 'Please choose the line of the column names among the first lines.'],
  [{ email: 30 }, 'email', 'E-mail: this file has no such column.'],
  [{ car_number: 0 }, 'header_line', 'Please choose each column for one thing alone.'],
  [
    { first_name: null, last_name: null },
    'last_name',
    'Please choose the column of the full name, or that of the first or the last name.',
  ],
  [{ default_nationality: 'MARTIAN' }, 'default_nationality', 'Nationality: please choose it from the list.'],
])('a mapping that does not fit is refused at its field: %o', async (given, field, message) => {
  const id = (await staff.upload(listCsv([nextListed()]))).json().import_id;
  const refused = await staff.map(id, given);
  expect([refused.statusCode, refused.json().issues]).toEqual([400, [{ path: `body.${field}`, message }]]);
  expect((await staff.show(id)).status).toBe('uploaded');
});

test('the columns of a list are remembered by their names', async () => {
  await staff.checked(listCsv([nextListed()]), { email: null, plan: null, default_plan: 'standard' });
  const id = (await staff.upload(`Drivers of Accra\n${listCsv([nextListed()])}`)).json().import_id;
  expect(await staff.show(id)).toMatchObject({
    is_remembered: true,
    suggestion: { header_line: 2, plan: null, default_plan: 'standard', default_nationality: 'GHANAIAN' },
  });
});

test('days that fit only the other order keep the whole file from being imported', async () => {
  const id = await staff.checked(listCsv([nextListed({ 'Date of Birth': '05/25/1985' }), nextListed()]));
  const { problem } = await staff.show(id);
  expect(problem).toMatch(/^1 of its lines have a day that fits only the other order/);
  expect((await staff.start(id)).json().message).toBe(problem);
  await staff.map(id, { day_order: 'mdy' });
  const before = (await leftBehind(it)).drivers;
  expect((await staff.start(id)).json().message).toMatch(/20\/11\/2026|other order/);
  expect((await leftBehind(it)).drivers).toBe(before);
});
