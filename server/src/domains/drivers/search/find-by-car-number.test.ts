import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { nextAddress } from '../../../../test/register.ts';

let it: TestApp;
let code: string;
beforeAll(async () => {
  it = await startApp();
  const { driver } = await buildDriver(it, {
    first_name: 'Ama',
    last_name: 'Mensah',
    car_number: 'GR 1234-20',
    mobile_number: '0241234567',
    plan: 'platinum',
  });
  code = driver.driver_code;
});
afterAll(() => it.close());

const find = async (car_number: unknown, headers: Record<string, string> = {}, remoteAddress = nextAddress()) => {
  const response = await it.app.inject({
    method: 'POST',
    url: '/api/drivers/find_driver_by_car_number',
    remoteAddress,
    headers,
    payload: { car_number },
  });
  return { status: response.statusCode, body: response.json() };
};

test('a stranger sees enough to know the driver by, in any spelling of the car number', async () => {
  for (const typed of ['GR 1234-20', 'gr123420', ' Gr 1234 20 ']) {
    const { status, body } = await find(typed);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Driver found.',
      driver: {
        driver_code: code,
        car_number: 'GR 1234-20',
        fullname: 'AMA M.',
        mobile_number: '024 *** 4567',
        plans: [{ plan: 'platinum', from: '2026-11' }],
        first_month: '2026-11',
      },
    });
  }
});

test('staff who may read drivers see all of it: the record, the names one by one and the photo', async () => {
  const { headers } = await buildCaller(it, 'SuperUser');
  const { driver } = (await find('GR 1234-20', headers)).body;
  expect(driver).toEqual({
    id: expect.stringMatching(/^\d+$/),
    driver_code: code,
    car_number: 'GR 1234-20',
    first_name: 'AMA',
    middle_name: '',
    last_name: 'MENSAH',
    fullname: 'AMA MENSAH',
    mobile_number: '+233241234567',
    photo: null,
    plans: [{ plan: 'platinum', from: '2026-11' }],
    first_month: '2026-11',
  });
  const record = await it.app.inject({ url: `/api/drivers/${driver.id}`, headers });
  expect(record.json()).toMatchObject({ driver_code: code });
  await it.db.updateTable('persons').set({ photo: 'drivers/ama.jpg' }).where('root_id', '=', driver.id).execute();
  expect((await find('GR 1234-20', headers)).body.driver.photo).toBe(`/drivers/${driver.id}/photo`);
});

test('staff who may not, and members, see what a stranger sees', async () => {
  for (const role of ['SystemUser', 'Member', 'Tenant'] as const) {
    const { headers } = await buildCaller(it, role);
    expect((await find('GR 1234-20', headers)).body.driver).toMatchObject({ fullname: 'AMA M.' });
  }
});

test('a car that is not registered is said not to be', async () => {
  const { status, body } = await find('GR 9999-20');
  expect(status).toBe(404);
  expect(body).toMatchObject({
    status: false,
    success: false,
    code: 'not_found',
    message: 'No driver is registered with this car number.',
  });
});

test('no car number, or none that could be one, is refused at the field', async () => {
  expect((await find('')).body).toMatchObject({
    message: 'Please enter the car number',
    issues: [{ path: 'body.car_number' }],
  });
  for (const wrong of ['--', 'GR\0 1-20', 'G'.repeat(10_000), 42, null]) expect((await find(wrong)).status).toBe(400);
});

test('one address asks sixty times a minute, since many drivers may sit behind it', async () => {
  it.atOneServer('an address has so many calls at each server');
  const address = nextAddress();
  for (let time = 1; time <= 60; time += 1) expect((await find('GR 9999-20', {}, address)).status).toBe(404);
  expect((await find('GR 1234-20', {}, address)).status).toBe(429);
});
