import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

const NOTHING = { driver_code: '', mobile_number: '', car_number: '' };

const search = (asked: Partial<typeof NOTHING>, by = headers) =>
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

test('finding nobody, or asking for nothing, is refused with a sentence', async () => {
  const unknown = await search({ car_number: 'QQ 1-99' });
  expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'No driver was found.']);
  const empty = await search({ car_number: '  ' });
  expect([empty.statusCode, empty.json().message]).toEqual([
    400,
    'Give a driver code, a mobile number or a car number.',
  ]);
});

test('a stranger and a role without the permission find nobody', async () => {
  const legal = (await buildCaller(it, 'Legal')).headers;
  expect((await search({ car_number: 'ZZ' }, {})).statusCode).toBe(401);
  expect((await search({ car_number: 'ZZ' }, legal)).statusCode).toBe(403);
});
