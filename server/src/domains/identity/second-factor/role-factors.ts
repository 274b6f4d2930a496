import { outranks, type RoleSecondFactor, STAFF_ROLES, type StaffRole } from '@banbo/contract';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import { countSecondFactors, requiredRoles, secondFactorOf, setRequired } from './second-factor.repo.ts';

/** Staff may change their own role and those below; only the highest may drop its own rule. */
const mayChange = (caller: Caller, role: StaffRole, isRequired: boolean): boolean =>
  outranks(caller.role, role) || (caller.role === role && (isRequired || role === STAFF_ROLES[0]));

/** The staff roles, highest first: whether they need a second factor, and how many have one. */
export const listRoleFactors = async ({ db }: IdentityDeps, caller: Caller): Promise<RoleSecondFactor[]> => {
  const [required, counts] = [await requiredRoles(db), await countSecondFactors(db)];
  return STAFF_ROLES.map((role) => {
    const counted = counts.find((count) => count.role === role);
    const isRequired = required.has(role);
    return {
      user_role: role,
      is_required: isRequired,
      is_changeable: mayChange(caller, role, !isRequired),
      users: counted?.users ?? 0,
      with_second_factor: counted?.with_second_factor ?? 0,
    };
  });
};

/**
 * Requires a second factor of a role, or drops that, from the next call on. For their own role only
 * callers with a second factor may require it, so that none locks themselves out by a slip. Refused
 * with 403 `not_permitted` and 422 `refused`.
 */
export const changeRoleFactor = async (
  deps: IdentityDeps,
  caller: Caller,
  { role, isRequired }: { role: StaffRole; isRequired: boolean },
): Promise<void> => {
  if (!mayChange(caller, role, isRequired)) {
    throw new Refusal('not_permitted', 'You can only change this for roles below your own.');
  }
  await deps.db.transaction().execute(async (tx) => {
    if (role === caller.role && isRequired && !(await secondFactorOf(tx, caller.accountId))?.confirmed_at) {
      throw new Refusal('refused', 'Please set up your own second factor first, under My Account.');
    }
    if (!(await setRequired(tx, role, isRequired))) return;
    const subject = { kind: 'role', id: role, name: role };
    const values = { before: { second_factor_needed: !isRequired }, after: { second_factor_needed: isRequired } };
    await audit(tx, caller, { action: 'roles.second_factor', subject, ...values }, deps.now());
  });
};
