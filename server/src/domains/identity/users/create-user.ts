import { type NewUser, normalizePhone, outranks } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import { insertUser } from './change-users.repo.ts';
import { type Invitation, invite } from './invite.ts';
import { userById } from './users.repo.ts';

export const USERNAME_TAKEN = 'This username is taken. Please choose another.';

const TAKEN: Record<string, { path: string; message: string }> = {
  accounts_login: { path: 'body.username', message: USERNAME_TAKEN },
  staff_users_email: { path: 'body.email', message: 'Another user has this e-mail address.' },
};

/** Turns a unique index's refusal into a sentence at its field; returns any other error as it is. */
export const asTaken = (error: unknown): unknown => {
  const issue = TAKEN[violatedUnique(error) ?? ''];
  return issue ? new Refusal('conflict', issue.message, { issues: [issue] }) : error;
};

export const mayAssign = (caller: Caller, role: NewUser['user_role']): void => {
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
