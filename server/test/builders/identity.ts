import type { Role, StaffRole } from '@banbo/contract';
import { signAccessToken } from '../../src/domains/identity/access-token.ts';
import { accountById, insertAccount, setPasswordHash } from '../../src/domains/identity/accounts.repo.ts';
import { insertUser, type NewUser } from '../../src/domains/identity/change-users.repo.ts';
import { openSession } from '../../src/domains/identity/open-session.ts';
import { tokenKeys } from '../../src/domains/identity/token-keys.ts';
import { passwords, type TestApp, TOKEN_SECRET } from '../harness.ts';

export const PASSWORD = 'Banbo@2026';

/** What our own pages send with every call. */
export const OWN_PAGE = { 'x-requested-with': 'banbo', 'sec-fetch-site': 'same-origin' };

let serial = 0;

/** A staff user with the password `PASSWORD`, or without one; gives the account's id and username. */
export const buildUser = async (
  it: TestApp,
  given: Partial<NewUser> & { role?: StaffRole; password?: string | null } = {},
): Promise<{ id: string; username: string }> => {
  serial += 1;
  const { password = PASSWORD, ...fields } = given;
  const username = given.username ?? `ama.mensah${serial}`;
  const email = given.email ?? `${username}@example.com`;
  const names = { firstName: 'Ama', middleName: '', lastName: 'Mensah', mobileNumber: '' };
  const user: NewUser = { role: 'SystemAdmin', ...names, ...fields, username, email };
  const id = await it.db.transaction().execute((tx) => insertUser(tx, user, it.clock.now));
  if (password !== null) await setPasswordHash(it.db, id, await passwords.inTurn((turn) => turn.hash(password)));
  return { id, username };
};

const insertOther = (it: TestApp, role: Role): Promise<string> => {
  const kind = role === 'Member' ? 'member' : 'tenant';
  return insertAccount(it.db, { kind, login: `${kind}-${serial}`, role, now: it.clock.now });
};

/** The headers of a call by a new, signed-in person of the role, and the account's id. */
export const buildCaller = async (
  it: TestApp,
  role: Role,
): Promise<{ id: string; headers: Record<string, string> }> => {
  serial += 1;
  const staff = role !== 'Member' && role !== 'Tenant';
  const id = staff ? (await buildUser(it, { role, password: null })).id : await insertOther(it, role);
  return { id, headers: await headersOf(it, id) };
};

/** The headers of a call by the account on a new session of its own. */
export const headersOf = async (it: TestApp, accountId: string): Promise<Record<string, string>> => {
  const account = await accountById(it.db, accountId);
  if (!account) throw new Error(`No account ${accountId}`);
  const now = it.clock.now;
  const origin = { userAgent: 'a test', address: '127.0.0.1' };
  const { sessionId } = await it.db
    .transaction()
    .execute((tx) => openSession(tx, { account, persist: false, origin, now }));
  const { role, login: username, token_epoch: epoch } = account;
  const claims = { accountId, sessionId, epoch, role, username };
  const token = await signAccessToken(tokenKeys(TOKEN_SECRET), claims, now);
  return { ...OWN_PAGE, authorization: `Bearer ${token}` };
};
