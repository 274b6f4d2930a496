import * as contract from '@banbo/contract';
import {
  type AuditAction,
  fullName,
  normalizePhone,
  outranks,
  type StaffRole,
  type User,
  type UserChange,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { audit, differ } from '#domains/audit';
import { queueMail } from '#domains/messages';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { endAccessTokens } from '../accounts/accounts.repo.ts';
import { changeAccount } from '../accounts/accounts.ts';
import type { IdentityDeps } from '../deps.ts';
import { withdrawSetupCodes } from '../passwords/setup-codes.repo.ts';
import { issueSetupCode, SETUP_CODE_HOURS, setupLink } from '../passwords/setup-codes.ts';
import { deleteSecondFactor } from '../second-factor/second-factor.repo.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { deleteViewsOf } from '../views/views.repo.ts';
import { presentUser } from './read-users.ts';
import { addUser, clearCounters, lockUser, type UserRow, updateProfile, updateRole, userById } from './users.repo.ts';

type Mail = { subject: string; lines: readonly string[]; hours: number };

/** Mails the user if mail is set up; false where it is not. */
const mailTo = async (
  tx: Tx,
  { mailsFrom, now }: IdentityDeps,
  { email: to }: UserRow,
  write: (company: string, origin: string) => Mail,
): Promise<boolean> => {
  if (mailsFrom === null || to === '') return false;
  const { lines, ...mail } = write((await readSite(tx)).company_name, mailsFrom);
  await queueMail(tx, { ...mail, to, text: lines.join('\n') }, now());
  return true;
};

/** Makes a new setup code for the user, and mails it as well if mail is set up. */
const invite = async (tx: Tx, user: UserRow, deps: IdentityDeps) => {
  const setup_code = await issueSetupCode(tx, { accountId: user.id, kind: 'staff', now: deps.now() });
  const invitation_link = setupLink('', { ...user, username: user.login }, setup_code);
  const mailed = await mailTo(tx, deps, user, (company, origin) => ({
    subject: `Your account at ${company}`,
    lines: [
      `Hello ${fullName(user)},`,
      '',
      `${company} made an account for you. Your username is ${user.login}. Set your password here:`,
      `${origin}${invitation_link}`,
      '',
      `The link works once, within ${SETUP_CODE_HOURS} hours.`,
    ],
    hours: SETUP_CODE_HOURS,
  }));
  return { setup_code, invitation_link, mailed };
};

export const USERNAME_TAKEN = 'This username is taken. Please choose another.';

const TAKEN: Record<string, { path: string; message: string }> = {
  accounts_login: { path: 'body.username', message: USERNAME_TAKEN },
  staff_users_email: { path: 'body.email', message: 'Another user has this e-mail address.' },
};

/** Turns a unique index's refusal into a sentence at its field; throws any other error as it is. */
const refuseTaken = (error: unknown): never => {
  const issue = TAKEN[violatedUnique(error) ?? ''];
  throw issue ? new Refusal('conflict', issue.message, { issues: [issue] }) : error;
};

const refuseHigher = (caller: Caller, role: StaffRole): void => {
  if (!outranks(caller.role, role)) throw new Refusal('not_permitted', 'You can only give roles below your own.');
};

type Acting = { by: Caller; now: Date };
type Asked = Acting & { id: string };
type Acted = { message: string; user: User };

/**
 * Creates a staff user and its invitation. Refused with 403 `not_permitted` for a role not below the caller's own, and
 * with 409 `conflict` for another user's username or e-mail.
 */
export const createUser = async (
  tx: Tx,
  { body: { username, user_role, ...names }, by, now }: Acting & { body: contract.NewUser },
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
  return { message, user: presentUser(user, now), ...(await invite(tx, user, deps)) };
};

/** The values of a user that the audit log records. */
export const auditedValues = (user: UserRow, now: Date): Record<string, unknown> => {
  const { id: _, fullname, created_at, last_login_at, ...values } = presentUser(user, now);
  return values;
};

type Act<More> = {
  action: AuditAction;
  /** Answered unless the work says something else. */
  says: string;
  /** Gives fields of the answer besides the user. */
  work: (tx: Tx, user: UserRow, asked: Asked, deps: IdentityDeps) => Promise<More>;
  /** Skips the audit entry when no value differs. */
  unlessSame?: boolean;
};

/**
 * Changes a user of a lower rank than the caller's, under a lock, and writes the change to the audit log. Refused with
 * 404 `not_found`, and with 403 `not_permitted` for any other rank, the caller's own included: so users cannot lock
 * themselves out, and the last SuperAdmin cannot be removed, demoted or blocked.
 */
export const actOnUser = async <More>(
  tx: Tx,
  asked: Asked,
  deps: IdentityDeps,
  { action, says, work, unlessSame = false }: Act<More>,
): Promise<Acted & (More extends object ? More : unknown)> => {
  const { id, by, now } = asked;
  const user = await lockUser(tx, id);
  if (!user) throw new Refusal('not_found', 'There is no such user.');
  if (!outranks(by.role, user.role))
    throw new Refusal('not_permitted', 'You can only do this to users whose rank is below your own.');
  const more = await work(tx, user, asked, deps);
  const changed = await userById(tx, id);
  const before = auditedValues(user, now);
  const after = changed && auditedValues(changed, now);
  const subject = { kind: 'user', id, name: user.login };
  const isSame = after !== null && !differ(before, after);
  if (!(isSame && unlessSame)) await audit(tx, by, { action, subject, before, ...(after && { after }) }, now);
  return { message: says, user: presentUser(changed ?? user, now), ...(more as More extends object ? More : object) };
};

/** Sets the given fields. Refused with 409 `conflict` for another user's e-mail. */
export const applyProfile = async (tx: Tx, id: string, { mobile_number, ...change }: UserChange): Promise<void> => {
  const given = { ...change, mobile_number: mobile_number && normalizePhone(mobile_number) };
  const profile = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (Object.keys(profile).length > 0) await updateProfile(tx, id, profile).catch(refuseTaken);
};

/** Changes names and contacts. */
export const changeUser = (tx: Tx, asked: Asked & { body: UserChange }, deps: IdentityDeps) =>
  actOnUser(tx, asked, deps, {
    action: 'users.change',
    says: 'The changes are saved.',
    work: (_, { id }) => applyProfile(tx, id, asked.body),
    unlessSame: true,
  });

/**
 * Gives another role, which must also be below the caller's own. It holds from the user's next call on. An open
 * invitation ends with the old role: its author may have no higher rank than the new one.
 */
export const changeUserRole = async (
  tx: Tx,
  asked: Asked & { body: { user_role: StaffRole } },
  deps: IdentityDeps,
): Promise<Acted> => {
  const { user_role: role } = asked.body;
  refuseHigher(asked.by, role);
  return actOnUser(tx, asked, deps, {
    action: 'users.change_role',
    says: 'The role is changed.',
    work: async (_, { id, has_password }) => {
      await updateRole(tx, id, role);
      await withdrawSetupCodes(tx, id);
      return has_password ? {} : { message: 'The role is changed. Please make a new invitation.' };
    },
  });
};

/** A new invitation, for a code that expired or a password that was forgotten, which stays good until a new one is set. */
export const inviteUser = (tx: Tx, asked: Asked, deps: IdentityDeps) =>
  actOnUser(tx, asked, deps, {
    action: 'users.invite',
    says: 'A new invitation was made. Pass it on.',
    work: (_, user) => invite(tx, user, deps),
  });

/** Takes an account's second factor away and ends its sessions and challenges; nothing changes for one that has none. */
export const dropSecondFactor = async (tx: Tx, accountId: string): Promise<boolean> => {
  if (!(await deleteSecondFactor(tx, accountId))) return false;
  await deleteSessions(tx, accountId);
  await endAccessTokens(tx, accountId);
  return true;
};

/** Takes away the second factor of a user who has lost the phone and the recovery codes, and tells them by mail. */
const resetSecondFactor = async (tx: Tx, user: UserRow, { by }: Asked, deps: IdentityDeps): Promise<void> => {
  if (!(await dropSecondFactor(tx, user.id))) return;
  await mailTo(tx, deps, user, (company) => ({
    subject: `Your second factor at ${company} was taken away`,
    lines: [
      `Hello ${user.first_name},`,
      '',
      `${by.login} took away the second factor of your account at ${company}, ${user.login}, and signed you out everywhere.`,
      'Until you set up another one under My Account, your password alone lets you in.',
      '',
      'If you did not ask for this, please call your office at once.',
    ],
    hours: 24,
  }));
};

/** The changes that take nothing but the user. */
export const USER_ACTS = {
  block: {
    endpoint: contract.blockUser,
    action: 'users.block',
    says: 'The user is blocked.',
    work: (tx, { id }) => changeAccount(tx, 'block', id),
  },
  unblock: {
    endpoint: contract.unblockUser,
    action: 'users.unblock',
    says: 'The user is unblocked.',
    work: (tx, { id }) => changeAccount(tx, 'unblock', id),
  },
  reset: {
    // A block by staff stays.
    endpoint: contract.resetAdminAccount,
    action: 'users.reset',
    says: 'The wrong passwords are forgotten.',
    work: (tx, { id }) => clearCounters(tx, id),
  },
  resetSecondFactor: {
    endpoint: contract.resetSecondFactor,
    action: 'users.reset_second_factor',
    says: 'The second factor is taken away.',
    work: resetSecondFactor,
    unlessSame: true,
  },
  delete: {
    // The account stays, since past changes refer to it, but nothing can sign in to it.
    endpoint: contract.deleteUser,
    action: 'users.delete',
    says: 'The user is deleted.',
    work: async (tx, { id }) => {
      await changeAccount(tx, 'delete', id);
      await updateProfile(tx, id, { email: '' });
      await deleteViewsOf(tx, id);
      await deleteSecondFactor(tx, id);
    },
  },
} as const satisfies Record<string, Act<void> & { endpoint: contract.Endpoint }>;
