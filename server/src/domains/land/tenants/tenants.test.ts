import type { Role, TenantRecord, TenantRow } from '@banbo/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildTenancy } from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Headers = Record<string, string>;

let it: TestApp;
let clerk: Headers;
let other: Headers;
beforeAll(async () => {
  it = await startApp();
  clerk = (await buildCaller(it, 'Operations')).headers;
  other = (await buildCaller(it, 'Legal')).headers;
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, headers = clerk) => {
  const response = await it.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const show = async (id: string): Promise<TenantRecord> => (await call('GET', `/tenants/${id}`)).body;
const change = (id: string, payload: object, headers = clerk) => call('PATCH', `/tenants/${id}`, payload, headers);

describe('the search of tenants', () => {
  const search = async (asked: object) => (await call('POST', '/tenants/search', asked)).body;
  const codes = (tenants: readonly TenantRow[]) => tenants.map(({ tenant_code }) => tenant_code);

  test('finds by each of its five fields, however it is typed', async () => {
    const facts = { first_name: 'NAA DEDEI', last_name: 'TETTEH', contact_number: '+233208880001' };
    const { id, tenant_code } = await buildLandTenant(it, facts);
    await buildTenancy(it, { tenant_id: id, indenture_number: 'IN 22/1987 A' });
    for (const asked of [
      { tenant_code },
      { tenant_code: tenant_code.replaceAll('-', '').toLowerCase() },
      { contact_number: '020 888 0001' },
      { contact_number: '0208880' },
      { indenture_number: 'in22-1987a' },
      { first_name: 'naa  ded', last_name: 'tett' },
    ]) {
      const { status, tenant } = await search(asked);
      expect([asked, status, codes(tenant)]).toEqual([asked, true, [tenant_code]]);
    }
  });

  test('finds a tenant with one name by it, as first or as last name', async () => {
    const { id, tenant_code } = await buildLandTenant(it, { first_name: 'KWAMINA', last_name: 'ADDAE' });
    const { version } = await show(id);
    const { status } = await change(id, { version, first_name: '', reason: 'They have one name.' });
    expect(status).toBe(200);
    expect(await show(id)).toMatchObject({ first_name: 'ADDAE', last_name: '', fullname: 'ADDAE' });
    for (const asked of [{ first_name: 'adda' }, { last_name: 'adda' }])
      expect(codes((await search(asked)).tenant)).toEqual([tenant_code]);
    const none = await change(id, { version: version + 1, first_name: '-', reason: 'A slip of the pen.' });
    expect(none.body.issues).toEqual([
      { path: 'body.first_name', message: 'Please enter the name. One of the two is enough.' },
    ]);
  });

  test('answers a false status and nobody where all fields together fit nobody', async () => {
    await buildLandTenant(it, { first_name: 'EFUA', last_name: 'OBENG' });
    expect(await search({ first_name: 'efua', last_name: 'tetteh' })).toEqual({
      ...{ status: false, message: 'No tenant was found.', tenant: [] },
    });
    expect(await search({})).toMatchObject({ status: false, tenant: [] });
  });

  test('shows the first fifty and says that there are more', async () => {
    for (let n = 0; n < 51; n += 1) await buildLandTenant(it, { last_name: 'ZWENNES' });
    const { message, tenant } = await search({ last_name: 'zwennes' });
    expect(message).toBe('More than 50 tenants found. The first 50 are shown.');
    expect(tenant).toHaveLength(50);
  });
});

test('a tenant’s record has the plots that they hold and held', async () => {
  const { id } = await buildLandTenant(it);
  const current = await buildTenancy(it, { tenant_id: id });
  const ended = { held_from: '1950-01-01', held_until: '1960-01-01', end_reason: 'Transfer' };
  const former = await buildTenancy(it, { tenant_id: id, ...ended });
  const { tenancies, sign_in } = await show(id);
  expect(tenancies.map((one) => one.id)).toEqual([current.id, former.id]);
  expect(sign_in).toBe('none');
});

test('two parts of the identity of a tenant who has paid wait for another person', async () => {
  const { id } = await buildLandTenant(it, { first_name: 'NAA', last_name: 'ODOI' });
  const reason = 'Married.';
  const renamed = { last_name: 'BOATENG', contact_number: '0201112229', version: 1, reason };
  const pay = {
    mode: 'cash',
    amount: '150.00',
    tenant_id: id,
    payments: [{ payment_type: 'CC5000', amount: '150.00' }],
  };
  expect((await call('POST', '/land_payments', pay, other)).status).toBe(201);
  const asked = await change(id, renamed);
  expect(asked.body).toMatchObject({
    version: 1,
    message: expect.stringContaining('It changes the name and contact number of'),
  });
  expect(await show(id)).toMatchObject({ last_name: 'ODOI', changes: [] });
  const [waiting] = (await call('GET', '/approvals?status=asked&kind=land.identity', undefined, other)).body;
  expect((await call('POST', `/approvals/${waiting.id}/approve`, undefined, clerk)).status).toBe(403);
  expect((await call('POST', `/approvals/${waiting.id}/approve`, undefined, other)).status).toBe(201);
  expect(await show(id)).toMatchObject({ last_name: 'BOATENG', changes: [{ reason }] });
});

test('a change keeps what was before, why and by whom', async () => {
  const { id } = await buildLandTenant(it, { email: 'old@example.com' });
  const reason = 'She has a new number.';
  const made = await change(id, { contact_number: '0201112223', email: 'new@example.com', version: 1, reason });
  expect(made).toMatchObject({ status: 200, body: { version: 2 } });
  const { changes, contact_number } = await show(id);
  expect(contact_number).toBe('+233201112223');
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({
    reason,
    before: { email: 'old@example.com' },
    after: { email: 'new@example.com' },
  });
  const again = await change(id, { email: 'new@example.com', version: 2, reason });
  expect(again.body).toMatchObject({ message: 'The record has these values already.', version: 2 });
});

test('two people change different fields of one tenant, and the later of two on one field is told', async () => {
  const { id } = await buildLandTenant(it);
  const reason = 'As she told us.';
  await change(id, { postal_address: 'P. O. Box 1', version: 1, reason });
  expect((await change(id, { next_of_kin: 'Kofi', version: 1, reason }, other)).status).toBe(200);
  const late = await change(id, { postal_address: 'P. O. Box 2', version: 1, reason }, other);
  expect(late).toMatchObject({
    status: 409,
    body: { issues: [{ path: 'body.postal_address', message: 'Changed meanwhile. It is now P. O. Box 1.' }] },
  });
  expect((await show(id)).postal_address).toBe('P. O. Box 1');
});

test('the numbers of a tenant may be abroad', async () => {
  const { id } = await buildLandTenant(it);
  const numbers = { contact_number: '+1 (416) 555-0123', kin_mobile_number: '0022890123456' };
  expect((await change(id, { ...numbers, version: 1, reason: 'They have moved.' })).status).toBe(200);
  expect(await show(id)).toMatchObject({ contact_number: '+14165550123', kin_mobile_number: '+22890123456' });
});

test('fields must fit each other after a change', async () => {
  const { id } = await buildLandTenant(it);
  const reason = 'It is a company.';
  for (const [payload, field] of [
    [{ kind: 'organisation' }, 'first_name'],
    [{ first_name: '-', last_name: '' }, 'first_name'],
    [{ foreign_share: 10 }, 'foreign_share'],
    [{ id_number: 'GHA-712345678-9' }, 'id_number'],
    [{ nationality: 'Atlantean' }, 'nationality'],
  ] as const) {
    const { status, body } = await change(id, { ...payload, version: 1, reason });
    expect([payload, status, body.issues?.[0]?.path]).toEqual([payload, 400, `body.${field}`]);
  }
  const company = { kind: 'organisation', first_name: '', last_name: 'Tema Cold Stores', foreign_share: 60 };
  expect((await change(id, { ...company, version: 1, reason })).status).toBe(200);
});

test('a new code lets a tenant sign in who came without one', async () => {
  const { id, tenant_code } = await buildLandTenant(it);
  const { status, body } = await call('POST', `/tenants/${id}/setup_code`);
  expect([status, typeof body.setup_code]).toEqual([201, 'string']);
  expect((await show(id)).sign_in).toBe('invited');
  const account = it.db.selectFrom('accounts').select('kind').where('login', '=', tenant_code.toLowerCase());
  expect(await account.execute()).toEqual([{ kind: 'tenant' }]);
});

test('the record of a tenant is the office’s alone', async () => {
  const { id } = await buildLandTenant(it);
  for (const role of ['SystemUser', 'Auditor', 'Member', 'Tenant'] as const satisfies Role[]) {
    const { headers } = await buildCaller(it, role);
    expect([role, (await call('GET', `/tenants/${id}`, undefined, headers)).status]).toEqual([role, 403]);
    expect((await change(id, { email: '', version: 1, reason: 'No reason.' }, headers)).status).toBe(403);
  }
});
