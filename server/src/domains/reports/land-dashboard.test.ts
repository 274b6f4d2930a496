import { LAND_LINKS, type LandDashboard } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildApplication, buildLandTenant, buildTenancy } from '../../../test/builders/land.ts';
import { buildContactMessage } from '../../../test/builders/messages.ts';
import { buildRentCharge } from '../../../test/builders/rent.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;
let office: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  office = (await buildCaller(it, 'Legal')).headers;
  for (const day of ['2026-11-20', '2026-11-14', '2026-11-13', '2026-10-22', '2026-10-21', '2026-10-01'])
    await buildApplication(it, { lodged_at: new Date(`${day}T00:00:00Z`), due_on: '2026-11-19' });
  const { id: tenant_id } = await buildLandTenant(it);
  const request = { tenant_id, version: 1, wanted: JSON.stringify({ email: 'a@example.com' }) };
  await it.db
    .insertInto('tenant_requests')
    .values({ ...request, asked_at: it.clock.now })
    .execute();
  const asked = { tenant_code: '', indenture_number: 'IN 1', name: 'AMA', mobile_number: '+233241234567' };
  await it.db
    .insertInto('activation_requests')
    .values({ ...asked, asked_at: it.clock.now })
    .execute();
  await buildContactMessage(it, { is_tenants: true });
  await buildContactMessage(it);
  const tenancy = await buildTenancy(it, { commencement: '1977-01-01', term_years: 50, review_years: 5 });
  await buildRentCharge(it, { ...tenancy, id: String(tenancy.id) });
  const { bank } = await it.db.selectFrom('banks').select('bank').executeTakeFirstOrThrow();
  const forPlot = (payment_type: string, amount: string) => ({ payment_type, amount, plot_id: tenancy.plot_id });
  for (const payload of [
    { mode: 'cash', amount: '150.00', payments: [forPlot('CC5000', '50.00'), forPlot('CC6000', '100.00')] },
    {
      mode: 'cheque',
      transaction_id: '700001',
      bank,
      payer_name: 'KOFI',
      ...{ amount: '70.00', payments: [forPlot('CC5000', '70.00')] },
    },
  ]) {
    const headers = { ...office, 'idempotency-key': crypto.randomUUID() };
    const body = { ...payload, tenant_id: tenancy.tenant_id };
    const { statusCode, body: answer } = await it.app.inject({
      method: 'POST',
      url: '/api/land_payments',
      headers,
      payload: body,
    });
    expect(statusCode, answer).toBe(201);
  }
  const refused = await buildApplication(it);
  const decided = { status: 'refused', status_reason: 'No plan.', decided_at: it.clock.now } as const;
  await it.db.updateTable('land_applications').set(decided).where('id', '=', refused).execute();
});
afterAll(() => it.close());

const get = async (url: string, headers = office) => {
  const response = await it.app.inject({ url: `/api${url}`, headers });
  return { status: response.statusCode, body: response.json(), count: Number(response.headers['x-total-count']) };
};

/** The list behind each page. */
const LISTS: Readonly<Record<string, string>> = {
  '/pending_approvals': '/applications?state=lodged&',
  '/update_response': '/tenant_requests?',
  '/activation_response': '/activation_requests?',
  '/messages_response': '/tenant_messages?',
  '/lease_clock': '/lease_clock?',
  '/tenant_transactions': '/land_payments?',
  '/rent_arrears': '/rent_arrears?',
};

const rowsOf = async (link: string): Promise<number> => {
  const [path = '', query = ''] = link.split('?');
  const { count, status } = await get(`${LISTS[path]}${query}`);
  expect(status, link).toBe(200);
  return count;
};

const board = async (): Promise<LandDashboard> => (await get('/land_dashboard')).body;

test('applications by their age are exactly the rows that each figure opens', async () => {
  const { applications } = await board();
  expect(applications?.ages).toEqual([
    { age: 'week', count: 2 },
    { age: 'month', count: 2 },
    { age: 'older', count: 2 },
  ]);
  for (const { age, count } of applications?.ages ?? []) expect(await rowsOf(LAND_LINKS.lodged(age))).toBe(count);
  expect(await rowsOf(LAND_LINKS.waiting)).toBe(6);
  expect(await rowsOf(LAND_LINKS.late)).toBe(applications?.late);
});

test('what tenants wait for, the lease clock and the last decisions open their rows', async () => {
  const { responses, lease_clock, decisions } = await board();
  expect(responses).toEqual({ updates: 1, activations: 1, messages: 1 });
  for (const [name, count] of Object.entries(responses ?? {}))
    expect(await rowsOf(LAND_LINKS[name as keyof NonNullable<typeof responses>]), name).toBe(count);
  expect(lease_clock).toHaveLength(9);
  for (const { what, within, count } of lease_clock ?? [])
    expect(await rowsOf(LAND_LINKS.clock(what, within)), `${what} ${within}`).toBe(count);
  expect(decisions).toMatchObject([{ status: 'refused', decided_at: it.clock.now.toISOString() }]);
});

test('money of the month, money that waits and rent that is owed are the rows that each opens', async () => {
  const { money, rent_owed, today } = await board();
  expect(money).toEqual({ month: { count: 2, amount: '150.00' }, waiting: { count: 1, amount: '70.00' } });
  expect(await rowsOf(LAND_LINKS.receivedIn(today))).toBe(money?.month.count);
  expect(await rowsOf(LAND_LINKS.waitingMoney)).toBe(money?.waiting.count);
  expect(rent_owed).toEqual({ count: 1, amount: '400.00' });
  expect(await rowsOf(LAND_LINKS.rentOwed)).toBe(rent_owed?.count);
});

test('a person gets the figures alone whose rows they may open', async () => {
  const keysOf = async (role: 'Operations' | 'Accounts' | 'SystemUser') =>
    Object.keys((await get('/land_dashboard', (await buildCaller(it, role)).headers)).body).sort();
  expect(await keysOf('SystemUser')).toEqual(['administrators', 'today']);
  expect(await keysOf('Operations')).toEqual([
    'applications',
    'decisions',
    'lease_clock',
    'money',
    'rent_owed',
    'today',
  ]);
  expect(await keysOf('Accounts')).toContain('responses');
  for (const role of ['Tenant', 'Member', 'Auditor'] as const)
    expect((await get('/land_dashboard', (await buildCaller(it, role)).headers)).status, role).toBe(403);
});
