import { Username, type UsernameCheck } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';
import { auditorByUsername } from '../auditors/auditors.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { USERNAME_TAKEN } from '../users/create-user.ts';
import { maskEmail } from '../users/read-users.ts';
import { userByUsername } from '../users/users.repo.ts';
import { recogniseDevice } from './known-origin.ts';
import { BLOCKED_BY_STAFF, BLOCKED_FOR_A_WHILE, isBlocked } from './sign-in.ts';

/** Usernames: 3 to 40 letters, digits, dots, dashes and underscores, kept in lower case. */
const USERNAME = /^[a-z0-9][a-z0-9._-]{1,38}[a-z0-9]$/;
const EMAIL = /^[^\s\p{Cc}@]{1,64}@[^\s\p{Cc}@]{1,189}$/u;

/** The stored form of a username, or null for a text that cannot be one. */
export const readUsername = (input: string): string | null => {
  const username = input.trim().toLowerCase();
  return USERNAME.test(username) ? username : null;
};

/** An e-mail in lower case, or null for another text. */
export const readEmail = (input: string): string | null => {
  const email = input.trim().toLowerCase();
  return EMAIL.test(email) ? email : null;
};

export const MISSING_CREDENTIALS = 'Missing Username or Password';
/** The final space belongs to the message. */
export const USERNAME_NOT_FOUND = 'Username not found ';

/** An auditor by what the sign-in page asks of a user. */
const auditorOf = async ({ db }: IdentityDeps, name: string) => {
  const auditor = await auditorByUsername(db, name);
  return auditor && { ...auditor, first_name: auditor.fullname, middle_name: '', last_name: '' };
};

/**
 * The next step of the sign-in page for a username. `data` for a first-time user is the setup
 * page's query, with the e-mail masked since strangers may ask. Refused with 400
 * `missing_credentials` when empty.
 */
export const checkUsername = async (
  deps: IdentityDeps,
  { username, marks }: { username: string; marks: readonly string[] },
): Promise<UsernameCheck> => {
  if (username.trim() === '') throw new Refusal('missing_credentials', MISSING_CREDENTIALS);
  const name = readUsername(username);
  const user = name === null ? null : ((await userByUsername(deps.db, name)) ?? (await auditorOf(deps, name)));
  if (!user) return { status: 'not_found', message: USERNAME_NOT_FOUND };
  if (user.status === 'blocked') return { status: 'blocked', message: BLOCKED_BY_STAFF };
  const deviceHash = await recogniseDevice(deps.db, user.id, marks);
  if (await isBlocked(deps, { accountId: user.id, deviceHash })) {
    return { status: 'blocked', message: BLOCKED_FOR_A_WHILE };
  }
  if (user.has_password) return { status: true, message: 'Enter your password.' };
  const data = [user.login, user.first_name, user.middle_name, user.last_name, maskEmail(user.email)];
  return { status: false, message: 'Set your password first, with the code of your invitation.', data };
};

/** Whether a username is free for a new user, and if not, why. */
export const checkNewUsername = async (
  { db }: IdentityDeps,
  username: string,
): Promise<{ status: boolean; message: string }> => {
  const parsed = Username.safeParse(username);
  if (!parsed.success) return { status: false, message: parsed.error.issues[0]?.message ?? 'Not a username.' };
  const taken = (await userByUsername(db, parsed.data.toLowerCase())) !== null;
  return { status: !taken, message: taken ? USERNAME_TAKEN : 'This username is free.' };
};
