import { DEFAULT_PERMISSIONS, type RoleRecord, type StaffRole } from '@banbo/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { buildCaller, buildUser, PASSWORD, shapeRole } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

type Headers = Record<string, string>;

let it: TestApp;
let boss: Headers;
beforeAll(async () => {
  it = await startApp();
  boss = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterEach(async () => {
  await it.db.deleteFrom('role_permissions').execute();
});
afterAll(() => it.close());

const call = async (method: 'GET' | 'PATCH', path: string, headers: Headers, payload?: object) => {
  const response = await it.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};

type Change = { granted?: readonly string[]; withdrawn?: readonly string[]; reason?: string };
const changeRole = (role: string, change: Change, headers = boss) =>
  call('PATCH', `/roles/${role}/permissions`, headers, {
    ...{ granted: [], withdrawn: [], reason: 'The office works like this.' },
    ...change,
  });

const roleSeenBy = async (role: StaffRole, headers = boss): Promise<RoleRecord> => {
  const { body } = await call('GET', '/roles/get_roles', headers);
  return body.find(({ user_role }: RoleRecord) => user_role === role);
};

test('a permission holds from the next call of somebody who is signed in, and is gone from the next one', async () => {
  const { headers } = await buildCaller(it, 'Operations');
  expect((await call('GET', '/contact_messages', headers)).status).toBe(403);
  expect((await changeRole('Operations', { granted: ['contact.answer'] })).body.message).toMatch(/are changed/);
  expect((await call('GET', '/contact_messages', headers)).status).toBe(200);
  await changeRole('Operations', { withdrawn: ['contact.answer'] });
  expect((await call('GET', '/contact_messages', headers)).status).toBe(403);
});

test('a permission of the default is withdrawn, and comes back as the default', async () => {
  await changeRole('Legal', { withdrawn: ['users.read'] });
  expect(await roleSeenBy('Legal')).toMatchObject({
    permissions: DEFAULT_PERMISSIONS.Legal.filter((permission) => permission !== 'users.read'),
    default_permissions: [...DEFAULT_PERMISSIONS.Legal],
  });
  await changeRole('Legal', { granted: ['users.read'] });
  expect((await roleSeenBy('Legal')).permissions).toEqual(DEFAULT_PERMISSIONS.Legal);
  expect(await it.db.selectFrom('role_permissions').selectAll().execute()).toEqual([]);
});

test('a role with permissions that need two people sees approvals and keeps that', async () => {
  const { headers } = await buildCaller(it, 'Operations');
  expect((await call('GET', '/approvals', headers)).status).toBe(403);
  const grant = { role: 'Operations', permission: 'payments.clear', is_granted: true } as const;
  await it.db.insertInto('role_permissions').values(grant).execute();
  expect((await call('GET', '/approvals', headers)).status).toBe(200);
  expect(await changeRole('Operations', { withdrawn: ['approvals.read'] })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('sees approvals') },
  });
});

test('a session tells what its person may do, and a renewed one tells it anew', async () => {
  const { username } = await buildUser(it, { role: 'Operations' });
  const browser = openBrowser(it);
  const signedIn = await browser.post('/api/auth/login', { username, password: PASSWORD });
  expect(signedIn.body.permissions).toEqual(['dashboard.read', 'ledger.read', 'land.read', 'land.write', 'land.money']);
  await changeRole('Operations', { granted: ['drivers.search'] });
  const renewed = await browser.get('/api/token/admin_refresh_token');
  expect(renewed.body.permissions).toEqual([
    'dashboard.read',
    'drivers.search',
    'ledger.read',
    'land.read',
    'land.write',
    'land.money',
  ]);
});

test('the log says who changed what, from what to what and why', async () => {
  const { id, headers } = await buildCaller(it, 'SuperAdmin');
  const reason = 'Legal looks after drivers now.';
  await changeRole(
    'Legal',
    { granted: ['drivers.read', 'drivers.remove'], withdrawn: ['users.read'], reason },
    headers,
  );
  const logged = await it.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject', 'before', 'after'])
    .where('action', '=', 'roles.change_permissions')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(logged).toEqual({
    actor_id: id,
    subject: 'Legal',
    before: { 'drivers.read': false, 'drivers.remove': false, 'users.read': true },
    after: { 'drivers.read': true, 'drivers.remove': true, 'users.read': false, reason },
  });
});

test('what is asked and holds already changes nothing and is not logged', async () => {
  const count = () => it.db.selectFrom('audit_log').select('id').execute();
  const before = (await count()).length;
  const { status, body } = await changeRole('Legal', { granted: ['users.read'], withdrawn: ['jobs.read'] });
  expect([status, body.message]).toEqual([200, 'Legal already has these permissions.']);
  expect((await count()).length).toBe(before);
});

