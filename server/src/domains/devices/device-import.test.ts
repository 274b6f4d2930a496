import { WRONG_CHECK_DIGIT } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice } from '../../../test/builders/devices.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { nextImei, trackerCsv } from '../../../test/builders/tracker-lists.ts';
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
  const wrong = `${twice.slice(0, 14)}${(Number(twice[14]) + 1) % 10}`;
  const id = await lists.checked(
    trackerCsv([
      [twice],
      [known.imei],
      [wrong],
      [twice],
      ['8.6121E+14'],
      [nextImei(), '', '', '0302123456'],
      [nextImei(), '', '', '', '', 'soon'],
      ['=1+1'],
    ]),
  );
  expect((await lists.lines(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['new', ''],
    ['known', 'A tracker with this IMEI is in the list already.'],
    ['refused', WRONG_CHECK_DIGIT],
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
