import { WRONG_IMEI } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice } from '../../../test/builders/devices.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { csvOf } from '../../../test/builders/statements.ts';
import { nextImei, trackerCsv, wrongImei } from '../../../test/builders/tracker-lists.ts';
import { deviceImportServer, deviceImportsOf } from '../../../test/device-imports.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let clerk: Awaited<ReturnType<typeof buildCaller>>;
let lists: ReturnType<typeof deviceImportsOf>;
beforeAll(async () => {
  it = await startApp();
  clerk = await buildCaller(it, 'SuperUser');
  lists = deviceImportsOf(it, clerk.headers);
});
afterAll(() => it.close());

const UNFIT_DIGIT =
  'The IMEI’s last digit does not fit the others. If the label has it so, choose under Columns that such IMEIs are taken.';

const run = async (): Promise<void> => {
  const errors: unknown[] = [];
  await deviceImportServer(it, errors).runDue();
  expect(errors).toEqual([]);
};

test('a list is read by its column names, and its new trackers come into stock', async () => {
  const [one, other] = [nextImei(), nextImei()];
  const csv = trackerCsv([
    [one, 'SN-1', 'FMB920', '241234567', 'MTN', '31/12/2026'],
    [`${other.slice(0, 2)}-${other.slice(2, 8)}-${other.slice(8)}`],
  ]);
  const { import_id } = (await lists.upload(csv)).json();
  expect((await lists.show(import_id)).suggestion).toMatchObject({ imei: 0, serial_number: 1, bundle_until: 5 });
  const id = await lists.checked(csv);
  expect((await lists.show(id)).counts).toEqual([{ outcome: 'new', lines: 2 }]);
  expect(await it.db.selectFrom('devices').select('id').where('imei', '=', one).execute()).toEqual([]);
  expect((await lists.start(id)).statusCode).toBe(201);
  await run();
  expect((await lists.show(id)).status).toBe('imported');
  const stored = await it.db
    .selectFrom('devices')
    .selectAll()
    .where('imei', 'in', [one, other])
    .orderBy('id')
    .execute();
  expect(stored).toMatchObject([
    { imei: one, serial_number: 'SN-1', model: 'FMB920', sim_number: '+233241234567', bundle_until: '2026-12-31' },
    { imei: other, status: 'in_stock', sim_number: null, added_by: clerk.id },
  ]);
});