test('two SuperAdmins who grant at the same time both have what they granted', async () => {
  const other = (await buildCaller(it, 'SuperAdmin')).headers;
  const grants = ['devices.read', 'jobs.read', 'audit.read', 'drivers.search', 'contact.answer', 'lookups.change'];
  const answers = await Promise.all(
    grants.map((permission, index) => changeRole('SystemUser', { granted: [permission] }, index % 2 ? boss : other)),
  );
  expect(answers.map(({ status }) => status)).toEqual(grants.map(() => 200));
  expect([...(await roleSeenBy('SystemUser')).permissions].sort()).toEqual(['dashboard.read', ...grants].sort());
});

test('one who grants and one who withdraws the same at once end with one of the two, and both are logged', async () => {
  const other = (await buildCaller(it, 'SuperAdmin')).headers;
  for (let round = 0; round < 5; round += 1) {
    const asked = [
      changeRole('Accounts', { granted: ['lookups.change'] }),
      changeRole('Accounts', { withdrawn: ['lookups.change'] }, other),
    ];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  }
  const logged = await it.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'roles.change_permissions')
    .where('subject', '=', 'Accounts')
    .orderBy('id')
    .execute();
  const sideOf = (values: unknown) => (values as Record<string, unknown>)['lookups.change'];
  const ofLists = logged.map(({ before, after }) => [sideOf(before), sideOf(after)]);
  const ends = ofLists.map(([, after]) => after);
  expect(ofLists).toEqual(ends.map((after, index) => [index === 0 ? false : ends[index - 1], after]));
  const has = (await roleSeenBy('Accounts')).permissions.includes('lookups.change');
  expect(has).toBe(ends.at(-1) ?? false);
});

test('nobody but SuperAdmin changes roles by default', async () => {
  for (const role of ['SystemAdmin', 'SuperUser', 'Accounts'] as const) {
    const { headers } = await buildCaller(it, role);
    expect((await changeRole('SystemUser', { granted: ['jobs.read'] }, headers)).status).toBe(403);
    const { status, body: seen } = await call('GET', '/roles/get_roles', headers);
    expect(status).toBe(200);
    expect(seen.flatMap(({ changeable }: RoleRecord) => changeable)).toEqual([]);
  }
});

test('somebody whose role was given the right to change roles grants nothing above their own', async () => {
  await shapeRole(it, 'SystemAdmin', { 'roles.change': true, 'jobs.read': false });
  const { headers } = await buildCaller(it, 'SystemAdmin');
  const beyond = await changeRole('Legal', { granted: ['jobs.read'] }, headers);
  expect(beyond).toMatchObject({ status: 403, body: { message: expect.stringContaining('what you hold yourself') } });
  expect((await changeRole('Legal', { granted: ['contact.answer'] }, headers)).status).toBe(200);
  const own = await changeRole('SystemAdmin', { granted: ['jobs.read'] }, headers);
  expect(own.body.message).toBe('You can only change what roles below your own may do.');
  expect((await roleSeenBy('SystemAdmin', headers)).changeable).toEqual([]);
  expect((await roleSeenBy('Legal', headers)).changeable).not.toContain('jobs.read');
});

test('SuperAdmin’s own role is fixed, for SuperAdmin too', async () => {
  for (const change of [{ withdrawn: ['audit.read'] }, { granted: ['audit.read'] }]) {
    expect((await changeRole('SuperAdmin', change)).status).toBe(403);
  }
  expect((await roleSeenBy('SuperAdmin')).permissions).toEqual(DEFAULT_PERMISSIONS.SuperAdmin);
});

test('every role of staff keeps the dashboard', async () => {
  const { status, body } = await changeRole('Legal', { withdrawn: ['dashboard.read'] });
  expect([status, body.code]).toEqual([422, 'refused']);
});

test.each([
  ['Legal', { granted: ['payments.steal'] }],
  ['Legal', { granted: ['toString'] }],
  ['Legal', {}],
  ['Legal', { granted: ['jobs.read'], withdrawn: ['jobs.read'] }],
  ['Legal', { granted: ['jobs.read'], reason: ' ' }],
  ['Member', { granted: ['jobs.read'] }],
  ['Nobody', { granted: ['jobs.read'] }],
])('an unknown role or permission, nothing, or no reason is refused: %s %j', async (role, change) => {
  expect((await changeRole(role, change)).status).toBe(400);
  expect(await it.db.selectFrom('role_permissions').selectAll().execute()).toEqual([]);
});

test('a row that a later version stored for a permission that this one does not know does no harm', async () => {
  const row = { role: 'Legal', permission: 'satellites.launch' as 'jobs.read', is_granted: true } as const;
  await it.db.insertInto('role_permissions').values(row).execute();
  expect((await roleSeenBy('Legal')).permissions).toEqual(DEFAULT_PERMISSIONS.Legal);
});

