import {
  fullName,
  type NewUser,
  NewUser as NewUserInput,
  namesInPlace,
  normalizePhone,
  outranks,
  permissionInWords,
  type StaffRole,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { type Approvers, askOrApply, defineApproval, refuseWhileWaiting } from '#domains/approvals';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import type { UserDeps } from '../deps.ts';
import { gainedOfTwo } from '../roles/role-permissions.ts';
import { type Acting, issueInvitation } from './invite-user.ts';
import { presentUser } from './read-users.ts';
import { addUser, type UserRow, userById, userByUsername } from './users.repo.ts';

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

/** A sentence for what a role brings of permissions that take two people; null for nothing. */
export const whyRoleWaits = async (db: Db, roles: Parameters<typeof gainedOfTwo>[1]): Promise<string | null> => {
  const [first] = await gainedOfTwo(db, roles);
  return first === undefined
    ? null
    : `${roles.role} may do what takes two people, such as ${permissionInWords(first)}.`;
};

type People = { askedBy: { login: string; accountId: string }; by: Caller };

/** The owner's message of a user or role over money, which says what to do where one was alone. */
export const toldToOwner = (login: string, did: string, { askedBy, by }: People): string =>
  askedBy.accountId === by.accountId
    ? `${did}, by ${by.login} alone. Do you know this person? If so, have 'npm run confirm -- ${login}' run on the server; if not, have the account blocked.`
    : `${did}, by ${askedBy.login}, approved by ${by.login}.`;

const storeUser = async (
  tx: Tx,
  { username, user_role, ...given }: NewUser,
  { by, askedBy, now }: People & { now: Date },
): Promise<UserRow> => {
  const login = username.toLowerCase();
  const { middle_name = '', mobile_number: mobile = '' } = given;
  const profile = { ...given, ...namesInPlace(given), middle_name, mobile_number: normalizePhone(mobile) ?? '' };
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
        const did = `New user ${user.login}, ${user.role}`;
        await deps.tellOwner(tx, toldToOwner(user.login, did, { askedBy, by }), now);
      }
      if (isOfTwo)
        return { message: `The user ${user.login} was created. ${askedBy.login} can make the invitation now.` };
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
  { userCreation: creation, staff }: Approvers & { userCreation: ReturnType<typeof userCreation> },
) => {
  refuseHigher(by, body.user_role);
  const username = body.username.toLowerCase();
  await refuseWhileWaiting(tx, creation.kind, username);
  if (await userByUsername(tx, username)) throw refusalAt('conflict', 'username', USERNAME_TAKEN);
  const because = await whyRoleWaits(tx, { role: body.user_role });
  const subject = {
    id: username,
    name: `the user ${fullName({ ...body, middle_name: body.middle_name ?? '' })}, ${username}`,
  };
  const changes = [
    { field: 'Role', before: '', after: body.user_role },
    { field: 'Username', before: '', after: username },
  ];
  const asked = { subject, input: body, changes, because, by, now };
  const { message, applied } = await askOrApply(tx, creation, asked, staff);
  const user = applied && (await userByUsername(tx, username));
  return { message, ...(user && applied.invitation && { user: presentUser(user, now), ...applied.invitation }) };
};
