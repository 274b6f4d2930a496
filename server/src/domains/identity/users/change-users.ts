import {
  type AuditAction,
  fullName,
  namesInPlace,
  normalizePhone,
  ONE_NAME,
  outranks,
  type Permission,
  STAFF_ROLES,
  type StaffRole,
  type UserChange,
} from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import {
  type Approvers,
  askOrApply,
  defineApproval,
  noteLostPermissions,
  refuseWhileWaiting,
} from '#domains/approvals';
import { audit, differ } from '#domains/audit';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { endAccessTokens } from '../accounts/accounts.repo.ts';
import { changeAccount } from '../accounts/accounts.ts';
import type { UserDeps } from '../deps.ts';
import { withdrawSetupCodes } from '../passwords/setup-codes.repo.ts';
import { permissionsNow } from '../roles/role-permissions.ts';
import { deleteSecondFactor } from '../second-factor/second-factor.repo.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { deleteViewsOf } from '../views/views.repo.ts';
import { noteConfirmed, whyNotConfirmed } from './confirm-user.ts';
import { refuseHigher, refuseTakenName, toldToOwner, whyRoleWaits } from './create-user.ts';
import { type Acting, issueInvitation } from './invite-user.ts';
import { presentUser } from './read-users.ts';
import { mailTo, tellFormerContacts } from './tell-user.ts';
import { clearCounters, lockUser, type UserRow, updateProfile, updateRole, userById } from './users.repo.ts';

type Asked = Acting & { id: string };

export const auditedValues = (user: UserRow, now: Date): Record<string, unknown> => {
  const { id: _, fullname, created_at, last_login_at, ...values } = presentUser(user, now);
  return values;
};

/** The permissions that the user can use now, which takes a password and no block. */
const permissionsInUse = async (tx: Tx, user: UserRow | null): Promise<readonly Permission[]> =>
  user?.status === 'active' && user.has_password ? permissionsNow(tx, user.role) : [];

/**
 * Locks the user. Refused with 404 `not_found`, and with 403 `not_permitted` for one whose rank is
 * not below the caller's, the caller's own included: so users cannot lock themselves out, and the
 * last SuperAdmin cannot be removed, demoted or blocked.
 */
const lockLower = async (tx: Tx, { id, by }: Asked): Promise<UserRow> => {
  const user = existing(await lockUser(tx, id), 'user');
  if (outranks(by.role, user.role)) return user;
  throw new Refusal('not_permitted', 'You can only do this to users whose rank is below your own.');
};

/**
 * Makes a change of a locked user with an audit entry, which `unlessSame` skips when no value
 * differs. `work` gives the answer's fields beside the user and `says`.
 */
const lockedChange =
  <More, A extends Asked = Asked>(
    action: AuditAction,
    says: string,
    work: (tx: Tx, user: UserRow, asked: A, deps: UserDeps) => Promise<More>,
    unlessSame = false,
  ) =>
  async (tx: Tx, user: UserRow, asked: A, deps: UserDeps) => {
    const { id, by, now } = asked;
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

/** A change of a user of a lower rank than the caller's. */
const userChange = <More, A extends Asked = Asked>(...parts: Parameters<typeof lockedChange<More, A>>) => {
  const make = lockedChange<More, A>(...parts);
  return async (tx: Tx, asked: A, deps: UserDeps) => make(tx, await lockLower(tx, asked), asked, deps);
};

/**
 * Sets the given fields. Refused with 409 `conflict` for another user's e-mail, and with 400
 * `invalid_input` where no name is left.
 */
export const applyProfile = async (tx: Tx, user: UserRow, { mobile_number, ...change }: UserChange): Promise<void> => {
  const { id, first_name, last_name } = user;
  const names = namesInPlace({ first_name, last_name, ...change });
  if (names.first_name === '') throw refusalAt('invalid_input', 'first_name', ONE_NAME);
  const given = { ...change, ...names, mobile_number: mobile_number && normalizePhone(mobile_number) };
  const profile = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(profile).length > 0) await updateProfile(tx, id, profile).catch(refuseTakenName);
};

/** Changes names and contacts; the former address and number are told. */
export const changeUser = userChange(
  'users.change',
  'The changes are saved.',
  async (tx, user, { body, by, now }: Asked & { body: UserChange }, deps) => {
    await applyProfile(tx, user, body);
    await tellFormerContacts(tx, user, body, { deps, by: by.login, now });
  },
  true,
);

type NewRole = Asked & { body: { user_role: StaffRole } };

const setRole = lockedChange('users.change_role', 'The role is changed.', async (tx, user, { body }: NewRole) => {
  await updateRole(tx, user.id, body.user_role);
  await withdrawSetupCodes(tx, user.id);
  return user.has_password ? {} : { message: 'The role is changed. Please make a new invitation.' };
});

/** A role over money, people or roles for a user. Rule 60 of docs/product/identity.md. */
export const roleGiving = (deps: UserDeps) =>
  defineApproval({
    kind: 'users.role',
    isOfAccount: true,
    input: z.strictObject({ from: z.enum(STAFF_ROLES), to: z.enum(STAFF_ROLES) }),
    apply: async (tx, { input: { from, to }, subjectId: id, askedBy, by, isAlone, now }) => {
      const user = existing(await lockUser(tx, id), 'user');
      if (user.role !== from) throw new Refusal('conflict', `${fullName(user)} has another role since then.`);
      const { message } = await setRole(tx, user, { id, by, now, body: { user_role: to } }, deps);
      const isOfTwo = askedBy.accountId !== by.accountId;
      if (isOfTwo && (await whyNotConfirmed(tx, user, { by, now })) === null) await noteConfirmed(tx, id, { by, now });
      if (isOfTwo || isAlone)
        await deps.tellOwner(tx, toldToOwner(user.login, `${user.login} became ${to}`, { askedBy, by }), now);
      return { message };
    },
  });

/**
 * Gives another role, which must also be below the caller's own. It holds from the user's next call
 * on. An open invitation ends: its author may have no higher rank than the new role. A role with
 * more over money, people or roles than the one before waits for another person.
 */
export const changeUserRole = async (
  tx: Tx,
  asked: NewRole,
  { roleGiving: giving, staff }: Approvers & { roleGiving: ReturnType<typeof roleGiving> },
) => {
  const { id, body, by, now } = asked;
  refuseHigher(by, body.user_role);
  await refuseWhileWaiting(tx, giving.kind, id);
  const user = await lockLower(tx, asked);
  const because = await whyRoleWaits(tx, { role: body.user_role, before: user.role });
  const changes = [
    { field: 'Role', before: user.role, after: body.user_role },
    { field: 'You confirm by approving', before: '', after: `${fullName(user)} is a person whom you know.` },
  ];
  const change = { subject: { id, name: `${fullName(user)}, ${user.login}` }, changes, because };
  const input = { from: user.role, to: body.user_role };
  const { message } = await askOrApply(tx, giving, { ...change, input, by, now }, staff);
  return { message, user: presentUser(existing(await userById(tx, id), 'user'), now) };
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
