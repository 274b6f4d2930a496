import { text } from 'node:stream/consumers';
import {
  type Access,
  ENDPOINTS,
  type Endpoint,
  LIVE_MEDIA_TYPE,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  ROLES,
  type Role,
  STAFF_ROLES,
} from '@banbo/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, OWN_PAGE, shapeRole } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

type Outcome = 'let in' | 'sign in first' | 'refused';

/** The expected outcome by a role's permissions, worked out apart from the guard. */
const expected = (access: Access, role: Role | null, permissions: readonly Permission[]): Outcome => {
  if (access === 'public') return 'let in';
  if (role === null) return 'sign in first';
  if (access === 'signed-in') return 'let in';
  if (access === 'member' || access === 'tenant') {
    return role === (access === 'member' ? 'Member' : 'Tenant') ? 'let in' : 'refused';
  }
  return (permissions as readonly Access[]).includes(access) ? 'let in' : 'refused';
};

/** The path of a record that does not exist, so that walking changes nothing. */
const pathOf = ({ url }: Endpoint): string => `/api${url.replace(/:\w+/g, '987654321')}`;

/** Public answers without people in them, which caches may keep. */
const KEPT = new Set(['/site']);

let calls = 0;

/** The whole answer, and nothing of one that does not end by itself, which is left. */
const bodyOfStream = async ({ headers, stream }: LightMyRequestResponse): Promise<string> => {
  if (!headers['content-type']?.startsWith(LIVE_MEDIA_TYPE)) return text(stream());
  stream().destroy();
  return '';
};

const outcomeOf = async (endpoint: Endpoint, headers: Record<string, string>): Promise<Outcome | string> => {
  calls += 1;
  // A session makes 600 calls a minute at most.
  it.clock.now = new Date(it.clock.now.getTime() + 200);
  const isStream = endpoint.file?.includes(LIVE_MEDIA_TYPE) ?? false;
  const response = await it.app.inject({
    method: endpoint.method,
    url: pathOf(endpoint),
    headers,
    remoteAddress: `10.9.${calls >> 8}.${calls & 255}`,
    ...(endpoint.schema.body && { payload: {} }),
    ...(isStream && { payloadAsStream: true }),
  });
  const body = isStream ? await bodyOfStream(response) : response.body;
  const answer = response.headers['content-type']?.startsWith('application/json') ? JSON.parse(body) : {};
  if (answer.message === 'There is nothing at this address.') return 'not served';
  if (response.statusCode >= 500) return `broken: ${body}`;
  const caches = String(response.headers['cache-control']);
  if (!/no-store|no-cache/.test(caches) && !KEPT.has(endpoint.url)) return `kept by caches: ${caches}`;
  if (answer.code === 'not_signed_in') return 'sign in first';
  return answer.code === 'not_permitted' ? 'refused' : 'let in';
};

/** Calls that end the caller's own session come last. */
const WALK = [...ENDPOINTS].sort((a, b) => Number(a.url === '/auth/logout_all') - Number(b.url === '/auth/logout_all'));

/**
 * Callers to whom every endpoint answers: each endpoint refuses one of them and lets another in, so
 * that each is held to its access. The guard knows no more of an endpoint than this: what a role
 * may is shown by other roles at one endpoint of each access.
 */
const EVERYWHERE: readonly (Role | null)[] = [null, 'SuperAdmin', 'Auditor', 'Member', 'Tenant'];
const BY_ACCESS = [...Map.groupBy(WALK, ({ access }) => access).values()];

let walks = 0;

const walk = async (role: Role | null, permissions = role ? permissionsOf(role) : []): Promise<void> => {
  const headers = role === null ? OWN_PAGE : (await buildCaller(it, role)).headers;
  walks += 1;
  // Another endpoint of each access in each walk.
  const some = new Set(BY_ACCESS.map((alike) => alike[walks % alike.length]));
  const wrong: string[] = [];
  for (const endpoint of WALK.filter((one) => EVERYWHERE.includes(role) || some.has(one))) {
    const outcome = await outcomeOf(endpoint, headers);
    const right = expected(endpoint.access, role, permissions);
    if (outcome !== right) wrong.push(`${endpoint.method} ${endpoint.url}: ${outcome}, not ${right}`);
  }
  expect(wrong).toEqual([]);
};

test('nobody reaches only what is public, and every endpoint of the contract is served', () => walk(null));

for (const role of ROLES) {
  test(`${role} reaches exactly what the permission table says`, () => walk(role));
}

