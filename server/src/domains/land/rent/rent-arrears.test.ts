import { randomUUID } from 'node:crypto';
import type { RentArrears, RentReminderPreview } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildPlot, buildTenancy, buildZone } from '../../../../test/builders/land.ts';
import { buildRentPayment } from '../../../../test/builders/rent.ts';
import { keepAsIs } from '../../../../test/database/put-back.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { rentServer, rentsOf } from '../../../../test/rent-runs.ts';
import { importServer } from '../../../../test/table-imports.ts';
import { rentReminderJob } from './rent-reminders.ts';

let it: TestApp;
let headers: Record<string, string>;
let putBack: () => Promise<void>;
let staff: ReturnType<typeof rentsOf>;
beforeAll(async () => {
  it = await startApp({ SMS_PRICE: '0.035' });
  headers = (await buildCaller(it, 'Accounts')).headers;
  staff = rentsOf(it, headers);
  putBack = await keepAsIs(it);
});
beforeEach(() => putBack());
afterAll(() => it.close());

const arrears = async (query = '') => {
  const answer = await it.app.inject({ url: `/api/rent_arrears?${query}`, headers });
  const rows: RentArrears[] = answer.json();
  return {
    ids: rows.map(({ id }) => id),
    rows,
    count: answer.headers['x-total-count'],
    amount: answer.headers['x-total-amount'],
  };
};

test('arrears are listed by age, zone and sum, the oldest first, with the sums of the filter', async () => {
  const { id: zone_id } = await buildZone(it);
  const old = await buildTenancy(it, { plot_id: (await buildPlot(it, { zone_id })).id, ground_rent: '100.00' });
  const young = await buildTenancy(it, { commencement: '2026-07-02', held_from: '2026-07-02', ground_rent: '900.00' });
  await buildTenancy(it, { ground_rent: '0.00' });
  for (const year of [2026, 2022, 2024]) await staff.run({ year });
  const all = await arrears();
  expect(all).toMatchObject({ ids: [old.id, young.id], count: '2', amount: '751.23' });
  expect(all.rows).toMatchObject([
    { age: 'three', owed: '300.00', owed_since: '2022-01-01', is_current: true },
    { age: 'this', owed: '451.23', owed_since: '2026-07-02' },
  ]);
  expect(await arrears('&age=three')).toMatchObject({ ids: [old.id], count: '1', amount: '300.00' });
  expect(await arrears('&age=this')).toMatchObject({ ids: [young.id], amount: '451.23' });
  expect(await arrears('&age=one')).toMatchObject({ ids: [], count: '0', amount: '0.00' });
  expect(await arrears(`&zone=${zone_id}`)).toMatchObject({ ids: [old.id], count: '1' });
  expect(await arrears('&at_least=400')).toMatchObject({ ids: [young.id], amount: '451.23' });
  const code = all.rows[1]?.tenant_code;
  expect(await arrears(`&search=${code}`)).toMatchObject({ ids: [young.id], count: '1', amount: '451.23' });
  expect(await arrears(`&search=${code}&zone=${zone_id}`)).toMatchObject({ ids: [], amount: '0.00' });
  expect(await arrears('&sort=-owed')).toMatchObject({ ids: [young.id, old.id] });
  expect((await arrears('&sort=-owed_since&size=1&page=2')).ids).toEqual([old.id]);
  expect((await staff.call('GET', '/rent_arrears?at_least=much')).statusCode).toBe(400);
  const ages = (await staff.call('GET', '/rent_arrears/ages')).json();
  expect(ages.ages).toEqual([
    { age: 'this', count: 1, amount: '451.23' },
    { age: 'one', count: 0, amount: '0.00' },
    { age: 'two', count: 0, amount: '0.00' },
    { age: 'three', count: 1, amount: '300.00' },
  ]);
  const file = await staff.call('GET', '/rent_arrears/export?format=csv&age=three');
  expect(file.body).toContain('300.00');
  await sql`UPDATE plots SET zone_id = (SELECT zone_id FROM plots WHERE id = ${young.plot_id}) WHERE id = ${old.plot_id}`.execute(
    it.db,
  );
  expect(await arrears(`&zone=${zone_id}`)).toMatchObject({ ids: [], count: '0' });
});

const preview = async (age = 'this'): Promise<RentReminderPreview> =>
  (await it.app.inject({ url: `/api/rent_reminders/preview?age=${age}`, headers })).json();
const send = (body: object) =>
  it.app.inject({
    ...{ method: 'POST', url: '/api/rent_reminders', payload: { age: 'this', ...body } },
    headers: { ...headers, 'idempotency-key': randomUUID() },
  });
