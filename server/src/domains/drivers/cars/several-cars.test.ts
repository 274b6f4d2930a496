import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendCar } from '../../../../test/builders/cars.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { callDriver, removeDriver, SAME_PERSON } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp({ SMS_URL: 'http://sms.example', SMS_TOKEN: 'token' });
  headers = (await buildCaller(it, 'SystemAdmin')).headers;
});
afterAll(() => it.close());

const REASON = 'As the owner says.';
const merge = (id: string, into: string) =>
  callDriver(it, headers, 'POST', `${id}/merge`, { into, reason: REASON, same_person: SAME_PERSON });
/** The sentences that staff read before the button. */
const obstacles = async (id: string, into: string) =>
  (await callDriver(it, headers, 'GET', `${id}/merge?into=${into}`)).body.obstacles;
const carOf = async (id: string): Promise<{ id: string; driver_code: string }> => {
  const { status } = await sendCar(it, headers, id);
  expect(status).toBe(201);
  return it.db
    .selectFrom('driver_records')
    .select(['id', 'driver_code'])
    .where('person_id', '=', (of) => of.selectFrom('drivers').select('person_id').where('id', '=', id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
};

test('two cars of one person are no duplicate of each other', async () => {
  const { driver } = await buildDriver(it);
  const other = await carOf(driver.id);
  const { status, body } = await merge(other.id, driver.id);
  const sentence = 'These are two cars of one person, each with its own cover. Remove the one that is gone.';
  expect([status, body.message]).toEqual([409, sentence]);
  expect(await obstacles(other.id, driver.id)).toEqual([sentence]);
  await removeDriver(it, headers, other.id);
  expect(await obstacles(other.id, driver.id)).toEqual([]);
});

test('a merge leaves no other car behind', async () => {
  const { driver } = await buildDriver(it);
  await carOf(driver.id);
  const { driver: kept } = await buildDriver(it);
  const { status, body } = await merge(driver.id, kept.id);
  const sentence = `The person of ${driver.driver_code} has other cars, which would be left behind. Remove the record instead.`;
  expect([status, body.message]).toEqual([409, sentence]);
  expect(await obstacles(driver.id, kept.id)).toEqual([sentence]);
  expect(await obstacles(kept.id, driver.id)).toEqual([]);
});

test('a restored driver whose fee is paid has no days to pay', async () => {
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  await removeDriver(it, headers, driver.id);
  expect((await callDriver(it, headers, 'POST', `${driver.id}/restore`)).status).toBe(200);
  const { unpaid_since } = await it.db
    .selectFrom('driver_records')
    .select('unpaid_since')
    .where('id', '=', driver.id)
    .executeTakeFirstOrThrow();
  expect(unpaid_since).toBeNull();
});
