import type { OfficeMatches, StaffRole } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller, shapeRole } from '../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy, buildZone } from '../../../test/builders/land.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf } from '../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../test/builders/transfers.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const ask = async (text: string, role: StaffRole = 'SuperUser') => {
  const { headers } = await buildCaller(it, role);
  return it.app.inject({ url: `/api/office_search?text=${encodeURIComponent(text)}`, headers });
};
const search = async (text: string, role?: StaffRole): Promise<OfficeMatches> => (await ask(text, role)).json();
const driversOf = async (text: string) => (await search(text)).drivers?.rows.map(({ id }) => id);
const nearTo = async (text: string) => (await search(text)).drivers?.near.map(({ id }) => id);
const paymentsOf = async (text: string) => (await search(text)).payments?.rows.map(({ id }) => id);

test('one box finds a driver by code, car, mobile number and names as they are typed', async () => {
  const { driver } = await buildDriver(it, {
    first_name: 'Efuaba',
    last_name: 'Nyarkotey',
    car_number: 'ZX 4127-24',
    mobile_number: '055 912 3456',
  });
  await buildDriver(it);
  const typed = [
    driver.driver_code.toLowerCase(),
    driver.driver_code.slice(3),
    'zx 41',
    'zx-4127 24',
    '055 912',
    '+233 55 9123',
  ];
  for (const text of [...typed, 'nyarko', 'EFUAB', 'efuaba nyark', 'nyarkotey efua'])
    expect(await driversOf(text), text).toEqual([driver.id]);
  for (const text of ['arkotey', 'efuaba_', 'efuaba%', "nyarko' OR true --", '4127'])
    expect(await driversOf(text), text).toEqual([]);
});

test('a removed driver is found by the code alone, and the car then leads to its present driver', async () => {
  const gone = (await buildDriver(it, { car_number: 'ZX 5001-24', last_name: 'Gonezzi' })).driver;
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', gone.id).execute();
  const now = (await buildDriver(it, { car_number: 'ZX 5001-24' })).driver;
  expect(await driversOf('zx 5001')).toEqual([now.id]);
  expect(await driversOf('gonezzi')).toEqual([]);
  const { drivers } = await search(gone.driver_code);
  expect(drivers?.rows).toMatchObject([{ id: gone.id, removed_at: it.clock.now.toISOString() }]);
});

test('it finds payments in every state by their transaction ID, and those of the driver whose code or car is typed', async () => {
  const { driver } = await buildDriver(it, { car_number: 'ZX 6001-24' });
  const transaction_id = nextTransactionId();
  const rejected = await buildPayment(it, submissionOf(driver, { transaction_id }), 'rejected', 'Not found.');
  const waiting = await buildPayment(it, submissionOf(driver, { transaction_id }));
  for (const text of [transaction_id, transaction_id.toLowerCase(), transaction_id.slice(0, -1), `00${transaction_id}`])
    expect((await paymentsOf(text))?.sort(), text).toEqual([rejected, waiting].sort());
  for (const text of [driver.driver_code, 'zx6001 24']) expect((await paymentsOf(text))?.length, text).toBe(2);
  for (const text of ['zx 60', '0000', transaction_id.slice(0, 3)]) expect(await paymentsOf(text), text).toEqual([]);
});

test('of more than it shows it shows the first, the one that is exactly meant before all, and says that there are more', async () => {
  for (let n = 0; n < 9; n += 1) await buildDriver(it, { car_number: `ZV 10${n}-24` });
  const exact = (await buildDriver(it, { car_number: 'ZV 10-24' })).driver;
  const found = (await search('zv 10')).drivers;
  expect(found?.rows).toHaveLength(8);
  expect(found?.has_more).toBe(true);
  expect((await search('ZV10-24')).drivers).toMatchObject({ rows: [{ id: exact.id }], has_more: false });
});

