import { type AuditAction, outranks } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit, differ } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import { presentUser } from './users.present.ts';
import { lockUser, type User, userById } from './users.repo.ts';

/** The values of a user that the audit log records. */
export const auditedValues = (user: User, now: Date): Record<string, unknown> => {
  const { id: _, fullname, created_at, last_login_at, ...values } = presentUser(user, now);
  return values;
};

type Act<T> = {
  id: string;
  action: AuditAction;
  work: (tx: Tx, user: User) => Promise<T>;
  /** Skips the change and its audit entry when no value differs. */
  unlessSame?: boolean;
};

/**
 * Changes a user of a lower rank than the caller's, under a lock, and writes the change to the audit log. Refused with
 * 404 `not_found`, and with 403 `not_permitted` for any other rank, the caller's own included: so users cannot lock
 * themselves out, and the last SuperAdmin cannot be removed, demoted or blocked.
 */
export const actOnUserIn = async <T>(
  tx: Tx,
  deps: IdentityDeps,
  caller: Caller,
  { id, action, work, unlessSame = false }: Act<T>,
): Promise<{ user: User; result: T }> => {
  const now = deps.now();
  const user = await lockUser(tx, id);
  if (!user) throw new Refusal('not_found', 'There is no such user.');
  if (!outranks(caller.role, user.role)) {
    throw new Refusal('not_permitted', 'You can only do this to users whose rank is below your own.');
  }
  const result = await work(tx, user);
  const changed = await userById(tx, id);
  const before = auditedValues(user, now);
  const after = changed && auditedValues(changed, now);
  const subject = { kind: 'user', id, name: user.login };
  const same = after !== null && !differ(before, after);
  if (!(same && unlessSame)) await audit(tx, caller, { action, subject, before, ...(after && { after }) }, now);
  return { user: changed ?? user, result };
};

/** The same in a transaction of its own. */
export const actOnUser = <T>(deps: IdentityDeps, caller: Caller, act: Act<T>): Promise<{ user: User; result: T }> =>
  deps.db.transaction().execute((tx) => actOnUserIn(tx, deps, caller, act));
