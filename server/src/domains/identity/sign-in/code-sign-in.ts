import { Refusal } from '#lib/refusal.ts';
import { accountById, lockAccount } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { claimCodeAttempt, codesBlocked, MAX_CODES } from '../second-factor/code-attempts.ts';
import { useCode } from '../second-factor/use-code.ts';
import { admit, type SignedIn } from './admit.ts';
import { readChallenge } from './challenge.ts';
import { type Origin, recogniseDevice } from './known-origin.ts';
import { noteAccepted, noteRefusedCode } from './note-sign-in.ts';
import { blocked } from './sign-in.ts';

export const PASSWORD_AGAIN = 'That took too long, or your access has changed. Please enter your password again.';
export const WRONG_CODE = 'This code is wrong or was used before. Please wait for the next one.';

/** The challenge's two halves: the page's and the browser's. */
type CodeSignIn = {
  challenge: string;
  browser: string | undefined;
  code: string;
  persist: boolean;
  origin: Origin;
};

const passwordAgain = (): Refusal => new Refusal('session_ended', PASSWORD_AGAIN);

/**
 * The second step of staff's sign-in: opens a session for a challenge and a code of the account's app, or a recovery code.
 * Wrong codes are counted before they are looked at, apart from wrong passwords: a right password forgets only those.
 * Refused with 401: `session_ended` for a challenge that is not this browser's or no longer good, `wrong_credentials`, and
 * `account_blocked`.
 */
export const signInWithCode = async (
  deps: IdentityDeps,
  { challenge, browser, code, persist, origin }: CodeSignIn,
): Promise<SignedIn> => {
  const given = readChallenge(deps.keys, { text: challenge, browser }, deps.now());
  const account = given && (await accountById(deps.db, given.accountId));
  if (account?.status !== 'active' || account.token_epoch !== given?.epoch) throw passwordAgain();
  const accountId = account.id;
  const deviceHash = await recogniseDevice(deps.db, accountId, origin.marks);
  const counter = { accountId, deviceHash };
  const { attempts, clear } = await claimCodeAttempt(deps, counter);
  if (attempts === null) throw blocked(await codesBlocked(deps, counter));
  const signedIn = await deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId);
    const used = await useCode(tx, deps, accountId, code);
    if (used === null) return null;
    await clear(tx);
    const now = deps.now();
    const admitted = await admit(tx, deps.keys, { account, persist, origin, now });
    if (!admitted) throw passwordAgain();
    await noteAccepted(tx, { account, origin, persist, how: `password and ${used}` }, now);
    return admitted;
  });
  if (signedIn) return signedIn;
  await noteRefusedCode(deps.db, { account, origin }, deps.now());
  if (attempts >= MAX_CODES) throw blocked(await codesBlocked(deps, counter));
  throw new Refusal('wrong_credentials', WRONG_CODE, { login_attempts: attempts, account_blocked: false });
};
