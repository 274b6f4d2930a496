import type { UserChange } from '@banbo/contract';
import { audit, differ } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import { auditedValues } from '../users/act-on-user.ts';
import { applyProfile } from '../users/change-users.ts';
import { lockUser, type User, userById } from '../users/users.repo.ts';

const notStaff = (): Refusal => new Refusal('not_found', 'You have no record as a staff user.');

/** The caller's own record; 404 `not_found` for members and tenants. */
export const ownProfile = async (deps: IdentityDeps, { accountId }: Caller): Promise<User> => {
  const user = await userById(deps.db, accountId);
  if (!user) throw notStaff();
  return user;
};

/** Changes the caller's own names and contacts, for which no rank is needed. Refused as `ownProfile` and with 409. */
export const changeOwnProfile = (deps: IdentityDeps, caller: Caller, change: UserChange): Promise<User> =>
  deps.db.transaction().execute(async (tx) => {
    const now = deps.now();
    const before = await lockUser(tx, caller.accountId);
    if (!before) throw notStaff();
    await applyProfile(tx, caller.accountId, change);
    const after = (await userById(tx, caller.accountId)) ?? before;
    const subject = { kind: 'user', id: before.id, name: before.login };
    const values = { before: auditedValues(before, now), after: auditedValues(after, now) };
    if (differ(values.before, values.after)) {
      await audit(tx, caller, { action: 'users.change', subject, ...values }, now);
    }
    return after;
  });
