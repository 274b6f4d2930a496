import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { setCompany } from '../../../../test/builders/company.ts';
import { buildCaller, buildUser, PASSWORD, shapeRole, signIn as signInAs } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  admin = (await buildCaller(it, 'SystemAdmin')).headers;
});
afterAll(() => it.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const call = (method: Method, path: string, payload?: object, headers = admin) =>
  openBrowser(it).send({ method, url: `/api${path}`, headers, ...(payload && { payload }) });

let serial = 0;
const newUser = (more: object = {}) => {
  serial += 1;
  const names = { first_name: 'Esi', last_name: 'Owusu' };
  return { ...names, username: `esi${serial}`, email: `esi${serial}@example.com`, user_role: 'SystemUser', ...more };
};

const signIn = (username: string, password = PASSWORD) =>
  openBrowser(it).post('/api/auth/login', { username, password });

describe('creating a user', () => {
  test('gives an invitation once, with which the user sets a password and signs in', async () => {
    const { status, body } = await call('POST', '/users', newUser({ username: 'Esi.Owusu' }));
    expect(status).toBe(201);
    expect(body).toMatchObject({ user: { username: 'esi.owusu', status: 'invited' }, mailed: false });
    expect(body.invitation_link).toBe(
      `/set_password?user=esi.owusu&Esi&&Owusu&${encodeURIComponent(body.user.email)}#code=${body.setup_code}`,
    );
    const set = { email: body.user.email, password: 'Ntoma#4Sky', setup_code: body.setup_code };
    expect((await openBrowser(it).post('/api/auth/set_admin_password', set)).status).toBe(200);
    expect((await signIn('esi.owusu', 'Ntoma#4Sky')).body.user_role).toBe('SystemUser');
    expect((await call('GET', `/users/${body.user.id}`)).body.status).toBe('active');
  });

  test('keeps the mobile number in one spelling, however it is typed', async () => {
    for (const mobile_number of ['024 123 4567', '+233-24-123-4567']) {
      const { body } = await call('POST', '/users', newUser({ mobile_number }));
      expect(body.user.mobile_number).toBe('+233241234567');
    }
  });

  test('takes one name, which is the first name, and sorts the user by it', async () => {
    const { body } = await call('POST', '/users', newUser({ first_name: '.', last_name: 'Koj' }));
    expect(body.user).toMatchObject({ first_name: 'Koj', last_name: '', fullname: 'Koj' });
    await call('POST', '/users', newUser({ first_name: 'Ama', last_name: 'Kob' }));
    await call('POST', '/users', newUser({ first_name: 'Ama', last_name: 'Kok' }));
    const listed: { fullname: string }[] = (await call('GET', '/users?sort=name&size=200')).body;
    const names = listed.map(({ fullname }) => fullname).filter((name) => /Ko[bjk]$/.test(name));
    expect(names).toEqual(['Ama Kob', 'Koj', 'Ama Kok']);
    const path = `/users/${body.user.id}`;
    expect((await call('PATCH', path, { last_name: 'Sarpong' })).body.user.fullname).toBe('Koj Sarpong');
    expect((await call('PATCH', path, { first_name: '' })).body.user).toMatchObject({
      first_name: 'Sarpong',
      last_name: '',
    });
    expect((await call('PATCH', path, { first_name: '-' })).body.issues).toEqual([
      { path: 'body.first_name', message: 'Please enter the name. One of the two is enough.' },
    ]);
  });

  test('tells which of username and e-mail another user has', async () => {
    const { username, email } = newUser();
    await call('POST', '/users', newUser({ username, email }));
    expect(await call('POST', '/users', newUser({ username: username.toUpperCase() }))).toMatchObject({
      status: 409,
      body: { code: 'conflict', issues: [{ path: 'body.username' }] },
    });
    expect((await call('POST', '/users', newUser({ email: email.toUpperCase() }))).body.issues).toMatchObject([
      { path: 'body.email' },
    ]);
  });

  test('takes no role that is not below one’s own', async () => {
    for (const user_role of ['SuperAdmin', 'SystemAdmin']) {
      expect((await call('POST', '/users', newUser({ user_role }))).status).toBe(403);
    }
    for (const user_role of ['Member', 'Tenant', 'King']) {
      expect((await call('POST', '/users', newUser({ user_role }))).status).toBe(400);
    }
  });

  test('refuses names that cannot be stored or printed', async () => {
    for (const first_name of ['\u0000', 'a\r\nSet-Cookie: x', 'a'.repeat(61)]) {
      expect((await call('POST', '/users', newUser({ first_name }))).status).toBe(400);
    }
    for (const username of ['ab', 'a b c', 'émile', 'ama😀', 'a'.repeat(41), '../../x']) {
      expect((await call('POST', '/users', newUser({ username }))).status).toBe(400);
    }
  });

  test('lets a username be checked first', async () => {
    const { username } = await buildUser(it);
    const check = async (name: string) => (await call('POST', '/users/check_username', { username: name })).body;
    expect(await check(username.toUpperCase())).toMatchObject({
      status: false,
      message: expect.stringMatching(/taken/),
    });
    expect(await check('ab')).toMatchObject({ status: false, message: expect.stringMatching(/3 to 40/) });
    expect(await check('somebody.new')).toMatchObject({ status: true });
  });
});

describe('a role over money', () => {
  const approvalOf = async (kind: string, by: Record<string, string>) =>
    (await call('GET', `/approvals?kind=${kind}&status=asked`, undefined, by)).body[0];
  let keys = 0;
  const approve = (id: string, by: Record<string, string>) => {
    keys += 1;
    const headers = { ...by, 'idempotency-key': `approve-user-${keys}-0123456789` };
    return call('POST', `/approvals/${id}/approve`, undefined, headers);
  };

  test('takes another person for a new user, who gets no code; the owner is told', async () => {
    await setCompany(it.db, { owner_numbers: ['+233241230000'] });
    const other = (await buildCaller(it, 'SuperAdmin')).headers;
    const given = newUser({ user_role: 'Accounts' });
    const asked = await call('POST', '/users', given);
    expect([asked.status, asked.body.user, asked.body.setup_code]).toEqual([201, undefined, undefined]);
    expect(asked.body.message).toContain('waits for approval by somebody else');
    expect((await call('POST', '/users', given)).status).toBe(409);
    const { id } = await approvalOf('users.create', admin);
    expect((await approve(id, admin)).status).toBe(403);
    const approved = await approve(id, other);
    expect([approved.status, approved.body.invitation]).toEqual([201, undefined]);
    const [user] = (await call('GET', `/users?search=${given.username}`)).body;
    expect((await call('GET', `/users/${user.id}`)).body).toMatchObject({ status: 'invited', is_confirmed: true });
    const texts = it.db.selectFrom('outbox_messages').select('body').where('recipient', '=', '+233241230000');
    expect((await texts.execute()).map(({ body }) => body)).toEqual([
      expect.stringMatching(new RegExp(`New user ${given.username}, Accounts, by [\\w.]+, approved by [\\w.]+$`)),
    ]);
    await setCompany(it.db);
  });

  test('takes another person when a user gets it, and none for a role with less', async () => {
    const other = (await buildCaller(it, 'SuperAdmin')).headers;
    const { id } = await buildUser(it, { role: 'SystemUser' });
    const give = (user_role: string) => call('PATCH', `/users/${id}/role`, { user_role });
    expect((await give('SuperUser')).body).toMatchObject({ user: { user_role: 'SystemUser' } });
    expect((await give('Accounts')).status).toBe(409);
    const approval = await approvalOf('users.role', admin);
    expect(approval.changes).toContainEqual(expect.objectContaining({ field: 'You confirm by approving' }));
    expect([(await approve(approval.id, admin)).status, (await approve(approval.id, other)).status]).toEqual([
      403, 201,
    ]);
    expect((await call('GET', `/users/${id}`)).body.user_role).toBe('SuperUser');
    expect((await give('SystemUser')).body).toMatchObject({ user: { user_role: 'SystemUser' } });
  });

  test('makes a user count as the maker of the account until a third confirms, once the link was used', async () => {
    const made = (await call('POST', '/users', newUser())).body;
    const { id, email } = made.user;
    const shown = async () => (await call('GET', `/users/${id}`)).body.is_confirmed;
    expect(await shown()).toBe(false);
    const third = (await buildCaller(it, 'SuperAdmin')).headers;
    const confirm = (headers: Record<string, string>) => call('POST', `/users/${id}/confirm`, undefined, headers);
    expect((await confirm(admin)).body.message).toMatch(/^You count as one person with Esi Owusu/);
    expect((await confirm(third)).body.message).toMatch(/^Esi Owusu has not used the link/);
    const set = { email, password: 'Ntoma#4Sky', setup_code: made.setup_code };
    await openBrowser(it).post('/api/auth/set_admin_password', set);
    expect((await call('GET', '/dashboard')).body.unconfirmed_users).toContainEqual({ id, fullname: 'Esi Owusu' });
    expect([(await confirm(third)).status, await shown()]).toEqual([200, true]);
    await call('POST', `/users/${id}/invitation`);
    expect(await shown()).toBe(false);
  });

  test('is approved neither by the user who gets it nor by the maker of their code', async () => {
    const [other, third] = [await buildCaller(it, 'SuperAdmin'), await buildCaller(it, 'SuperAdmin')];
    const made = (await call('POST', '/users', newUser(), other.headers)).body.user;
    await shapeRole(it, 'Operations', { 'users.change': true });
    const own = await buildCaller(it, 'Operations');
    for (const [id, headers] of [
      [made.id, other.headers],
      [own.id, own.headers],
    ]) {
      expect((await call('PATCH', `/users/${id}/role`, { user_role: 'SystemAdmin' }, third.headers)).status).toBe(200);
      const approval = await approvalOf('users.role', third.headers);
      expect((await approve(approval.id, headers)).body.code).toBe('not_permitted');
      expect((await approve(approval.id, admin)).status).toBe(201);
    }
    expect((await call('GET', `/users/${made.id}`)).body.is_confirmed).toBe(false);
    expect((await call('GET', `/users/${own.id}`)).body.is_confirmed).toBe(true);
  });
});

describe('a rank not below one’s own', () => {
  const acts: [Method, string, object?][] = [
    ['PATCH', '', { first_name: 'Kwame' }],
    ['PATCH', '/role', { user_role: 'SystemUser' }],
    ['POST', '/block'],
    ['POST', '/unblock'],
    ['POST', '/invitation'],
    ['DELETE', ''],
  ];

  test('can be neither changed, blocked, unblocked, invited nor deleted', async () => {
    for (const role of ['SuperAdmin', 'SystemAdmin'] as const) {
      const { id } = await buildUser(it, { role });
      for (const [method, path, body] of acts) {
        expect([method, path, (await call(method, `/users/${id}${path}`, body)).status]).toEqual([method, path, 403]);
      }
      expect((await call('PATCH', `/auth/reset_admin_account/${id}`)).status).toBe(403);
    }
  });

  test('is also one’s own: nobody locks themselves out, not even the last SuperAdmin', async () => {
    for (const role of ['SuperAdmin', 'SystemAdmin'] as const) {
      const { id, headers } = await buildCaller(it, role);
      for (const [method, path, body] of acts) {
        expect((await call(method, `/users/${id}${path}`, body, headers)).status).toBe(403);
      }
    }
  });
});

describe('a lower-ranked user', () => {
  test('is changed in names and contacts', async () => {
    const { id } = await buildUser(it, { role: 'Legal' });
    const change = { first_name: 'Yaa', mobile_number: '024 123 4567' };
    const { body } = await call('PATCH', `/users/${id}`, change);
    expect(body.user).toMatchObject({ first_name: 'Yaa', last_name: 'Mensah', fullname: 'Yaa Mensah' });
    expect(body.user.mobile_number).toBe('+233241234567');
    expect((await call('PATCH', `/users/${id}`, { mobile_number: '' })).body.user.mobile_number).toBe('');
  });

  test('never has role, id or status written by a general PATCH', async () => {
    const { id } = await buildUser(it, { role: 'SystemUser' });
    for (const extra of [{ user_role: 'SuperAdmin' }, { role: 'SuperAdmin' }, { id: '1' }, { status: 'blocked' }]) {
      expect((await call('PATCH', `/users/${id}`, { first_name: 'Yaa', ...extra })).status).toBe(400);
    }
    const { headers } = await buildCaller(it, 'SystemUser');
    expect((await call('PATCH', '/auth/profile', { user_role: 'SuperAdmin' }, headers)).status).toBe(400);
    expect((await call('GET', `/users/${id}`)).body.user_role).toBe('SystemUser');
  });

  test('gets another role below one’s own, from the next call on', async () => {
    const { id, username } = await buildUser(it, { role: 'Legal' });
    const headers = await signInAs(it, 'login', { username });
    expect((await call('PATCH', `/users/${id}/role`, { user_role: 'SystemAdmin' })).status).toBe(403);
    expect((await call('PATCH', `/users/${id}/role`, { user_role: 'SystemUser' })).body.user.user_role).toBe(
      'SystemUser',
    );
    expect((await call('GET', '/auth/profile', undefined, headers)).status).toBe(401);
  });

  test('who is blocked is out at once and stays out until unblocked', async () => {
    const { id, username } = await buildUser(it, { role: 'Legal' });
    const browser = openBrowser(it);
    await browser.post('/api/auth/login', { username, password: PASSWORD });
    const headers = await signInAs(it, 'login', { username });
    expect((await call('POST', `/users/${id}/block`)).body.user.status).toBe('blocked');
    expect((await call('GET', '/auth/profile', undefined, headers)).status).toBe(401);
    expect((await browser.get('/api/token/admin_refresh_token')).status).toBe(401);
    expect((await signIn(username)).body).toMatchObject({ code: 'account_blocked', account_blocked: true });
    expect((await call('POST', `/users/${id}/unblock`)).body.user.status).toBe('active');
    expect((await signIn(username)).status).toBe(200);
  });

  test('locked by wrong passwords is let in by a reset', async () => {
    const { id, username } = await buildUser(it, { role: 'Legal' });
    for (let attempt = 0; attempt < 3; attempt += 1) await signIn(username, 'wrong');
    expect((await call('GET', `/users/${id}`)).body).toMatchObject({
      status: 'locked',
      locked_until: expect.any(String),
    });
    expect((await call('PATCH', `/auth/reset_admin_account/${id}`)).body.user.status).toBe('active');
    expect((await signIn(username)).status).toBe(200);
  });

  test('locked on a device that had signed in before is seen to be, and let in by a reset', async () => {
    const { id, username } = await buildUser(it, { role: 'Legal' });
    const browser = openBrowser(it);
    const attempt = (password: string) => browser.post('/api/auth/login', { username, password });
    await attempt(PASSWORD);
    for (let wrong = 0; wrong < 3; wrong += 1) await attempt('wrong');
    const locked_until = new Date(it.clock.now.getTime() + 15 * 60_000).toISOString();
    expect((await call('GET', `/users/${id}`)).body).toMatchObject({ status: 'locked', locked_until });
    expect((await call('GET', `/users?search=${username}`)).body).toMatchObject([{ status: 'locked', locked_until }]);
    expect((await call('PATCH', `/auth/reset_admin_account/${id}`)).body.user.status).toBe('active');
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  test('is invited again; the password set before works until then', async () => {
    const { id, username } = await buildUser(it, { role: 'Legal' });
    const { status, body } = await call('POST', `/users/${id}/invitation`);
    expect(status).toBe(201);
    expect((await signIn(username)).status).toBe(200);
    const set = { email: username, password: 'Kente$8Road', setup_code: body.setup_code };
    expect((await openBrowser(it).post('/api/auth/set_admin_password', set)).status).toBe(200);
    expect((await signIn(username)).status).toBe(401);
    expect((await signIn(username, 'Kente$8Road')).status).toBe(200);
  });

  test('who is deleted is gone, and the username and e-mail are free again', async () => {
    const { id, username } = await buildUser(it, { role: 'Legal', email: 'gone@example.com' });
    const headers = await signInAs(it, 'login', { username });
    expect((await call('DELETE', `/users/${id}`)).status).toBe(200);
    expect((await call('GET', `/users/${id}`)).status).toBe(404);
    expect((await call('GET', '/auth/profile', undefined, headers)).status).toBe(401);
    expect((await signIn(username)).status).toBe(401);
    expect((await call('POST', '/users', newUser({ username, email: 'gone@example.com' }))).status).toBe(201);
  });
});

test('the list is paged by name and searched by any part of name, username or e-mail', async () => {
  await buildUser(it, { first_name: 'Abena', last_name: 'Zzuri', username: 'abena.z' });
  await buildUser(it, { first_name: 'Afua', last_name: 'Zzuri', username: 'afua.z', role: 'Legal' });
  const list = async (query: string) => {
    const { body } = await call('GET', `/users?${query}`);
    return body.map((user: { username: string }) => user.username);
  };
  expect(await list('search=ZZUR')).toEqual(['abena.z', 'afua.z']);
  expect(await list('search=zzuri&size=1&page=2')).toEqual(['afua.z']);
  expect(await list('search=abena.z%40example')).toEqual(['abena.z']);
  expect(await list('search=zzuri&user_role=Legal')).toEqual(['afua.z']);
  expect(await list('search=%25')).toEqual([]);
  expect((await call('GET', '/users?search=%00')).status).toBe(400);
});

test('everybody on the staff sees and changes their own names and contacts', async () => {
  const { headers } = await buildCaller(it, 'SystemUser');
  const email = 'own@example.com';
  expect((await call('PATCH', '/auth/profile', { email, password: PASSWORD }, headers)).body.user.email).toBe(email);
  expect((await call('GET', '/auth/profile', undefined, headers)).body).toMatchObject({
    email,
    user_role: 'SystemUser',
  });
  const member = await buildCaller(it, 'Member');
  expect((await call('GET', '/auth/profile', undefined, member.headers)).status).toBe(404);
});

test('the roles come with their ranks and permissions', async () => {
  const { body } = await call('GET', '/roles/get_roles');
  expect(body.map((role: { rank: number }) => role.rank)).toEqual([
    1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 9999,
  ]);
  // The sign-in of an auditor is opened, and no user is made one.
  expect(body.find(({ rank }: { rank: number }) => rank === 9000)).toMatchObject({ assignable: false });
  const [superAdmin, , superUser] = body;
  expect(superAdmin.assignable).toBe(false);
  expect(superUser).toMatchObject({ user_role: 'SuperUser', assignable: true });
  expect(superAdmin.permissions).toContain('users.change');
});