test.each([
  ['AGBEKKO', 'AGBEKO'],
  ['agbeco', 'AGBEKO'],
  ['ajei kofi', 'ADJEI'],
  ['Kofi Agyei', 'ADJEI'],
  ['chei', 'KYEI'],
  ['Kwaye', 'QUAYE'],
  ['nyako', 'NYARKO'],
  ['boatang', 'BOATENG'],
  ['mensha', 'MENSAH'],
  ['amponsak', 'AMPONSAH'],
  ['owsu', 'OWUSU'],
  ['achampong', 'ACHEAMPONG'],
  ['Muhamad', 'MOHAMMED'],
  ['boakie-mensah', 'BOACHIE MENSA'],
  ['dzifa adjei', 'ADJEI'],
])('a caller whose name is taken down as %s is found as %s under those who are near', async (heard, last_name) => {
  const { driver } = await buildDriver(it, { first_name: heard.startsWith('dzifa') ? 'Djifa' : 'Kofi', last_name });
  expect(await driversOf(heard), heard).toEqual([]);
  expect(await nearTo(heard), heard).toContain(driver.id);
});

test('who is spelt as typed comes first, and who only sounds so stands apart, unless many are spelt so', async () => {
  const named = async (last_name: string) => (await buildDriver(it, { first_name: 'Esi', last_name })).driver.id;
  const [typed, sounding] = [await named('DJANMAH'), await named('GYAMMA')];
  const found = (await search('djanmah')).drivers;
  expect(found?.rows.map(({ id }) => id)).toEqual([typed]);
  expect(found?.near.map(({ id }) => id)).not.toContain(typed);
  expect((await search('jama')).drivers?.near.map(({ id }) => id)).toContain(sounding);
  for (let n = 0; n < 3; n += 1) await named('DJANMAH');
  expect((await search('djanmah')).drivers?.near).toEqual([]);
});

test('the end of a plate or phone, a plate without its region, and letters in place of digits find the driver', async () => {
  const { driver } = await buildDriver(it, { car_number: 'ZQ 997-12', mobile_number: '055 009 7702' });
  const other = (await buildDriver(it, { car_number: 'ZQ 1180-19', mobile_number: '055 009 7703' })).driver;
  const misread = driver.driver_code.replace(/0/g, 'O').replace('DRV', 'drv');
  for (const text of ['997-12', '0097702', '7702', misread, 'O55 OO9 77O2']) {
    expect(await driversOf(text), text).toEqual([]);
    expect(await nearTo(text), text).toEqual([driver.id]);
  }
  for (const text of ['1180', '1180-19', '118019', 'Q118019', 'zq ii80 i9', '7703'])
    expect(await nearTo(text), text).toEqual([other.id]);
  expect(await nearTo(driver.driver_code)).toEqual([]);
});

test('an ID number finds its driver for those who may read it, and for nobody else', async () => {
  const { driver } = await buildDriver(it, { identification_type: 'GHANA CARD', id_number: 'GHA-710204411-8' });
  for (const text of ['GHA-710204411-8', 'gha7102044118', '7102044118', 'GHA-7IO2O4411-8'])
    expect(await driversOf(text), text).toEqual([driver.id]);
  for (const text of ['GHA-710204411', '7102044']) expect(await driversOf(text), text).toEqual([]);
  await shapeRole(it, 'Legal', { 'dashboard.read': true, 'drivers.search': true });
  const searching = async (text: string) => (await search(text, 'Legal')).drivers?.rows.map(({ id }) => id);
  expect(await searching('GHA-710204411-8')).toEqual([]);
  expect(await searching(driver.driver_code)).toEqual([driver.id]);
  await shapeRole(it, 'Legal', {});
});

