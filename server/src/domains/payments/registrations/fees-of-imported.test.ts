import type { IncompleteRegistration } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { importDriver } from '../../../../test/driver-imports.ts';
import { callDriver, SAME_PERSON } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { archiveUnpaid } from '../standing/archive-unpaid.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterAll(() => it.close());

const get = async (path: string) => (await it.app.inject({ url: `/api${path}`, headers })).json();
const queue = (missing: string): Promise<IncompleteRegistration[]> =>
  get(`/incomplete_registrations?missing=${missing}`);

/** Whether the first fee of a driver is due, as each of the office's pages has it. */
const dueOn = async ({ id, driver_code }: { id: string; driver_code: string }) => {
  const listed = async (fee: string) => (await get(`/drivers?fee=${fee}&driver_code=${driver_code}`)).length === 1;
  const queued = (await queue('fee')).find((row) => row.id === id);
  const [badged] = (await queue('document')).filter((row) => row.id === id);
  const { due } = await get(`/drivers/${id}/standing`);
  return {
    listed: [await listed('unpaid'), !(await listed('paid'))],
    queued: queued !== undefined,
    badged: badged?.missing.includes('fee'),
    standing: due.some(({ payment_type }: { payment_type: string }) => payment_type === 'RF'),
    dashboard: (await get('/dashboard')).drivers.unpaid,
    days: queued?.days_left,
  };
};
const DUE = { listed: [true, true], queued: true, badged: true, standing: true, days: null };
const PAID = { listed: [false, false], queued: false, badged: false, standing: false, dashboard: 0, days: undefined };

test('an imported driver’s fee is due on every page until it is paid, without days, and again once that is reversed', async () => {
  const driver = await importDriver(it, headers);
  expect(await dueOn(driver)).toEqual({ ...DUE, dashboard: 1 });
  const fee = await buildPayment(it, submissionOf(driver), 'cleared');
  expect(await dueOn(driver)).toEqual(PAID);
  await changePayment(it, fee, 'reverse', 'A slip');
  expect(await dueOn(driver)).toEqual({ ...DUE, dashboard: 1 });
  await buildPayment(it, submissionOf((await buildDriver(it)).driver), 'cleared');
  await buildDriver(it);
  const later = new Date(it.clock.now.getTime() + 30.5 * 86_400_000);
  expect(await archiveUnpaid(it.db, { days: 30, now: later })).toBe(1);
  expect(await dueOn(driver)).toEqual({ ...DUE, dashboard: 1 });
});

test('an imported duplicate ends the days of the registration that it is merged into; the fee stays due', async () => {
  const [duplicate, registered] = [await importDriver(it, headers), await buildDriver(it)];
  const kept = registered.driver;
  const stateOf = () =>
    it.db
      .selectFrom('driver_records')
      .select(['is_fee_due', 'unpaid_since'])
      .where('id', '=', kept.id)
      .executeTakeFirst();
  expect(await stateOf()).toMatchObject({ is_fee_due: true, unpaid_since: expect.any(Date) });
  const merge = { into: kept.id, reason: 'Registered after the list was sent.', same_person: SAME_PERSON };
  expect((await callDriver(it, headers, 'POST', `${duplicate.id}/merge`, merge)).status).toBe(200);
  expect(await stateOf()).toEqual({ is_fee_due: true, unpaid_since: null });
  expect(await dueOn(kept)).toMatchObject({ listed: [true, true], queued: true, standing: true, days: null });
  const fee = await buildPayment(it, submissionOf(kept), 'cleared');
  expect(await stateOf()).toEqual({ is_fee_due: false, unpaid_since: null });
  await changePayment(it, fee, 'reverse', 'A slip');
  expect(await stateOf()).toEqual({ is_fee_due: true, unpaid_since: null });
});

test('registrations, whose days run, come before imported drivers, and documents that are not known before expired ones', async () => {
  const imported = await importDriver(it, headers, { Registered: '01/02/2020' });
  const { driver } = await buildDriver(it, { date_issued: '2016-11-20', expiry_date: '2026-11-19' });
  const order = async (missing: string) =>
    (await queue(missing)).map(({ id }) => id).filter((id) => [imported.id, driver.id].includes(id));
  expect(await order('fee')).toEqual([driver.id, imported.id]);
  expect(await order('document')).toEqual([imported.id, driver.id]);
});