const confirm = async () => {
  const { recipients, parts } = await preview();
  return send({ recipients, parts });
};
const sendAll = () => importServer(it, [rentReminderJob(null)]).runDue();
const texts = () => it.db.selectFrom('outbox_messages').select(['recipient', 'body']).orderBy('id').execute();

test('a tenant gets one text for all their plots, as it was read before, and none for 30 days', async () => {
  const { id: tenant_id, tenant_code } = await buildLandTenant(it, { contact_number: '+233241234567' });
  await buildTenancy(it, { tenant_id, ground_rent: '100.00' });
  await buildTenancy(it, { tenant_id, ground_rent: '150.00' });
  const { id: silent } = await buildLandTenant(it, { contact_number: '+233302123456' });
  await buildTenancy(it, { tenant_id: silent });
  await staff.run();
  const shown = await preview();
  expect(shown).toMatchObject({ recipients: 1, parts: 1, cost: '0.04', has_more: false });
  expect(shown.left_out).toEqual({ payment_waits: 0, reminded: 0, no_number: 1 });
  const text = shown.reminders[0]?.text;
  expect(text).toContain(`GHS 250.00 of ground rent is due for ${tenant_code} since 1 Jan 2026`);
  expect((await send({ recipients: 2, parts: 2 })).statusCode).toBe(409);
  const { batch_id } = (await confirm()).json();
  expect((await confirm()).statusCode).not.toBe(201);
  await sendAll();
  expect(await texts()).toEqual([{ recipient: '+233241234567', body: text }]);
  expect((await staff.call('GET', `/rent_reminders/${batch_id}`)).json()).toMatchObject({ queued: 1, waiting: 0 });
  expect((await preview()).left_out).toMatchObject({ reminded: 1 });
  expect((await staff.call('GET', '/rent_reminders')).json()).toMatchObject([{ recipients: 1, age: 'this' }]);
});

test('a tenant whose debt is cancelled before the text is due gets none', async () => {
  const { id: tenant_id } = await buildLandTenant(it, { contact_number: '+233241234567' });
  const { id } = await buildTenancy(it, { tenant_id });
  await staff.run();
  await confirm();
  const legal = rentsOf(it, (await buildCaller(it, 'Legal')).headers);
  const [charge] = (await staff.account(id)).charges;
  await legal.call('POST', `/rent_charges/${charge?.id}/cancel`, { reason: 'Raised wrongly.' });
  await sendAll();
  expect(await texts()).toEqual([]);
  expect((await legal.call('GET', '/rent_reminders/preview?age=this')).statusCode).toBe(403);
});

const pay = (tenancy: Awaited<ReturnType<typeof buildTenancy>>, amount: string, status?: 'submitted' | 'cleared') =>
  buildRentPayment(it, tenancy, amount, status);

test('payments cover the oldest charges first once they are cleared, and no longer once they are taken back', async () => {
  const tenancy = await buildTenancy(it, { ground_rent: '100.00' });
  for (const year of [2024, 2025, 2026]) await staff.run({ year });
  const { id } = await pay(tenancy, '150.00', 'submitted');
  expect(await staff.account(tenancy.id)).toMatchObject({
    ...{ charged: '300.00', paid: '0.00', balance: '300.00', owed_since: '2024-01-01' },
    payments: [{ amount: '150.00', is_cleared: false }],
  });
  const become = (status: 'cleared' | 'reversed') =>
    it.db.updateTable('payments').set({ status }).where('id', '=', id).execute();
  await become('cleared');
  expect(await staff.account(tenancy.id)).toMatchObject({ balance: '150.00', owed_since: '2025-01-01' });
  await pay(tenancy, '200.00');
  expect(await staff.account(tenancy.id)).toMatchObject({ paid: '350.00', balance: '-50.00', owed_since: null });
  expect((await arrears()).ids).toEqual([]);
  await become('reversed');
  expect(await staff.account(tenancy.id)).toMatchObject({ balance: '100.00', owed_since: '2026-01-01' });
});

test('nobody is reminded while a payment of theirs waits', async () => {
  const tenancy = await buildTenancy(it);
  await staff.run();
  await pay(tenancy, '400.00', 'submitted');
  expect(await preview()).toMatchObject({ recipients: 0, left_out: { payment_waits: 1 } });
});

test('rent that is paid and raised at once comes to one account', async () => {
  for (let round = 0; round < 5; round += 1) {
    const tenancy = await buildTenancy(it, { ground_rent: '100.00' });
    const { id } = await pay(tenancy, `${40 + round}.00`, 'submitted');
    await staff.start();
    await Promise.all([
      rentServer(it).runDue(),
      it.db.updateTable('payments').set({ status: 'cleared' }).where('id', '=', id).execute(),
    ]);
    expect(await staff.account(tenancy.id)).toMatchObject({ charged: '100.00', paid: `${40 + round}.00` });
  }
});
