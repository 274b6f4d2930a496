import { isDriverCode, memberPasswordPath, normalizeCarNumber, type Session, type SignInAnswer } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Texting } from '#domains/messages';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import type { IssuedSession } from '../sessions/open-session.ts';
import { type AccountPerson, sessionAnswer, signInAnswer } from '../sessions/open-session.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import type { Origin } from '../sign-in/known-origin.ts';
import type { SignedInSession } from '../sign-in/sign-in.ts';
import { signIn } from '../sign-in/sign-in.ts';

/** `linksTo`: the web's origin for links in text messages, or null if it is unknown. */
type MemberMessaging = { linksTo: string | null; texting: Texting };

/**
 * The subjects of texts that hold a code; they are withdrawn once another code replaces theirs. The
 * driver code tells the cars of one person apart, whose texts go to one number.
 */
export const welcomeOf = (driverCode: string): string => `Welcome, ${driverCode}`;
export const passwordCodeOf = (driverCode: string): string => `Password code, ${driverCode}`;

/**
 * The link to set a password. It leaves out the car number, which the member enters, since a text
 * message must hold nothing that a stranger may have chosen.
 */
export const passwordPage = (origin: string, code: string): string => origin + memberPasswordPath({ code });

/** A member as signing in and password codes need it. `mobileNumber` is in E.164 form. */
export type MemberRecord = {
  accountId: string;
  driverCode: string;
  fullname: string;
  carNumber: string;
  email: string;
  mobileNumber: string;
};

/**
 * Finds current members: null for an unknown or removed one. The drivers' domain keeps the records
 * and stands in a higher tier, so the wiring passes the directory in.
 */
export type MemberDirectory = {
  /** Finds by a car number in any spelling. */
  ofCar: (db: Db, carNumber: string) => Promise<MemberRecord | null>;
  ofAccount: (db: Db, accountId: string) => Promise<MemberRecord | null>;
};

export type MemberDeps = IdentityDeps & MemberMessaging & { members: MemberDirectory };

export const MISSING_MEMBER_FIELDS = 'Missing Car Number, Driver Code or Password';
export const WRONG_MEMBER_CREDENTIALS = 'Wrong Car Number, Driver Code or Password';

type MemberLogin = { carNumber: string; driverCode: string; password: string; persist: boolean; origin: Origin };

const personOf = ({ driverCode, fullname, email }: MemberRecord): AccountPerson => ({
  username: driverCode,
  pfNumber: driverCode,
  fullname,
  email,
});

const codeOf = ({ driverCode }: MemberLogin): string => driverCode.trim().toUpperCase();

/** The member with this car and this code, in any case; null unless both match. */
const findMember = async ({ db, members }: MemberDeps, attempt: MemberLogin): Promise<MemberRecord | null> => {
  const code = codeOf(attempt);
  if (!isDriverCode(code)) return null;
  const member = await members.ofCar(db, attempt.carNumber);
  return member?.driverCode === code ? member : null;
};

/**
 * Signs a member in. A car and a code that do not belong together are counted and blocked like an
 * account, as a pair of their own, so that no member is blocked by them. Refused with 400
 * `missing_credentials` and as `signIn` refuses.
 */
export const signInMember = async (
  deps: MemberDeps,
  attempt: MemberLogin,
): Promise<{ issued: SignedInSession; answer: SignInAnswer }> => {
  const { carNumber, driverCode, password, persist, origin } = attempt;
  if ([carNumber, driverCode, password].some((text) => text.trim() === '')) {
    throw new Refusal('missing_credentials', MISSING_MEMBER_FIELDS);
  }
  const member = await findMember(deps, attempt);
  const wrong = WRONG_MEMBER_CREDENTIALS;
  const login = `${normalizeCarNumber(carNumber)} ${codeOf(attempt)}`;
  const accountId = member?.accountId ?? null;
  const issued = await signIn(deps, { kind: 'member', login, accountId, password, persist, origin, wrong });
  if (!member) throw new Error('Somebody signed in as no member');
  return { issued, answer: await signInAnswer(deps, issued, personOf(member)) };
};

/** Renews a member's session. Refused with 401 `session_ended`. */
export const refreshMember = async (
  deps: MemberDeps,
  cookie: string | undefined,
): Promise<{ issued: IssuedSession; answer: Session }> => {
  const issued = await refreshSession(deps, 'member', cookie);
  const member = await deps.members.ofAccount(deps.db, issued.account.id);
  if (!member) throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
  return { issued, answer: await sessionAnswer(deps, issued, personOf(member), 'Session renewed') };
};
