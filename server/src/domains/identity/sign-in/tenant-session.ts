import { Refusal } from '#lib/refusal.ts';
import { accountByLogin } from '../accounts/accounts.repo.ts';
import { tenantById } from '../accounts/tenants.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import type { Person } from '../sessions/session-answer.ts';
import type { SignedIn } from './admit.ts';
import { MISSING_CREDENTIALS } from './check-username.ts';
import type { Origin } from './known-origin.ts';
import { signIn } from './sign-in.ts';
import { readUsername } from './username.ts';

/** Tenant sign-in. Refused with 400 `missing_credentials` and as `signIn` refuses. */
export const signInTenant = async (
  deps: IdentityDeps,
  { username, password, persist, origin }: { username: string; password: string; persist: boolean; origin: Origin },
): Promise<SignedIn> => {
  if (username.trim() === '' || password === '') throw new Refusal('missing_credentials', MISSING_CREDENTIALS);
  const name = readUsername(username);
  const account = name === null ? null : await accountByLogin(deps.db, 'tenant', name);
  const login = username.trim().toLowerCase();
  return signIn(deps, { kind: 'tenant', login, accountId: account?.id ?? null, password, persist, origin });
};

/** The signed-in tenant's own record. */
export const showTenant = async (
  { db }: IdentityDeps,
  accountId: string,
): Promise<Person & { tenant_code: string }> => {
  const tenant = await tenantById(db, accountId);
  if (!tenant) throw new Refusal('not_found', 'There is no such tenant.');
  return tenant;
};
