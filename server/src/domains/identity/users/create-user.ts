import {
  fullName,
  type NewUser,
  NewUser as NewUserInput,
  normalizePhone,
  outranks,
  PERMISSION_LABELS,
  permissionInWords,
  type StaffRole,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import {
  areOnePerson,
  askOrApply,
  defineApproval,
  noteHands,
  refuseWhileWaiting,
  type StaffHolders,
} from '#domains/approvals';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import type { UserDeps } from '../deps.ts';
import { permissionsNow } from '../roles/role-permissions.ts';
import { type Acting, issueInvitation } from './invite-user.ts';
import { presentUser } from './read-users.ts';
import { addUser, lockUser, type UserRow, userById, userByUsername } from './users.repo.ts';

export const USERNAME_TAKEN = 'This username is taken. Please choose another.';

const TAKEN: Record<string, [field: string, message: string]> = {
  accounts_login: ['username', USERNAME_TAKEN],
  staff_users_email: ['email', 'Another user has this e-mail address.'],
};

/** Turns a unique index's refusal into a sentence at its field; throws any other error as it is. */
export const refuseTakenName = (error: unknown): never => {
  const taken = TAKEN[violatedUnique(error) ?? ''];
  throw taken ? refusalAt('conflict', ...taken) : error;
};

export const refuseHigher = (caller: Caller, role: StaffRole): void => {
  if (!outranks(caller.role, role)) throw new Refusal('not_permitted', 'You can only give roles below your own.');
};

/** The people who may approve a user or a role. */
export type UserApprovers = { staff: StaffHolders };

/** A sentence for what a role brings of permissions that take two people; null for nothing. */
export const gainsInWords = async (
  db: Db,
  { role, before }: { role: StaffRole; before?: StaffRole },
): Promise<string | null> => {
  const had = before === undefined ? [] : await permissionsNow(db, before);
  const gained = (await permissionsNow(db, role)).filter(
    (one) => PERMISSION_LABELS[one].needsTwo && !had.includes(one),
  );
  const [first] = gained;
  if (first === undefined) return null;
  const more = gained.length === 1 ? '' : `, and ${gained.length - 1} more`;
  return `${role} holds what takes two people: ${permissionInWords(first)}${more}.`;
};

/** Notes that a third person knows the user, who no longer counts as the account's maker. */
export const noteConfirmed = (tx: Tx, id: string, { by, now }: Pick<Acting, 'now'> & { by: { accountId: string } }) =>
  noteHands(tx, [{ accountId: by.accountId, what: 'confirmed', subjects: [{ kind: 'user', id }] }], now);

type People = { askedBy: { login: string; accountId: string }; by: Caller };

const decidedBy = ({ askedBy, by }: People): string =>
  askedBy.accountId === by.accountId ? `by ${by.login} alone` : `by ${askedBy.login}, approved by ${by.login}`;

/** The owner's message of a role for a user. */
export const roleTold = ({ user, to, ...people }: People & { user: UserRow; to: StaffRole }): string =>
  `${user.login} became ${to}, ${decidedBy(people)}.`;

const storeUser = async (
  tx: Tx,
  { username, user_role, ...names }: NewUser,
  { by, askedBy, now }: People & { now: Date },
): Promise<UserRow> => {
  const login = username.toLowerCase();
  const { middle_name = '', mobile_number: mobile = '' } = names;
  const profile = { ...names, middle_name, mobile_number: normalizePhone(mobile) ?? '' };
  const id = await addUser(tx, { username: login, role: user_role, ...profile }, now).catch(refuseTakenName);
  const subject = { kind: 'user', id, name: login };
  const after = { username: login, user_role, ...profile, asked_by: askedBy.login };
  await audit(tx, by, { action: 'users.create', subject, after }, now);
  return existing(await userById(tx, id), 'user');
};

/**
 * A user with a role over money, people or roles. Rule 60 of docs/product/identity.md. The approver
 * gets no code: the person who asked for the user makes the invitation.
 */
export const userCreation = (deps: UserDeps) =>
  defineApproval({
    kind: 'users.create',
    input: NewUserInput,
    apply: async (tx, { input, askedBy, by, isAlone, now }) => {
      const user = await storeUser(tx, input, { askedBy, by, now });
      const isOfTwo = askedBy.accountId !== by.accountId;
      if (isOfTwo || isAlone) {
        await deps.tellOwner(tx, `New user ${user.login}, ${user.role}, ${decidedBy({ askedBy, by })}.`, now);
      }
      if (isOfTwo) {
        await noteConfirmed(tx, user.id, { by, now });
        return { message: `The user ${user.login} was created. ${askedBy.login} can make the invitation now.` };
      }
      const invitation = await issueInvitation(tx, user, { by, now }, deps);
      return { message: 'The user was created. Pass on the invitation.', invitation };
    },
  });

/**
 * Creates a staff user and its invitation; one with a role over money, people or roles waits for
 * another person. Refused with 403 `not_permitted` for a role not below the caller's own, and with
 * 409 `conflict` for another user's username or e-mail.
 */
export const createUser = async (
  tx: Tx,
  { body, by, now }: Acting & { body: NewUser },
  deps: UserDeps & UserApprovers,
) => {
  refuseHigher(by, body.user_role);
  const username = body.username.toLowerCase();
  const creation = userCreation(deps);
  await refuseWhileWaiting(tx, creation.kind, username);
  if (await userByUsername(tx, username)) throw refusalAt('conflict', 'username', USERNAME_TAKEN);
  const because = await gainsInWords(tx, { role: body.user_role });
  const subject = {
    id: username,
    name: `the user ${fullName({ ...body, middle_name: body.middle_name ?? '' })}, ${username}`,
  };
  const changes = [
    { field: 'Role', before: '', after: body.user_role },
    { field: 'Username', before: '', after: username },
  ];
  const asked = { subject, input: body, changes, because, by, now };
  const { message, applied } = await askOrApply(tx, creation, asked, deps.staff);
  const user = applied && (await userByUsername(tx, username));
  return { message, ...(user && applied.invitation && { user: presentUser(user, now), ...applied.invitation }) };
};

/**
 * Confirms that a user is a person of their own, so that they no longer count as the one who made
 * the account. Refused with 403 `not_permitted` to everybody who counts as either.
 */
export const confirmUser = async (tx: Tx, { id, by, now }: Acting & { id: string }) => {
  const user = existing(await lockUser(tx, id), 'user');
  if (await areOnePerson(tx, [id, by.accountId], now)) {
    const message = `You count as one person with ${fullName(user)} or the one who made the account, so somebody else has to confirm.`;
    throw new Refusal('not_permitted', message);
  }
  await noteConfirmed(tx, id, { by, now });
  const subject = { kind: 'user', id, name: user.login };
  await audit(tx, by, { action: 'users.confirm', subject }, now);
  return { message: `${fullName(user)} is confirmed.`, user: presentUser(user, now) };
};