describe('a permission over money', () => {
  const MONEY = ['payments.receive', 'payments.clear'] as const;

  const waitingId = async (): Promise<string> =>
    (await it.db.selectFrom('approvals').select('id').where('status', '=', 'asked').executeTakeFirstOrThrow()).id;
  const approve = async (headers: Headers, id: string) => {
    const { statusCode, json } = await it.app.inject({ method: 'POST', url: `/api/approvals/${id}/approve`, headers });
    return { status: statusCode, body: json() };
  };

  afterEach(async () => {
    await it.db.deleteFrom('approvals').execute();
    await it.db.deleteFrom('alone_decisions').execute();
  });

  test('waits for a second person, and what needs none holds at once', async () => {
    const admin = (await buildCaller(it, 'SystemAdmin')).headers;
    const clerk = (await buildCaller(it, 'Operations')).headers;
    const asked = await changeRole('Operations', { granted: [...MONEY, 'drivers.search'] });
    expect(asked.body.message).toBe('A part is changed now. The rest waits until somebody else has approved it.');
    const before = await roleSeenBy('Operations');
    expect(before.permissions).toEqual([
      'dashboard.read',
      'drivers.search',
      'ledger.read',
      'land.read',
      'land.write',
      'land.money',
    ]);
    expect(before.waiting).toMatchObject({ granted: MONEY, withdrawn: [] });
    expect((await call('GET', '/clearance', clerk)).status).toBe(403);
    const id = await waitingId();
    expect((await approve(boss, id)).status).toBe(403);
    expect((await approve(admin, id)).body.message).toMatch(/are changed/);
    expect(await roleSeenBy('Operations')).toMatchObject({
      permissions: [
        'dashboard.read',
        'drivers.search',
        ...MONEY,
        'ledger.read',
        'land.read',
        'land.write',
        'land.money',
        'approvals.read',
      ],
      waiting: null,
    });
    expect((await call('GET', '/clearance', clerk)).status).toBe(200);
    const [logged] = await it.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'roles.change_permissions')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(logged?.before).toEqual({ 'payments.receive': false, 'payments.clear': false });
    expect(logged?.after).toMatchObject({
      'payments.receive': true,
      'payments.clear': true,
      asked_by: expect.any(String),
    });
  });

  test('is withdrawn by two as well', async () => {
    const admin = (await buildCaller(it, 'SystemAdmin')).headers;
    await changeRole('SuperUser', { withdrawn: ['payments.clear'] });
    expect((await roleSeenBy('SuperUser')).permissions).toContain('payments.clear');
    await approve(admin, await waitingId());
    expect((await roleSeenBy('SuperUser')).permissions).not.toContain('payments.clear');
  });

  test('is asked for once at a time for a role', async () => {
    await buildCaller(it, 'SystemAdmin');
    await changeRole('Operations', { granted: ['payments.clear'] });
    const again = await changeRole('Operations', { granted: ['payments.receive'] });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('waits for approval already')]);
  });

  test('is not given any more once whoever asked may not give it', async () => {
    await shapeRole(it, 'SystemAdmin', { 'roles.change': true });
    const [asker, admin] = [await buildCaller(it, 'SystemAdmin'), await buildCaller(it, 'SystemAdmin')];
    await changeRole('Operations', { granted: ['payments.clear'] }, asker.headers);
    await shapeRole(it, 'SystemAdmin', { 'roles.change': true, 'payments.clear': false });
    expect((await approve(admin.headers, await waitingId())).body.message).toContain('could not be applied any more');
    expect((await roleSeenBy('Operations')).permissions).not.toContain('payments.clear');
  });

  test('is given once however many approve it at the same time', async () => {
    const admins = await Promise.all([1, 2, 3, 4].map(() => buildCaller(it, 'SystemAdmin')));
    await changeRole('Operations', { granted: ['payments.clear'] });
    const id = await waitingId();
    const statuses = (await Promise.all(admins.map(({ headers }) => approve(headers, id)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
  });

  test('is given at once, and marked, where the company has one person who could', async () => {
    const others = it.db
      .updateTable('accounts')
      .where('kind', '=', 'staff')
      .where('role', 'in', ['SuperAdmin', 'SystemAdmin']);
    await others.set({ status: 'blocked' }).execute();
    const only = (await buildCaller(it, 'SuperAdmin')).headers;
    const { body } = await changeRole('Operations', { granted: ['payments.clear'] }, only);
    expect(body.message).toContain('marked as decided alone');
    expect((await roleSeenBy('Operations', only)).permissions).toContain('payments.clear');
    expect(await it.db.selectFrom('alone_decisions').select('action').execute()).toEqual([
      { action: 'approvals.approve' },
    ]);
  });
});

test('what opens private data, messages with codes or a sign-in is granted by two people', async () => {
  const granted = ['incidents.private', 'drivers.privacy', 'drivers.password_code', 'land.answer', 'outbox.read'];
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const { status, body } = await changeRole('SystemUser', { granted: [...granted, 'jobs.read'] }, headers);
  expect([status, body.message]).toEqual([200, expect.stringMatching(/waits until somebody else has approved it/)]);
  expect((await roleSeenBy('SystemUser', headers)).permissions).toEqual(['dashboard.read', 'jobs.read']);
});
