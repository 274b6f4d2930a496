import {
  type AuditAction,
  type NewUser,
  normalizePhone,
  outranks,
  type Permission,
  type StaffRole,
  type UserChange,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { noteLostPermissions } from '#domains/approvals';
import { audit, differ } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { endAccessTokens } from '../accounts/accounts.repo.ts';
import { changeAccount } from '../accounts/accounts.ts';
import type { IdentityDeps } from '../deps.ts';
import { withdrawSetupCodes } from '../passwords/setup-codes.repo.ts';
import { permissionsNow } from '../roles/role-permissions.ts';
import { deleteSecondFactor } from '../second-factor/second-factor.repo.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { deleteViewsOf } from '../views/views.repo.ts';
import { type Acting, issueInvitation, mailTo } from './invite-user.ts';
import { presentUser } from './read-users.ts';
import { addUser, clearCounters, lockUser, type UserRow, updateProfile, updateRole, userById } from './users.repo.ts';

export const USERNAME_TAKEN = 'This username is taken. Please choose another.';

const TAKEN: Record<string, [field: string, message: string]> = {
  accounts_login: ['username', USERNAME_TAKEN],
  staff_users_email: ['email', 'Another user has this e-mail address.'],
};

/** Turns a unique index's refusal into a sentence at its field; throws any other error as it is. */
const refuseTaken = (error: unknown): never => {
  const taken = TAKEN[violatedUnique(error) ?? ''];
  throw taken ? refusalAt('conflict', ...taken) : error;
};

const refuseHigher = (caller: Caller, role: StaffRole): void => {
  if (!outranks(caller.role, role)) throw new Refusal('not_permitted', 'You can only give roles below your own.');
};

type Asked = Acting & { id: string };

/**
 * Creates a staff user and its invitation. Refused with 403 `not_permitted` for a role not below
 * the caller's own, and with 409 `conflict` for another user's username or e-mail.
 */
export const createUser = async (
  tx: Tx,
  { body: { username, user_role, ...names }, by, now }: Acting & { body: NewUser },
  deps: IdentityDeps,
) => {
  refuseHigher(by, user_role);
  const login = username.toLowerCase();
  const { middle_name = '', mobile_number: mobile = '' } = names;
  const profile = { ...names, middle_name, mobile_number: normalizePhone(mobile) ?? '' };
  const id = await addUser(tx, { username: login, role: user_role, ...profile }, now).catch(refuseTaken);
  const subject = { kind: 'user', id, name: login };
  await audit(tx, by, { action: 'users.create', subject, after: { username: login, user_role, ...profile } }, now);
  const user = await userById(tx, id);
  if (!user) throw new Error(`User ${id} is not there after it was added`);
  const message = 'The user was created. Pass on the invitation.';
  return { message, user: presentUser(user, now), ...(await issueInvitation(tx, user, { by, now }, deps)) };
};

export const auditedValues = (user: UserRow, now: Date): Record<string, unknown> => {
  const { id: _, fullname, created_at, last_login_at, ...values } = presentUser(user, now);
  return values;
};

/** The permissions that the user can use now, which takes a password and no block. */
const permissionsInUse = async (tx: Tx, user: UserRow | null): Promise<readonly Permission[]> =>
  user?.status === 'active' && user.has_password ? permissionsNow(tx, user.role) : [];

/**
 * Makes a change of a user of a lower rank than the caller's, under a lock and with an audit entry,
 * which `unlessSame` skips when no value differs. `work` gives the answer's fields beside the user
 * and `says`. Refused with 404 `not_found`, and with 403 `not_permitted` for any other rank, the
 * caller's own included: so users cannot lock themselves out, and the last SuperAdmin cannot be
 * removed, demoted or blocked.
 */
const userChange =
  <More, A extends Asked = Asked>(
    action: AuditAction,
    says: string,
    work: (tx: Tx, user: UserRow, asked: A, deps: IdentityDeps) => Promise<More>,
    unlessSame = false,
  ) =>
  async (tx: Tx, asked: A, deps: IdentityDeps) => {
    const { id, by, now } = asked;
    const user = existing(await lockUser(tx, id), 'user');
    if (!outranks(by.role, user.role))
      throw new Refusal('not_permitted', 'You can only do this to users whose rank is below your own.');
    const more = (await work(tx, user, asked, deps)) as More extends object ? More : object;
    const changed = await userById(tx, id);
    const kept = await permissionsInUse(tx, changed);
    const lost = (await permissionsInUse(tx, user)).filter((permission) => !kept.includes(permission));
    await noteLostPermissions(tx, { by, lost }, now);
    const before = auditedValues(user, now);
    const after = changed && auditedValues(changed, now);
    const subject = { kind: 'user', id, name: user.login };
    const isSame = after !== null && !differ(before, after);
    if (!(isSame && unlessSame)) await audit(tx, by, { action, subject, before, ...(after && { after }) }, now);
    return { message: says, user: presentUser(changed ?? user, now), ...more };
  };

/** Sets the given fields. Refused with 409 `conflict` for another user's e-mail. */
export const applyProfile = async (tx: Tx, id: string, { mobile_number, ...change }: UserChange): Promise<void> => {
  const given = { ...change, mobile_number: mobile_number && normalizePhone(mobile_number) };
  const profile = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(profile).length > 0) await updateProfile(tx, id, profile).catch(refuseTaken);
};