test('a changed role reaches exactly what it was given, and nothing that was taken from it', async () => {
  const changes = { 'payments.receive': true, 'drivers.search': true, 'users.read': false, 'payments.read': false };
  await shapeRole(it, 'Accounts', changes);
  // Receiving may need approval, so whoever may receive sees approvals.
  const books = PERMISSIONS.filter((one) => /^(ledger|books)\./.test(one) && one !== 'books.reopen');
  const given = ['dashboard.read', 'drivers.search', 'payments.receive', 'roles.read', 'approvals.read'] as const;
  const land = permissionsOf('Accounts').filter((one) => one.startsWith('land.'));
  await walk('Accounts', [...given, ...books, ...land]);
  await shapeRole(it, 'Accounts', {});
});

test('an endpoint without a known access is none', () => {
  const known = new Set<string>(['public', 'signed-in', 'member', 'tenant', ...PERMISSIONS]);
  expect(ENDPOINTS.filter(({ access }) => !known.has(access))).toEqual([]);
});

test('what is public is known by name, so that nothing becomes public unseen', () => {
  const open = ENDPOINTS.filter(({ access }) => access === 'public').map(({ method, url }) => `${method} ${url}`);
  expect(open.sort()).toEqual([
    'GET /auth/logout',
    'GET /banks/get_bank/:id',
    'GET /banks/get_banks',
    'GET /denominations',
    'GET /denominations/:id',
    'GET /feeds/osmand',
    'GET /healthz',
    'GET /identification',
    'GET /identification/:id',
    'GET /land_documents/check',
    'GET /land_slips/file',
    'GET /metrics',
    'GET /nationality',
    'GET /nationality/:id',
    'GET /paths',
    'GET /paths/:id',
    'GET /payment_list',
    'GET /payment_types',
    'GET /payment_types/:id',
    'GET /payments/prompts/:reference',
    'GET /readyz',
    'GET /relationship/get_relationship',
    'GET /relationship/get_relationship/:id',
    'GET /site',
    'GET /stops',
    'GET /stops/:id',
    'GET /titles/get_title/:id',
    'GET /titles/get_titles',
    'GET /token/admin_refresh_token',
    'GET /token/member_refresh_token',
    'GET /token/tenant_refresh_token',
    'GET /verify_pack/:code',
    'GET /verify_receipt/:code',
    'GET /zones',
    'GET /zones/:id',
    'POST /activation_requests',
    'POST /auth/check_username',
    'POST /auth/forgot_member_password',
    'POST /auth/login',
    'POST /auth/login/code',
    'POST /auth/main_login',
    'POST /auth/member_login',
    'POST /auth/set_admin_password',
    'POST /auth/set_member_password',
    'POST /auth/set_tenant_password',
    'POST /contact_messages',
    'POST /crash_card/open',
    'POST /crash_card/tell',
    'POST /drivers',
    'POST /drivers/find_driver_by_car_number',
    'POST /fee_payment/check_fee_payment',
    'POST /feeds/osmand',
    'POST /feeds/traccar/events',
    'POST /feeds/traccar/positions',
    'POST /geocode',
    'POST /land_slips',
    'POST /payment_types/type_bycode',
    'POST /payments',
    'POST /payments/prompts',
    'POST /shared_car',
    'POST /sos',
    'POST /sos/follow',
    'POST /sos/text',
    'POST /team_call',
    'POST /team_call/change',
  ]);
});

test('what needs no more than being signed in shows and changes only one’s own', () => {
  const own = ENDPOINTS.filter(({ access }) => access === 'signed-in').map(({ method, url }) => `${method} ${url}`);
  expect(own.sort()).toEqual([
    'DELETE /auth/sessions/:id',
    'GET /auth/profile',
    'GET /auth/second_factor',
    'GET /auth/sessions',
    'GET /auth/sign_ins',
    'PATCH /auth/profile',
    'POST /auth/change_password',
    'POST /auth/logout_all',
    'POST /auth/second_factor',
    'POST /auth/second_factor/confirmation',
    'POST /auth/second_factor/recovery_codes',
    'POST /auth/second_factor/removal',
  ]);
});

test('only staff hold permissions, and auditors those of reading the books', () => {
  const holders = ROLES.filter((role) => permissionsOf(role).length > 0);
  expect(holders).toEqual([...STAFF_ROLES, 'Auditor']);
  expect(permissionsOf('Auditor')).toEqual(['ledger.read', 'books.read']);
});
