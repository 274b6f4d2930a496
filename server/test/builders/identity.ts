import { PERMISSIONS, type Registration, type Role, type RoleDifferences, type StaffRole } from '@banbo/contract';
import { addTenant, addUser, givePassword, type NewStaffUser } from '#domains/identity';
import { insertAuditor } from '../../src/domains/identity/auditors/auditors.repo.ts';
import { passwords, type TestApp } from '../harness.ts';
import { type BuiltDriver, buildDriver } from './drivers.ts';

export const PASSWORD = 'Banbo@2026';

/** The headers that our own pages send with every call. */
export const OWN_PAGE = { 'x-requested-with': 'banbo', 'sec-fetch-site': 'same-origin' };

let serial = 0;

/** A staff user with the password `PASSWORD`, or none; answers the account's id and username. */
export const buildUser = async (
  it: Pick<TestApp, 'db' | 'clock'>,
  given: Partial<NewStaffUser> & { role?: StaffRole; password?: string | null } = {},
): Promise<{ id: string; username: string }> => {
  serial += 1;
  const { password = PASSWORD, ...fields } = given;
  const username = given.username ?? `ama.mensah${serial}`;
  const names = { first_name: 'Ama', middle_name: '', last_name: 'Mensah', mobile_number: '' };
  const user: NewStaffUser = { role: 'SystemAdmin', ...names, email: `${username}@example.com`, ...fields, username };
  const id = await it.db.transaction().execute((tx) => addUser(tx, user, it.clock.now));
  if (password !== null) await givePassword(it.db, passwords, id, password);
  return { id, username };
};

/** A tenant with the password `PASSWORD`. */
export const buildTenant = async (it: TestApp): Promise<{ id: string; username: string; tenantCode: string }> => {
  serial += 1;
  const [username, tenantCode] = [`tenant${serial}`, `TN${1000 + serial}`];
  const tenant = { username, tenantCode, fullname: 'Nii Armah', email: `${username}@example.com` };
  const id = await it.db.transaction().execute((tx) => addTenant(tx, tenant, it.clock.now));
  await givePassword(it.db, passwords, id, PASSWORD);
  return { id, username, tenantCode };
};

/** A registered driver who has the password `PASSWORD`. */
export const buildMember = async (it: TestApp, given: Partial<Registration> = {}): Promise<BuiltDriver> => {
  const { driver } = await buildDriver(it, given);
  await givePassword(it.db, passwords, driver.account_id, PASSWORD);
  return driver;
};

type Headers = Record<string, string>;

/** The headers of calls on a new session, signed in with `PASSWORD` unless the body has another. */
export const signIn = async ({ app }: TestApp, path: string, body: object): Promise<Headers> => {
  serial += 1;
  // Each signs in from an address of its own, so that limits by address do not affect the others.
  const remoteAddress = `10.2.${(serial >> 8) & 255}.${serial & 255}`;
  const payload = { password: PASSWORD, ...body };
  const response = await app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    headers: OWN_PAGE,
    remoteAddress,
  });
  if (response.statusCode !== 200) throw new Error(`Could not sign in: ${response.body}`);
  return { ...OWN_PAGE, authorization: `Bearer ${response.json().accessToken}` };
};

/** A signed-in auditor whose sign-in is open for so many days. */
export const buildAuditor = async (it: TestApp, days = 7) => {
  const opener = (await buildUser(it, { role: 'SuperAdmin' })).id;
  const now = it.clock.now;
  const auditor = { fullname: 'Esi Quaye', email: 'esi@example.com', mobile_number: '', days, by: opener, now };
  const endsAt = new Date(now.getTime() + days * 86_400_000);
  const id = await it.db.transaction().execute((tx) => insertAuditor(tx, { ...auditor, endsAt }));
  await givePassword(it.db, passwords, id, PASSWORD);
  const { login } = await it.db.selectFrom('accounts').select('login').where('id', '=', id).executeTakeFirstOrThrow();
  return { id, username: login, headers: await signIn(it, 'login', { username: login }) };
};

/** A new, signed-in person of the role: the account's id and the headers of its calls. */
export const buildCaller = async (it: TestApp, role: Role): Promise<{ id: string; headers: Headers }> => {
  if (role === 'Member') {
    const { account_id: id, car_number, driver_code } = await buildMember(it);
    return { id, headers: await signIn(it, 'member_login', { car_number, driver_code }) };
  }
  if (role === 'Tenant') {
    const { id, username } = await buildTenant(it);
    return { id, headers: await signIn(it, 'main_login', { username }) };
  }
  if (role === 'Auditor') return buildAuditor(it);
  const { id, username } = await buildUser(it, { role });
  return { id, headers: await signIn(it, 'login', { username }) };
};

type ChangeableRole = Exclude<StaffRole, 'SuperAdmin'>;

/** Gives a role these permissions (true) and takes others (false), beside its default ones. */
export const shapeRole = async (
  { db }: Pick<TestApp, 'db'>,
  role: ChangeableRole,
  differences: RoleDifferences,
): Promise<void> => {
  await db.deleteFrom('role_permissions').where('role', '=', role).execute();
  const rows = PERMISSIONS.flatMap((permission) => {
    const is_granted = differences[permission];
    return is_granted === undefined ? [] : [{ role, permission, is_granted }];
  });
  if (rows.length > 0) await db.insertInto('role_permissions').values(rows).execute();
};
