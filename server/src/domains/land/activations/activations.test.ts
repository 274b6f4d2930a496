import { ACTIVATION_ANSWER } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, OWN_PAGE } from '../../../../test/builders/identity.ts';
import { buildLandTenant, buildTenancy } from '../../../../test/builders/land.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { forgetActivations } from './activations.ts';
import { isSameName } from './match-tenants.ts';

let it: TestApp;
let office: Record<string, string>;
beforeAll(async () => {
  it = await startApp({
    SMS_URL: 'https://sms.example',
    SMS_TOKEN: 'a-token',
    SMS_SENDER: 'Banbo',
    PUBLIC_URL: 'http://localhost:80',
  });
  office = (await buildCaller(it, 'Legal')).headers;
});
afterAll(() => it.close());

let phones = 0;
/** Another number each time, since each has a limit. */
const nextPhone = (): string => {
  phones += 1;
  return `+23324${String(3_000_000 + phones)}`;
};

const call = async (method: 'GET' | 'POST', url: string, payload?: object, headers = office) => {
  const response = await it.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

let addresses = 0;
const nextAddress = (): string => {
  addresses += 1;
  return `10.1.${Math.floor(addresses / 200)}.${addresses % 200}`;
};
const ask = async (asked: object, remoteAddress = nextAddress()) => {
  const payload = {
    tenant_code: '',
    indenture_number: '',
    name: 'Grace Odonkor',
    mobile_number: nextPhone(),
    ...asked,
  };
  const response = await it.app.inject({ method: 'POST', url: '/api/activation_requests', payload, remoteAddress });
  return { status: response.statusCode, body: response.json() };
};

const lastAsked = async () =>
  (await call('GET', '/activation_requests?sort=-asked_at')).body.sort(
    (one: { id: string }, other: { id: string }) => Number(other.id) - Number(one.id),
  )[0];

/** A request that names a tenant, as the office lists it. */
const asked = async () => {
  const tenant = await buildLandTenant(it);
  await ask({ tenant_code: tenant.tenant_code.toLowerCase().replaceAll('-', ' ') });
  return { tenant, request: await lastAsked() };
};

const accept = (id: string, tenant_id: string, way = 'shown') =>
  call('POST', `/activation_requests/${id}/accept`, { tenant_id, way });
const texts = (to: string) =>
  it.db.selectFrom('outbox_messages').select(['body', 'status']).where('recipient', '=', to).execute();

test('everybody gets one answer, and nothing is made of what they entered', async () => {
  const { tenant_code } = await buildLandTenant(it);
  const before = await it.db.selectFrom('accounts').select('id').execute();
  for (const entered of [{ tenant_code }, { tenant_code: 'TNT-000001-7' }, { indenture_number: 'NONE 1' }]) {
    const { status, body } = await ask(entered);
    expect([status, body]).toEqual([201, { status: true, message: ACTIVATION_ANSWER }]);
  }
  expect(await it.db.selectFrom('accounts').select('id').execute()).toEqual(before);
  for (const entered of [{}, { tenant_code: 'TNT-000001-8' }, { indenture_number: '--' }, { name: ' ' }])
    expect((await ask({ mobile_number: '024 999 0001', ...entered })).status).toBe(400);
});

test('one address asks five times a day for a number, and the same request waits once; another may still ask', async () => {
  const mobile_number = nextPhone();
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    statuses.push((await ask({ mobile_number, indenture_number: 'IN 77' }, '10.7.0.1')).status);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  const waiting = it.db.selectFrom('activation_requests').select('id').where('mobile_number', '=', mobile_number);
  expect(await waiting.execute()).toHaveLength(1);
  expect((await ask({ mobile_number, indenture_number: 'IN 77' }, '10.7.0.2')).status).toBe(201);
});

test('the office sees which record fits, and what of it differs', async () => {
  const tenant = await buildLandTenant(it);
  const { indenture_number } = await buildTenancy(it, { tenant_id: tenant.id });
  const typed = indenture_number.toLowerCase().replaceAll(' ', '-');
  await ask({ indenture_number: typed, name: 'Odonkor Grace', mobile_number: tenant.contact_number });
  expect((await lastAsked()).matches).toMatchObject([
    { tenant_id: tenant.id, code: 'missing', indenture: 'agrees', name: 'agrees', phone: 'agrees', has_sign_in: false },
  ]);
  await ask({ tenant_code: tenant.tenant_code, indenture_number: 'OTHER 1', name: 'Kofi Badu' });
  expect((await lastAsked()).matches).toMatchObject([
    { tenant_id: tenant.id, code: 'agrees', indenture: 'differs', name: 'differs', phone: 'differs' },
  ]);
  await ask({ indenture_number: 'NOWHERE 1' });
  expect((await lastAsked()).matches).toEqual([]);
});

test.each([
  ['Grace Odonkor', 'GRACE ODONKOR', true],
  ['odonkor, grace', 'GRACE AMA ODONKOR', true],
  ['Grace', 'GRACE ODONKOR', false],
  ['Royal Church', 'ROYAL CHURCH', true],
  ['Grace Odonko', 'GRACE ODONKOR', false],
])('%s is the name %s: %s', (typed, kept, is) => {
  expect(isSameName(typed, kept)).toBe(is);
});

test('an accepted one makes a code that is shown once and sets the password', async () => {
  const { tenant, request } = await asked();
  const { status, body } = await accept(request.id, tenant.id);
  expect([status, body.message]).toEqual([201, `${tenant.tenant_code} has a new setup code. It is shown once.`]);
  expect(await texts(tenant.contact_number)).toEqual([]);
  const payload = { username: tenant.tenant_code, setup_code: body.setup_code, password: 'Green@River4711' };
  expect((await call('POST', '/auth/set_tenant_password', payload, OWN_PAGE)).status).toBe(200);
  const undone = await call('POST', `/activation_requests/${request.id}/undo`);
  expect([undone.status, undone.body.message]).toEqual([
    409,
    'Its code was used or replaced, or is too old, so there is nothing to undo.',
  ]);
  expect((await accept(request.id, tenant.id)).status).toBe(409);
});

test('a code that is texted goes to the number on record alone, and nobody else sees it', async () => {
  const { tenant, request } = await asked();
  const { status, body } = await accept(request.id, tenant.id, 'texted');
  expect([status, body.setup_code]).toEqual([201, null]);
  expect(request.mobile_number).not.toBe(tenant.contact_number);
  expect(await texts(request.mobile_number)).toEqual([]);
  const [text] = await texts(tenant.contact_number);
  expect(text?.body).toContain(`/tenant_password?user=${tenant.tenant_code}#code=`);
  const logged = it.db.selectFrom('audit_log').selectAll().where('subject_id', 'in', [request.id, tenant.id]);
  expect(JSON.stringify(await logged.execute())).not.toContain('#code');
});

test('no code is texted abroad, and the request waits on', async () => {
  const { tenant, request } = await asked();
  const { db } = it;
  await db.updateTable('tenants').set({ contact_number: '+447400123456' }).where('id', '=', tenant.id).execute();
  const { status, body } = await accept(request.id, tenant.id, 'texted');
  expect([status, body.message]).toEqual([
    422,
    'The number in the record is abroad, where no text goes. Please show the code instead.',
  ]);
  expect((await accept(request.id, tenant.id)).status).toBe(201);
});

test('an acceptance is undone while its code is not used: the code and its text end', async () => {
  const { tenant, request } = await asked();
  await accept(request.id, tenant.id, 'texted');
  const undo = () => call('POST', `/activation_requests/${request.id}/undo`);
  const both = await Promise.all([undo(), undo()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await texts(tenant.contact_number)).toMatchObject([{ status: 'expired' }]);
  expect((await lastAsked()).status).toBe('asked');
  expect((await accept(request.id, tenant.id)).status).toBe(201);
});

test('a refusal keeps its reason, and is undone unless the same person asked again', async () => {
  const { tenant, request } = await asked();
  const refuse = () => call('POST', `/activation_requests/${request.id}/refuse`, { reason: 'Nobody knows the name.' });
  expect((await refuse()).status).toBe(200);
  expect((await refuse()).status).toBe(409);
  const undo = () => call('POST', `/activation_requests/${request.id}/undo`);
  const { tenant_code, name, mobile_number } = request;
  await ask({ tenant_code, name, mobile_number });
  expect((await undo()).body.message).toContain('has asked again since');
  const again = await lastAsked();
  expect((await accept(again.id, tenant.id)).status).toBe(201);
  expect((await undo()).status).toBe(200);
});

test('a code is made for no tenant whom the request does not name', async () => {
  const { request } = await asked();
  const other = await buildLandTenant(it);
  expect((await accept(request.id, other.id)).status).toBe(422);
  expect((await accept('987654321', other.id)).status).toBe(404);
  expect((await accept(request.id, other.id, 'posted')).status).toBe(400);
});

test('of two who accept at once one makes the code', async () => {
  const { tenant, request } = await asked();
  const both = await Promise.all([accept(request.id, tenant.id), accept(request.id, tenant.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('requests are forgotten 90 days after their decision, or after they came', async () => {
  const { request } = await asked();
  const now = new Date(new Date(request.asked_at).getTime() + 90 * 86_400_000);
  const kept = () => it.db.selectFrom('activation_requests').select('id').where('id', '=', request.id).execute();
  await forgetActivations(it.db, now);
  expect(await kept()).toHaveLength(1);
  await forgetActivations(it.db, new Date(now.getTime() + 1));
  expect(await kept()).toEqual([]);
});

test('Operations and tenants see and decide nothing', async () => {
  const { tenant, request } = await asked();
  for (const role of ['Operations', 'Tenant'] as const) {
    const { headers } = await buildCaller(it, role);
    const payload = { tenant_id: tenant.id, way: 'shown' };
    expect((await call('GET', '/activation_requests', undefined, headers)).status).toBe(403);
    expect((await call('POST', `/activation_requests/${request.id}/accept`, payload, headers)).status).toBe(403);
  }
});
