import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { makingAccounts, rowsNamed, storingDrivers } from '../../../../test/builders/many-drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const NOTHING = { driver_code: '', mobile_number: '', car_number: '' };

const search = (asked: Partial<typeof NOTHING> & { name?: string }, by = headers) =>
  it.app.inject({ method: 'POST', url: '/api/drivers/general_search', headers: by, payload: { ...NOTHING, ...asked } });

test('staff find a driver by car number, mobile number or driver code as typed', async () => {
  const { driver } = await buildDriver(it, { car_number: 'ZZ 7123-24', mobile_number: '055 712 3456' });
  await buildDriver(it);
  for (const asked of [
    { car_number: 'zz-7123 24' },
    { mobile_number: '0557123456' },
    { driver_code: driver.driver_code.toLowerCase() },
  ]) {
    const found = (await search(asked)).json();
    expect(found).toMatchObject({ status: true, message: 'One driver found.', driver: [{ id: driver.id }] });
  }
});

test('staff find drivers by the beginnings of their names, in any case and order, removed ones left out', async () => {
  const named = (first_name: string, last_name: string) => buildDriver(it, { first_name, last_name });
  const [ama, kojo] = [(await named('Abenaa', 'Quaye-Tetteh')).driver, (await named('Quayeson', 'Abbey')).driver];
  const gone = (await named('Abenaa', 'Quaye')).driver;
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', gone.id).execute();
  const found = async (name: string, asked: Partial<typeof NOTHING> = {}) =>
    ((await search({ name, ...asked })).json().driver ?? []).map(({ id }: { id: string }) => id);
  expect(await found('quaye')).toEqual([kojo.id, ama.id]);
  for (const name of ['abenaa', 'Abenaa  quaye', 'QUAYE-T Aben', ' abenaa adwoa quaye '])
    expect(await found(name)).toEqual([ama.id]);
  expect(await found('quaye', { car_number: ama.car_number })).toEqual([ama.id]);
  expect(await found('xyz')).toEqual([]);
  expect(await found('abenaa quaye', { car_number: kojo.car_number })).toEqual([]);
});

test('where nobody has exactly that, who nearly has it is offered', async () => {
  const { driver } = await buildDriver(it, {
    last_name: 'Dzakpasu',
    car_number: 'ZW 808-12',
    mobile_number: '055 808 0071',
  });
  for (const asked of [{ name: 'jakpassu' }, { car_number: '808-12' }, { mobile_number: '8080071' }]) {
    const { message, driver: found } = (await search(asked)).json();
    expect(message, JSON.stringify(asked)).toBe('No exact match. Did you mean one of these?');
    expect(found).toMatchObject([{ id: driver.id }]);
  }
});

test('of more drivers of a name than are shown, the first ones are, and it is said', async () => {
  const rows = rowsNamed('KOFI', 'TWUMASI', 'GHANAIAN', "timestamptz '2024-01-01'");
  await sql.raw(storingDrivers(rows, makingAccounts(910_000, 51))).execute(it.db);
  const { message, driver } = (await search({ name: 'twumasi' })).json();
  expect([message, driver.length]).toEqual(['More than 50 drivers found. The first 50 are shown.', 50]);
});

test('finding nobody, or asking for nothing, is refused with a sentence', async () => {
  const unknown = await search({ car_number: 'QQ 1-99' });
  expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'No driver was found.']);
  const empty = await search({ car_number: '  ' });
  expect([empty.statusCode, empty.json().message]).toEqual([
    400,
    'Give a driver code, a mobile number, a car number or a name.',
  ]);
});

test('a stranger and a role without the permission find nobody', async () => {
  const legal = (await buildCaller(it, 'Legal')).headers;
  expect((await search({ car_number: 'ZZ' }, {})).statusCode).toBe(401);
  expect((await search({ car_number: 'ZZ' }, legal)).statusCode).toBe(403);
});

const special = (asked: Partial<typeof NOTHING>, by = headers) =>
  it.app.inject({ method: 'POST', url: '/api/drivers/special_search', headers: by, payload: { ...NOTHING, ...asked } });

test('a special search finds the driver of a whole number in any spelling, and nobody by its beginning', async () => {
  const { driver } = await buildDriver(it, { car_number: 'ZX 7123-24', mobile_number: '055 712 9456' });
  for (const asked of [
    { car_number: 'zx-7123 24' },
    { mobile_number: '233557129456' },
    { driver_code: ` ${driver.driver_code.toLowerCase()}` },
    { driver_code: driver.driver_code.slice(3), car_number: 'ZX712324', mobile_number: '0557129456' },
  ]) {
    const found = (await special(asked)).json();
    expect(found).toMatchObject({ status: true, message: 'One driver found.', driver: [{ id: driver.id }] });
  }
  for (const asked of [
    { car_number: 'ZX 7123' },
    { mobile_number: '055712' },
    { driver_code: driver.driver_code.slice(0, 9) },
    { car_number: 'ZX 7123-24', mobile_number: '0240000000' },
    { car_number: '--' },
  ]) {
    const { statusCode, body } = await special(asked);
    expect([statusCode, JSON.parse(body).message]).toEqual([404, 'No driver was found.']);
  }
});

test('a special search finds removed drivers too, after the current one, the last removed first', async () => {
  const car = { car_number: 'ZX 7001-24' };
  const removed: string[] = [];
  for (const day of ['2027-01-02', '2027-01-03']) {
    const { id } = (await buildDriver(it, car)).driver;
    const removed_at = new Date(`${day}T10:00:00Z`);
    await it.db.updateTable('drivers').set({ removed_at }).where('id', '=', id).execute();
    removed.unshift(id);
  }
  const { driver } = await buildDriver(it, car);
  const found = (await special(car)).json();
  expect(found.driver.map(({ id }: { id: string }) => id)).toEqual([driver.id, ...removed]);
  expect(found.message).toBe('3 drivers found.');
});

test('a special search for nothing is refused, and so is that of a stranger or a role without the permission', async () => {
  const empty = await special({ mobile_number: ' ' });
  expect([empty.statusCode, empty.json().message]).toEqual([
    400,
    'Give a driver code, a mobile number or a car number.',
  ]);
  const clerk = (await buildCaller(it, 'SystemUser')).headers;
  expect((await special({ car_number: 'ZX 7001-24' }, {})).statusCode).toBe(401);
  expect((await special({ car_number: 'ZX 7001-24' }, clerk)).statusCode).toBe(403);
});
