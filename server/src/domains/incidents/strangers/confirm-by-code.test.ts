import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildMember } from '../../../../test/builders/identity.ts';
import { buildPaidMember, buildPhone } from '../../../../test/builders/phones.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp({ SMS_URL: 'https://sms.example/send', SMS_TOKEN: 'a token' });
});
beforeEach(async () => {
  it.clock.now = new Date(it.clock.now.getTime() + 86_400_000);
  await it.db.updateTable('incidents').set({ status: 'resolved', ended_at: it.clock.now, ring_at: null }).execute();
});
afterAll(() => it.close());

/** The code of the newest text message to a number; null without one. */
const codeTo = async (mobile: string): Promise<string | null> => {
  const texts = it.db.selectFrom('outbox_messages').select('body').where('recipient', '=', mobile);
  const newest = await texts.where('channel', '=', 'sms').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return /(\d{6}) confirms/.exec(newest?.body ?? '')?.[1] ?? null;
};
const incidentOf = (driverId: string) =>
  it.db.selectFrom('incidents').selectAll().where('driver_id', '=', driverId).executeTakeFirstOrThrow();

/** A stranger's phone that calls for a member who has paid. */
const strangersCall = async (own: { remoteAddress?: string } = {}) => {
  const { driver, car } = await buildPaidMember(it);
  const phone = buildPhone(it, own);
  const { body } = await phone.press(car);
  return { driver, phone, body };
};

test('a stranger whose call waits confirms it by the code that the number in the record gets, and it rings', async () => {
  for (let n = 0; n < 6; n += 1) await buildPhone(it).press((await buildDriver(it)).driver);
  const { driver, phone, body } = await strangersCall();
  expect(body.may_confirm).toBe(true);
  expect(await incidentOf(driver.id)).toMatchObject({ is_known: false, ring_at: null });
  expect((await incidentOf(driver.id)).queue_id).not.toBeNull();
  expect((await phone.follow({ wants_code: true })).status).toBe(200);
  const code = await codeTo(driver.mobile_number);
  const known = await phone.follow({ code });
  expect(known.status).toBe(200);
  expect(known.body.may_confirm).toBeUndefined();
  const incident = await incidentOf(driver.id);
  expect(incident).toMatchObject({ is_known: true, queue_id: null, ring_at: expect.any(Date) });
  const signals = it.db.selectFrom('incident_signals').select(['known_by', 'code_hash']);
  expect(await signals.where('incident_id', '=', incident.id).execute()).toEqual([
    { known_by: 'code', code_hash: null },
  ]);
});

test('five tries use a code up, and the sixth refuses the right one', async () => {
  const { driver, phone } = await strangersCall();
  await phone.follow({ wants_code: true });
  const code = (await codeTo(driver.mobile_number)) ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n += 1) expect((await phone.follow({ code: wrong })).status).toBe(401);
  expect((await phone.follow({ code })).status).toBe(401);
  expect(await incidentOf(driver.id)).toMatchObject({ is_known: false });
});

test('a code is good for its own phone alone, and for a quarter of an hour', async () => {
  const { driver, phone } = await strangersCall();
  const other = buildPhone(it);
  await other.press(driver);
  await phone.follow({ wants_code: true });
  const code = await codeTo(driver.mobile_number);
  expect((await other.follow({ code })).status).toBe(401);
  it.clock.now = new Date(it.clock.now.getTime() + 15 * 60_000);
  expect((await phone.follow({ code })).status).toBe(401);
});

test('a number gets three codes a day, and all strangers together twenty an hour', async () => {
  const { phone } = await strangersCall();
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await phone.follow({ wants_code: true })).status);
  expect(statuses).toEqual([200, 200, 200, 409]);
  const others = [];
  for (let n = 0; n < 18; n += 1)
    others.push((await (await strangersCall()).phone.follow({ wants_code: true })).status);
  expect(others).toEqual([...Array.from({ length: 17 }, () => 200), 409]);
});

test('one address gets four codes an hour, which leaves the others for other addresses', async () => {
  const statuses = [];
  for (let n = 0; n < 5; n += 1) {
    const { phone } = await strangersCall({ remoteAddress: '10.20.3.1' });
    statuses.push((await phone.follow({ wants_code: true })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 409]);
  expect((await (await strangersCall()).phone.follow({ wants_code: true })).status).toBe(200);
});

test('none is texted for a known call, nor for one who has paid nothing since registering', async () => {
  const { driver, headers } = await buildPaidMember(it);
  const own = buildPhone(it, { headers });
  expect((await own.press()).body.may_confirm).toBeUndefined();
  expect((await own.follow({ wants_code: true })).status).toBe(409);
  const unpaid = await buildMember(it);
  const phone = buildPhone(it);
  expect((await phone.press(unpaid)).body.may_confirm).toBeUndefined();
  expect((await phone.follow({ wants_code: true })).status).toBe(409);
  expect(await codeTo(driver.mobile_number)).toBeNull();
  expect(await codeTo(unpaid.mobile_number)).toBeNull();
});