test('a receipt is found by its number, and money by the beginning of its transaction ID', async () => {
  const { driver } = await buildDriver(it);
  const payment = await buildPayment(it, submissionOf(driver), 'cleared');
  const receipt = it.db.selectFrom('receipts').select('number').where('subject_id', '=', payment);
  const { number } = await receipt.executeTakeFirstOrThrow();
  for (const text of [`R${number.padStart(6, '0')}`, `rOOO${number}`, `R ${number}`])
    expect((await search(text)).receipts?.rows, text).toMatchObject([{ id: number, status: 'issued' }]);
  for (const text of [`R9${number}`, number.padStart(6, '0')]) expect((await search(text)).receipts?.rows).toEqual([]);
  const transaction_id = nextTransactionId();
  const money = await buildTransfer(it, { transaction_id });
  for (const text of [transaction_id, transaction_id.slice(0, -1)])
    expect((await search(text)).money?.rows, text).toMatchObject([{ id: money, transaction_id }]);
  expect((await search(transaction_id.slice(0, 3))).money?.rows).toEqual([]);
});

test.each(['Operations', 'Legal', 'SystemUser'] as const)(
  '%s, who may see neither drivers nor payments, is told nothing of them',
  async (role) => {
    const { driver } = await buildDriver(it);
    await buildPayment(it, submissionOf(driver));
    const none = { drivers: null, payments: null, receipts: null, money: null };
    expect(await search(driver.driver_code, role)).toMatchObject(none);
  },
);

test('a tenant is found by code, name, contact number and indenture number for those who see land', async () => {
  const facts = { first_name: 'NAA SHORMEH', last_name: 'BORKETEY', contact_number: '+233209177701' };
  const { id, tenant_code } = await buildLandTenant(it, facts);
  await buildTenancy(it, { tenant_id: id, indenture_number: 'LVB 4471/1999' });
  const tenantsOf = async (text: string) => (await search(text, 'Operations')).tenants?.rows.map((row) => row.id);
  const typed = [tenant_code, tenant_code.toLowerCase().replaceAll('-', ''), '020 917 7701', 'lvb4471', 'borke'];
  for (const text of [...typed, 'naa sh', 'naa shormeh borketey', 'borketey naa'])
    expect([text, await tenantsOf(text)]).toEqual([text, [id]]);
  for (const text of ['ketey', "borketey' OR true --", '471/1999'])
    expect([text, await tenantsOf(text)]).toEqual([text, []]);
});

test('a plot is found by its number, however it is said, the one that is meant exactly first', async () => {
  const zone = await buildZone(it, 'SEARCHED ZONE');
  const build = (plot_number: string) => buildPlot(it, { zone_id: zone.id, block: 'Q', plot_number });
  for (let n = 0; n < 9; n += 1) await build(`77${n}`);
  const { id } = await build('77');
  const plotsOf = async (text: string) => (await search(text, 'Legal')).plots;
  for (const text of ['77', 'plot 77', 'Q77', 'q-77', 'Plot 77, Block Q'.split(', ').reverse().join(' '), 'block q 77'])
    expect([text, (await plotsOf(text))?.rows[0]]).toMatchObject([text, { id, zone: 'SEARCHED ZONE', state: 'free' }]);
  expect(await plotsOf('plot 77')).toMatchObject({ has_more: true });
  expect((await plotsOf('plot 77'))?.rows).toHaveLength(8);
});

test('who may not see land is told nothing of tenants and plots', async () => {
  const { tenant_code } = await buildLandTenant(it);
  expect(await search(tenant_code, 'SystemUser')).toMatchObject({ tenants: null, plots: null });
  await shapeRole(it, 'SuperUser', { 'land.read': false, 'land.write': false, 'land.approve': false });
  expect(await search(tenant_code)).toMatchObject({ tenants: null, plots: null });
  await shapeRole(it, 'SuperUser', {});
});

test('too little, too much and what nobody can see is refused in a sentence', async () => {
  for (const text of ['', 'z', ' z-', '--', 'x'.repeat(81), 'ab\u0000c', 'ab\u200bc']) {
    const answer = await ask(text);
    expect(answer.statusCode, JSON.stringify(text)).toBe(400);
    expect(answer.json().code).toBe('invalid_input');
  }
});
