import { isDriverCode, normalizeCarNumber, type Session, type SignInAnswer } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import {
  type IdentityDeps,
  type Opened,
  type Origin,
  type Person,
  refreshSession,
  type SignedIn,
  sessionAnswer,
  signIn,
  signInAnswer,
} from '#domains/identity';
import { Refusal } from '#lib/refusal.ts';
import { wholeGlimpse } from './drivers.present.ts';
import { type DriverWithPlans, driverOfAccount, findCurrentDriver } from './drivers.repo.ts';
import type { MemberMessaging } from './texting.ts';

export type MemberDeps = IdentityDeps & MemberMessaging;

export const MISSING_MEMBER_FIELDS = 'Missing Car Number, Driver Code or Password';
export const WRONG_MEMBER_CREDENTIALS = 'Wrong Car Number, Driver Code or Password';

type MemberLogin = { carNumber: string; driverCode: string; password: string; persist: boolean; origin: Origin };

const personOf = (driver: DriverWithPlans): Person => ({
  username: driver.driver_code,
  pfNumber: driver.driver_code,
  fullname: wholeGlimpse(driver).fullname,
  email: driver.email,
});

const codeOf = ({ driverCode }: MemberLogin): string => driverCode.trim().toUpperCase();

/** The driver whose car and code both are as typed, in any case; else null. */
const driverOf = async (db: Db, attempt: MemberLogin): Promise<DriverWithPlans | null> => {
  const code = codeOf(attempt);
  if (!isDriverCode(code)) return null;
  const driver = await findCurrentDriver(db, attempt);
  return driver?.driver_code === code ? driver : null;
};

/**
 * Signs a member in. A car and a code that do not belong together are counted and blocked like an account's,
 * as a pair of their own that counts against nobody. Refused with 400 `missing_credentials` and as `signIn` refuses.
 */
export const signInMember = async (
  deps: MemberDeps,
  attempt: MemberLogin,
): Promise<{ opened: SignedIn; answer: SignInAnswer }> => {
  const { carNumber, driverCode, password, persist, origin } = attempt;
  if ([carNumber, driverCode, password].some((typed) => typed.trim() === '')) {
    throw new Refusal('missing_credentials', MISSING_MEMBER_FIELDS);
  }
  const driver = await driverOf(deps.db, attempt);
  const wrong = WRONG_MEMBER_CREDENTIALS;
  const login = `${normalizeCarNumber(carNumber)} ${codeOf(attempt)}`;
  const accountId = driver?.account_id ?? null;
  const opened = await signIn(deps, { kind: 'member', login, accountId, password, persist, origin, wrong });
  if (!driver) throw new Error('Somebody signed in as no driver');
  return { opened, answer: await signInAnswer(deps, opened, personOf(driver)) };
};

/** Renews a member's session. Refused with 401 `session_ended`. */
export const refreshMember = async (
  deps: MemberDeps,
  cookie: string | undefined,
): Promise<{ opened: Opened; answer: Session }> => {
  const opened = await refreshSession(deps, 'member', cookie);
  const driver = await driverOfAccount(deps.db, opened.account.id);
  if (!driver) throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
  return { opened, answer: await sessionAnswer(deps, opened, personOf(driver), 'Session renewed') };
};
