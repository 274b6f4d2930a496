import { fullName } from '@banbo/contract';
import { existing, Refusal } from '#lib/refusal.ts';
import { accountByLogin, lockAccount, tenantById } from '../accounts/accounts.repo.ts';
import { auditorByUsername } from '../auditors/auditors.repo.ts';
import { auditorPerson, wordsOfAuditor } from '../auditors/auditors.ts';
import type { IdentityDeps } from '../deps.ts';
import { wordsOfTenant, wordsOfUser } from '../members/forgotten-password.ts';
import { type Setting, setPassword } from '../passwords/set-password.ts';
import { secondFactorOf } from '../second-factor/second-factor.repo.ts';
import type { AccountPerson } from '../sessions/open-session.ts';
import { userByEmail, userById, userByUsername } from '../users/users.repo.ts';
import { MISSING_CREDENTIALS, readEmail, readUsername } from './check-username.ts';
import { type Challenge, newChallenge } from './code-sign-in.ts';
import type { Origin } from './known-origin.ts';
import { noteAccepted } from './known-origin.ts';
import { openProvedSession, provePassword, type SignedInSession, signIn } from './sign-in.ts';

/** Either a session, or the challenge to give a code for it. */
export type StaffSignIn = { signedIn: SignedInSession } | { challenge: Challenge };

/**
 * Staff sign-in. A user with a second factor gets a challenge, and the session for its code.
 * Refused with 400 `missing_credentials` and as `provePassword` refuses.
 */
export const signInStaff = async (
  deps: IdentityDeps,
  { username, password, persist, origin }: { username: string; password: string; persist: boolean; origin: Origin },
): Promise<StaffSignIn> => {
  if (username.trim() === '' || password === '') throw new Refusal('missing_credentials', MISSING_CREDENTIALS);
  const name = readUsername(username);
  const found = name === null ? null : await accountByLogin(deps.db, 'staff', name);
  const login = username.trim().toLowerCase();
  const attempt = { kind: 'staff', login, accountId: found?.id ?? null, password, persist, origin } as const;
  return provePassword(deps, attempt, async (tx, { account, now }): Promise<StaffSignIn | null> => {
    // Setting up a second factor ends sessions opened without it, and waits for this lock.
    await lockAccount(tx, account.id);
    const factor = await secondFactorOf(tx, account.id);
    if (factor?.confirmed_at) return { challenge: newChallenge(deps.keys, account, now) };
    const signedIn = await openProvedSession(tx, deps.keys, { account, persist, origin, now });
    if (!signedIn) return null;
    await noteAccepted(tx, { account, origin, persist, how: 'password' }, now);
    return { signedIn };
  });
};

export const staffPerson = async (deps: IdentityDeps, accountId: string): Promise<AccountPerson> => {
  const user = await userById(deps.db, accountId);
  const auditor = user ? null : await auditorPerson(deps, accountId);
  if (auditor) return auditor;
  if (!user) throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
  return {
    username: user.login,
    fullname: fullName(user),
    email: user.email,
    ...(user.needs_second_factor && { needs_second_factor: true }),
  };
};

/** Tenant sign-in. Refused with 400 `missing_credentials` and as `signIn` refuses. */
export const signInTenant = async (
  deps: IdentityDeps,
  { username, password, persist, origin }: { username: string; password: string; persist: boolean; origin: Origin },
): Promise<SignedInSession> => {
  if (username.trim() === '' || password === '') throw new Refusal('missing_credentials', MISSING_CREDENTIALS);
  const name = readUsername(username);
  const account = name === null ? null : await accountByLogin(deps.db, 'tenant', name);
  const login = username.trim().toLowerCase();
  return signIn(deps, { kind: 'tenant', login, accountId: account?.id ?? null, password, persist, origin });
};

/** A tenant's first or new password. An unknown username is refused like a wrong code. */
export const setTenantPassword = async (
  deps: IdentityDeps,
  { username, ...given }: Setting & { username: string },
): Promise<void> => {
  const name = readUsername(username);
  const account = name === null ? null : await accountByLogin(deps.db, 'tenant', name);
  const known = account ? wordsOfTenant(existing(await tenantById(deps.db, account.id), 'tenant')) : [];
  await setPassword(deps, { accountId: account?.id ?? null, known, ...given });
};

/** The signed-in tenant's own record. */
export const showTenant = async (
  { db }: IdentityDeps,
  accountId: string,
): Promise<AccountPerson & { tenant_code: string }> => {
  const tenant = existing(await tenantById(db, accountId), 'tenant');
  return tenant;
};

type Named = { id: string; known: string[] };

/** The user or the auditor of a name; users also by their e-mail. */
const personOf = async ({ db }: IdentityDeps, name: string): Promise<Named | null> => {
  const username = readUsername(name);
  const email = username === null ? readEmail(name) : null;
  const user = username !== null ? await userByUsername(db, username) : email && (await userByEmail(db, email));
  if (user) return { id: user.id, known: wordsOfUser(user) };
  const auditor = username === null ? null : await auditorByUsername(db, username);
  return auditor && { id: auditor.id, known: wordsOfAuditor(auditor) };
};

/**
 * The first or new password of a staff user or an auditor; `name` is username or e-mail. Refused as
 * `setPassword`.
 */
export const setStaffPassword = async (
  deps: IdentityDeps,
  { name, ...given }: Setting & { name: string },
): Promise<void> => {
  const person = await personOf(deps, name);
  await setPassword(deps, { accountId: person?.id ?? null, known: person?.known ?? [], ...given });
};
