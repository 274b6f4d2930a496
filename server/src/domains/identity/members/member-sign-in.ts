import { isDriverCode, normalizeCarNumber, type Session, type SignInAnswer } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import type { IssuedSession } from '../sessions/open-session.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { type Person, sessionAnswer, signInAnswer } from '../sessions/session-answer.ts';
import type { SignedIn } from '../sign-in/admit.ts';
import type { Origin } from '../sign-in/known-origin.ts';
import { signIn } from '../sign-in/sign-in.ts';
import type { MemberDirectory, MemberRecord } from './member-directory.ts';
import type { MemberMessaging } from './password-texts.ts';

export type MemberDeps = IdentityDeps & MemberMessaging & { members: MemberDirectory };

export const MISSING_MEMBER_FIELDS = 'Missing Car Number, Driver Code or Password';
export const WRONG_MEMBER_CREDENTIALS = 'Wrong Car Number, Driver Code or Password';

type MemberLogin = { carNumber: string; driverCode: string; password: string; persist: boolean; origin: Origin };

const personOf = ({ driverCode, fullname, email }: MemberRecord): Person => ({
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
 * Signs a member in. A car and a code that do not belong together are counted and blocked like an account, as a pair of
 * their own, so that no member is blocked by them. Refused with 400 `missing_credentials` and as `signIn` refuses.
 */
export const signInMember = async (
  deps: MemberDeps,
  attempt: MemberLogin,
): Promise<{ issued: SignedIn; answer: SignInAnswer }> => {
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