export const changeUser = userChange(
  'users.change',
  'The changes are saved.',
  (tx, { id }, { body }: Asked & { body: UserChange }) => applyProfile(tx, id, body),
  true,
);

type NewRole = Asked & { body: { user_role: StaffRole } };

const giveRole = userChange('users.change_role', 'The role is changed.', async (tx, user, { body }: NewRole) => {
  await updateRole(tx, user.id, body.user_role);
  await withdrawSetupCodes(tx, user.id);
  return user.has_password ? {} : { message: 'The role is changed. Please make a new invitation.' };
});

/**
 * Gives another role, which must also be below the caller's own. It holds from the user's next call
 * on. An open invitation ends: its author may have no higher rank than the new role.
 */
export const changeUserRole: typeof giveRole = async (tx, asked, deps) => {
  refuseHigher(asked.by, asked.body.user_role);
  return giveRole(tx, asked, deps);
};

/**
 * A new invitation, after an expired code or a forgotten password, which stays good until then. A
 * user who has a password is signed out.
 */
export const inviteUser = userChange(
  'users.invite',
  'A new invitation was made. Pass it on.',
  (tx, user, asked: Asked, deps) => issueInvitation(tx, user, asked, deps),
);

/** Removes an account's second factor, ends its sessions and challenges; false if it has none. */
export const dropSecondFactor = async (tx: Tx, accountId: string): Promise<boolean> => {
  if (!(await deleteSecondFactor(tx, accountId))) return false;
  await deleteSessions(tx, accountId);
  await endAccessTokens(tx, accountId);
  return true;
};

/** Removes the second factor of a user who lost phone and recovery codes, and mails them. */
export const resetSecondFactor = userChange(
  'users.reset_second_factor',
  'The second factor was removed.',
  async (tx, user, { by }: Asked, deps) => {
    if (!(await dropSecondFactor(tx, user.id))) return;
    await mailTo(tx, deps, user, (company) => ({
      subject: `Your second factor at ${company} was removed`,
      lines: [
        `Hello ${user.first_name},`,
        '',
        `${by.login} removed the second factor of your account at ${company}, ${user.login}, and signed you out everywhere.`,
        'Until you set up another one under My Account, your password alone lets you in.',
        '',
        'If you did not ask for this, please call your office at once.',
      ],
    }));
  },
  true,
);

export const blockUser = userChange('users.block', 'The user is blocked.', (tx, { id }) =>
  changeAccount(tx, 'block', id),
);
export const unblockUser = userChange('users.unblock', 'The user is unblocked.', (tx, { id }) =>
  changeAccount(tx, 'unblock', id),
);
/** Forgets wrong passwords; a block by staff stays. */
export const resetUser = userChange('users.reset', 'The count of wrong passwords was reset.', (tx, { id }) =>
  clearCounters(tx, id),
);
/** The account stays, since past changes refer to it, but nothing can sign in to it. */
export const deleteUser = userChange('users.delete', 'The user is deleted.', async (tx, { id }) => {
  await changeAccount(tx, 'delete', id);
  await updateProfile(tx, id, { email: '' });
  await deleteViewsOf(tx, id);
  await deleteSecondFactor(tx, id);
});
