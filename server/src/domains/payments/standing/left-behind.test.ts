import type { Registration } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltDriver, buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { removeDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SystemAdmin'));
});
afterAll(() => it.close());

const get = async (path: string, by = headers) => {
  const response = await it.app.inject({ url: `/api${path}`, headers: by });
  return { status: response.statusCode, body: response.json() };
};
const leftBehindOf = async (id: string) => (await get(`/drivers/${id}/left_behind`)).body;
const owedBy = async (id: string): Promise<string> => (await get(`/drivers/${id}/standing`)).body.due_total;

/** Registers a driver, removes them in their debts, and registers somebody with these details. */
const registerAgain = async (details: (driver: BuiltDriver) => Partial<Registration>) => {
  const { driver: before } = await buildDriver(it);
  await removeDriver(it, headers, before.id, 'Moved away.');
  const { driver: after } = await buildDriver(it, details(before));
  return { before, after };
};

test.each([
  ['car number', ({ car_number }: BuiltDriver) => ({ car_number: car_number.replaceAll(' ', '-') })],
  ['mobile number', ({ mobile_number }: BuiltDriver) => ({ mobile_number })],
  ['ID number', ({ id_number }: BuiltDriver) => ({ id_number })],
])('whoever registers again with the same %s is shown what was left behind', async (shared, details) => {
  const { before, after } = await registerAgain(details);
  const owed = await owedBy(before.id);
  expect(Number(owed)).toBeGreaterThan(0);
  expect(await leftBehindOf(after.id)).toEqual([
    {
      id: before.id,
      driver_code: before.driver_code,
      fullname: [before.first_name, before.middle_name, before.last_name].filter(Boolean).join(' '),
      removed_on: '2026-11-20',
      owed,
      shared: [shared],
    },
  ]);
});

test('it names everything that both records share, and lowers what was paid since', async () => {
  const { driver: before } = await buildDriver(it);
  const claim = await buildPayment(it, submissionOf(before));
  await removeDriver(it, headers, before.id, 'Moved away.');
  const { car_number, mobile_number, id_number } = before;
  const { driver: after } = await buildDriver(it, { car_number, mobile_number, id_number });
  const [found] = await leftBehindOf(after.id);
  expect(found.shared).toEqual(['car number', 'mobile number', 'ID number']);
  await changePayment(it, claim, 'clear');
  const owed = await owedBy(before.id);
  expect(owed).not.toBe(found.owed);
  expect(await leftBehindOf(after.id)).toMatchObject([{ owed }]);
});

test('a person’s own removed car is left behind too; a stranger’s record and a current one are not', async () => {
  const { driver } = await buildDriver(it);
  const { driver: stranger } = await buildDriver(it);
  expect(await leftBehindOf(driver.id)).toEqual([]);
  const added = await it.app.inject({
    method: 'POST',
    url: `/api/drivers/${driver.id}/cars`,
    headers: { ...headers, 'idempotency-key': 'a-key-of-this-test-alone' },
    payload: { car_number: 'GX 7777-26', gps_address: '', plan: 'standard' },
  });
  expect(added.statusCode).toBe(201);
  expect(await leftBehindOf(driver.id)).toEqual([]);
  await removeDriver(it, headers, added.json().id, 'Sold.');
  await removeDriver(it, headers, stranger.id, 'Left.');
  expect(await leftBehindOf(driver.id)).toMatchObject([
    { id: added.json().id, shared: expect.arrayContaining(['person']) },
  ]);
});

test('strangers and members are not told, and nobody of a driver who is not there', async () => {
  const { after } = await registerAgain(({ mobile_number }) => ({ mobile_number }));
  const member = await buildCaller(it, 'Member');
  expect((await get(`/drivers/${after.id}/left_behind`, member.headers)).status).toBe(403);
  expect((await get(`/drivers/${after.id}/left_behind`, {})).status).toBe(401);
  expect((await get('/drivers/999999/left_behind')).status).toBe(404);
});
