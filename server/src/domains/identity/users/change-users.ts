import {
  type AuditAction,
  fullName,
  type NewUser,
  normalizePhone,
  outranks,
  type StaffRole,
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
import type { IdentityDeps } from '../deps.ts';
import { withdrawSetupCodes } from '../passwords/setup-codes.repo.ts';
import { issueSetupCode, SETUP_CODE_HOURS, setupLink } from '../passwords/setup-codes.ts';
import { deleteSecondFactor } from '../second-factor/second-factor.repo.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { forgetOrigins } from '../sign-in/known-origin.ts';
import { deleteViewsOf } from '../views/views.repo.ts';
import { presentUser } from './users.present.ts';
import {
  clearCounters,
  insertUser,
  lockUser,
  type User,
  updateProfile,
  updateRoleOrStatus,
  userById,
} from './users.repo.ts';

export type Invitation = {
  user: User;
  setupCode: string;
  /** Below the web's own origin. */
  link: string;
  mailed: boolean;
};

const text = (user: User, company: string, link: string): string =>
  [
    `Hello ${fullName(user)},`,
    '',
    `${company} made an account for you. Your username is ${user.login}. Set your password here:`,
    link,
    '',
    `The link works once, within ${SETUP_CODE_HOURS} hours.`,
  ].join('\n');

/** Makes a new setup code for the user, and mails it as well if mail is set up. */
const invite = async (tx: Tx, deps: IdentityDeps, user: User): Promise<Invitation> => {
  const now = deps.now();
  const setupCode = await issueSetupCode(tx, { accountId: user.id, kind: 'staff', now });
  const { login: username, first_name, middle_name, last_name, email } = user;
  const invited = { username, firstName: first_name, middleName: middle_name, lastName: last_name, email };
  const link = setupLink('', invited, setupCode);
  const mailed = deps.mailsFrom !== null && email !== '';
  if (mailed) {
    const { company_name } = await readSite(tx);
    const body = text(user, company_name, `${deps.mailsFrom}${link}`);
    const subject = `Your account at ${company_name}`;
    await queueMail(tx, { to: email, subject, text: body, hours: SETUP_CODE_HOURS }, now);
  }
  return { user, setupCode, link, mailed };
};

export const USERNAME_TAKEN = 'This username is taken. Please choose another.';

const TAKEN: Record<string, { path: string; message: string }> = {
  accounts_login: { path: 'body.username', message: USERNAME_TAKEN },
  staff_users_email: { path: 'body.email', message: 'Another user has this e-mail address.' },
};

/** Turns a unique index's refusal into a sentence at its field; returns any other error as it is. */
const asTaken = (error: unknown): unknown => {
  const issue = TAKEN[violatedUnique(error) ?? ''];
  return issue ? new Refusal('conflict', issue.message, { issues: [issue] }) : error;
};

const mayAssign = (caller: Caller, role: NewUser['user_role']): void => {
  if (outranks(caller.role, role)) return;
  throw new Refusal('not_permitted', 'You can only give roles below your own.');
};

const add = async (tx: Tx, deps: IdentityDeps, caller: Caller, given: NewUser): Promise<Invitation> => {
  const { username, user_role, first_name, middle_name = '', last_name, email } = given;
  const mobile_number = normalizePhone(given.mobile_number ?? '') ?? '';
  const login = username.toLowerCase();
  const names = { firstName: first_name, middleName: middle_name, lastName: last_name };
  const id = await insertUser(
    tx,
    { ...names, username: login, role: user_role, email, mobileNumber: mobile_number },
    deps.now(),
  );
  const after = { username: login, user_role, first_name, middle_name, last_name, email, mobile_number };
  await audit(tx, caller, { action: 'users.create', subject: { kind: 'user', id, name: login }, after }, deps.now());
  const user = await userById(tx, id);
  if (!user) throw new Error(`User ${id} is not there after it was added`);
  return invite(tx, deps, user);
};

/**
 * Creates a staff user and its invitation. Refused with 403 `not_permitted` for a role not below the caller's own, and
 * with 409 `conflict` for another user's username or e-mail.
 */
export const createUser = async (tx: Tx, deps: IdentityDeps, caller: Caller, given: NewUser): Promise<Invitation> => {
  mayAssign(caller, given.user_role);
  try {
    return await add(tx, deps, caller, given);
  } catch (error) {
    throw asTaken(error);
  }
};

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
const actOnUserIn = async <T>(
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

/** The given fields alone, in their stored form. */
const given = ({ mobile_number, ...change }: UserChange) => {
  const fields = { ...change, mobile_number: mobile_number && normalizePhone(mobile_number) };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
};

type Done = Promise<{ user: User }>;

export const applyProfile = async (tx: Tx, id: string, change: UserChange): Promise<void> => {
  const profile = given(change);
  if (Object.keys(profile).length === 0) return;
  try {
    await updateProfile(tx, id, profile);
  } catch (error) {
    throw asTaken(error);
  }
};

/** Changes names and contacts. Refused as `actOnUser` refuses, and with 409 `conflict` for another user's e-mail. */
export const changeUser = (deps: IdentityDeps, caller: Caller, id: string, change: UserChange): Done =>
  actOnUser(deps, caller, {
    id,
    action: 'users.change',
    work: (tx) => applyProfile(tx, id, change),
    unlessSame: true,
  });

/**
 * Gives another role, which must also be below the caller's own. It holds from the user's next call on. An open
 * invitation ends with the old role: its author may have no higher rank than the new one.
 */
export const changeUserRole = async (deps: IdentityDeps, caller: Caller, id: string, role: StaffRole): Done => {
  mayAssign(caller, role);
  return actOnUser(deps, caller, {
    id,
    action: 'users.change_role',
    work: async (tx) => {
      await updateRoleOrStatus(tx, id, { role });
      await withdrawSetupCodes(tx, id);
    },
  });
};

/** Shuts the user out at once: ends sessions and codes. */
export const blockUser = (deps: IdentityDeps, caller: Caller, id: string): Done =>
  actOnUser(deps, caller, {
    id,
    action: 'users.block',
    work: async (tx) => {
      await updateRoleOrStatus(tx, id, { status: 'blocked' });
      await deleteSessions(tx, id);
      await withdrawSetupCodes(tx, id);
    },
  });

/** Lets a user in again, after a block by staff or by wrong passwords. */
export const unblockUser = (deps: IdentityDeps, caller: Caller, id: string): Done =>
  actOnUser(deps, caller, {
    id,
    action: 'users.unblock',
    work: async (tx) => {
      await updateRoleOrStatus(tx, id, { status: 'active' });
      await clearCounters(tx, id);
    },
  });

/** Resets the count of wrong passwords; a block by staff stays. */
export const resetUser = (deps: IdentityDeps, caller: Caller, id: string): Done =>
  actOnUser(deps, caller, { id, action: 'users.reset', work: (tx) => clearCounters(tx, id) });

/** A new invitation, for a code that expired or a password that was forgotten, which stays good until a new one is set. */
export const inviteUser = async (tx: Tx, deps: IdentityDeps, caller: Caller, id: string): Promise<Invitation> => {
  const work = (_tx: Tx, user: User) => invite(tx, deps, user);
  return (await actOnUserIn(tx, deps, caller, { id, action: 'users.invite', work })).result;
};

/** Deletes the user. The account stays, since past changes refer to it, but nothing can sign in to it. */
export const deleteUser = (deps: IdentityDeps, caller: Caller, id: string): Done =>
  actOnUser(deps, caller, {
    id,
    action: 'users.delete',
    work: async (tx) => {
      await updateRoleOrStatus(tx, id, { status: 'deleted', password_hash: null });
      await updateProfile(tx, id, { email: '' });
      await deleteSessions(tx, id);
      await withdrawSetupCodes(tx, id);
      await forgetOrigins(tx, id);
      await deleteViewsOf(tx, id);
      await deleteSecondFactor(tx, id);
    },
  });

const HOURS = 24;

const textOfResetSecondFactor = (user: User, by: string, company: string): string =>
  [
    `Hello ${user.first_name},`,
    '',
    `${by} took away the second factor of your account at ${company}, ${user.login}, and signed you out everywhere.`,
    'Until you set up another one under My Account, your password alone lets you in.',
    '',
    'If you did not ask for this, please call your office at once.',
  ].join('\n');

/** Takes an account's second factor away and ends its sessions and challenges; nothing changes for one that has none. */
export const dropSecondFactor = async (tx: Tx, accountId: string): Promise<boolean> => {
  if (!(await deleteSecondFactor(tx, accountId))) return false;
  await deleteSessions(tx, accountId);
  await endAccessTokens(tx, accountId);
  return true;
};

/**
 * Takes away the second factor of a user who has lost the phone and the recovery codes, and tells them by mail where that is
 * set up. Refused as `actOnUser` refuses.
 */
export const resetSecondFactor = (deps: IdentityDeps, caller: Caller, id: string): Promise<{ user: User }> =>
  actOnUser(deps, caller, {
    id,
    action: 'users.reset_second_factor',
    unlessSame: true,
    work: async (tx, user) => {
      if (!(await dropSecondFactor(tx, id)) || deps.mailsFrom === null || user.email === '') return;
      const { company_name } = await readSite(tx);
      const subject = `Your second factor at ${company_name} was taken away`;
      const text = textOfResetSecondFactor(user, caller.login, company_name);
      await queueMail(tx, { to: user.email, subject, text, hours: HOURS }, deps.now());
    },
  });