test('each line that is left out says why', async () => {
  const known = await buildDevice(it);
  const twice = nextImei();
  const id = await lists.checked(
    trackerCsv([
      [twice],
      [known.imei],
      [wrongImei()],
      [twice],
      ['8.6121E+14'],
      [nextImei(), '', '', '0302123456'],
      [nextImei(), '', '', '', '', 'soon'],
      ['=1+1'],
    ]),
  );
  expect((await lists.lines(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['new', ''],
    ['known', 'A tracker with this IMEI or name is in the list already.'],
    ['refused', UNFIT_DIGIT],
    ['repeated', 'The same as line 2.'],
    ['refused', 'A spreadsheet has shortened the IMEI to “8.6121E+14”.'],
    ['refused', 'Give a mobile number of MTN, Telecel or AirtelTigo, like 024 123 4567.'],
    ['refused', expect.stringMatching(/^Bundle until: ‘soon’ is not a date/)],
    ['refused', expect.stringContaining('fifteen digits')],
  ]);
});

test('a tracker that came into the list meanwhile is left as it is, and an import may be repeated', async () => {
  const imei = nextImei();
  const csv = trackerCsv([[imei, 'SN-9']]);
  const id = await lists.checked(csv);
  await buildDevice(it, { imei, serial_number: 'SN-OWN' });
  await lists.start(id);
  await run();
  expect(await lists.lines(id)).toMatchObject([{ outcome: 'known' }]);
  const stored = it.db.selectFrom('devices').select('serial_number').where('imei', '=', imei);
  expect(await stored.execute()).toEqual([{ serial_number: 'SN-OWN' }]);
  const again = await lists.checked(csv);
  expect((await lists.show(again)).counts).toEqual([{ outcome: 'known', lines: 1 }]);
});

/** A list with the columns `IMEI` and `Device ID`, checked. */
const checkedNames = async (rows: readonly (readonly string[])[], given: object = {}) => {
  const csv = csvOf([['IMEI', 'Device ID'], ...rows]);
  const { import_id } = (await lists.upload(csv)).json();
  const { suggestion } = await lists.show(import_id);
  expect(suggestion).toMatchObject({ imei: 0, feed_name: 1, wrong_digits: 'left_out' });
  const mapped = await lists.map(import_id, { ...suggestion, day_order: 'dmy', ...given });
  expect(mapped.statusCode, mapped.body).toBe(200);
  return import_id;
};

test('IMEIs and names are read as spreadsheets and labels write them, and each tracker comes into stock', async () => {
  const imeis = Array.from({ length: 7 }, nextImei);
  const [decimal = '', named = '', exact = '', text = '', formula = '', byName = '', both = ''] = imeis;
  const rows = [
    [`${decimal}.0`, ''],
    [`IMEI:${named}`, ''],
    [`${exact[0]}.${exact.slice(1)}E+14`, ''],
    [`'${text}`, ''],
    [`="${formula}"`, ''],
    ['', `IMEI: ${byName}`],
    [both, 'van 12'],
    ['', '056789012345'],
    ['', '4710038912.0'],
    ['', 'ID: 82000002'],
    ['', '5.6789012E+07'],
    ['', '1E10'],
  ];
  const id = await checkedNames(rows);
  expect((await lists.show(id)).counts).toEqual([{ outcome: 'new', lines: rows.length }]);
  await lists.start(id);
  await run();
  const stored = await it.db.selectFrom('devices').select(['imei', 'feed_name']).orderBy('id').execute();
  const names = ['056789012345', '4710038912', '82000002', '56789012', '1E10'];
  expect(stored.slice(-rows.length)).toEqual([
    ...imeis.map((imei) => ({ imei, feed_name: imei === both ? 'van 12' : null })),
    ...names.map((name) => ({ imei: name, feed_name: name })),
  ]);
  expect((await lists.show(await checkedNames(rows))).counts).toEqual([{ outcome: 'known', lines: rows.length }]);
});

test('names that are lost, repeated or missing are refused, and a nought that may be lost is said', async () => {
  const id = await checkedNames([
    ['', '5.6789E+10'],
    ['', '56789012345'],
    ['', 'Bus 1'],
    [nextImei(), 'BUS 1'],
    ['', '-'.repeat(65)],
    ['4710038911', ''],
    ['', ' '],
    ['12', 'x'],
  ]);
  expect((await lists.lines(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['refused', 'A spreadsheet has shortened the name to “5.6789E+10”.'],
    ['new', expect.stringContaining('begins with 0')],
    ['new', ''],
    ['repeated', 'The same as line 4.'],
    ['refused', expect.stringContaining('at most 64 characters')],
    ['refused', WRONG_IMEI],
    ['refused', WRONG_IMEI],
  ]);
});

test('IMEIs whose last digit does not fit are left out or taken, as is chosen for this list alone', async () => {
  const imei = wrongImei();
  const reason = 'The IMEI’s last digit does not fit the others.';
  const id = await checkedNames([[imei, '']]);
  expect(await lists.lines(id)).toMatchObject([{ outcome: 'refused', reason: UNFIT_DIGIT }]);
  const taken = await checkedNames([[imei, '']], { wrong_digits: 'taken' });
  expect(await lists.lines(taken)).toMatchObject([{ outcome: 'new', reason }]);
  await lists.start(taken);
  await run();
  expect(await lists.lines(taken)).toMatchObject([{ outcome: 'new', reason }]);
  expect(await it.db.selectFrom('devices').select('feed_name').where('imei', '=', imei).execute()).toHaveLength(1);
  await checkedNames([[wrongImei(), '']]);
});
