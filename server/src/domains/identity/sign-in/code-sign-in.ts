import { createHmac, timingSafeEqual } from 'node:crypto';
import { Id } from '@banbo/contract';
import { z } from 'zod';
import { Refusal } from '#lib/refusal.ts';
import { hashSecret, newSecret } from '#lib/sealed.ts';
import { accountById, isGood, lockAccount } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { codesBlocked, countCodeAttempt, MAX_CODES, useCode } from '../second-factor/use-code.ts';
import type { TokenKeys } from '../sessions/access-token.ts';
import { noteAccepted, noteRefusedCode, type Origin, recogniseDevice } from './known-origin.ts';
import { blocked, openProvedSession, type SignedInSession } from './sign-in.ts';

/** Seconds between the password and the code. */
export const CHALLENGE_SECONDS = 300;

const Content = z.object({ account: Id, epoch: z.number().int(), browser: z.string(), until: z.number() });

/**
 * The proof of a right password that waits for its code. `text` goes through the page, `browser` is
 * a secret in a cookie that scripts cannot read; neither is good without the other, and neither is
 * a session.
 */
export type Challenge = { text: string; browser: string };

const sign = (keys: TokenKeys, content: string): Buffer =>
  createHmac('sha256', keys.challenges).update(content).digest();

/** A challenge for the account as it is: a new password, another role or a block invalidates it. */
export const newChallenge = (
  keys: TokenKeys,
  { id: account, token_epoch: epoch }: { id: string; token_epoch: number },
  now: Date,
): Challenge => {
  const browser = newSecret();
  const until = now.getTime() + CHALLENGE_SECONDS * 1000;
  const content = JSON.stringify({ account, epoch, browser: hashSecret(browser), until });
  const text = [Buffer.from(content), sign(keys, content)].map((part) => part.toString('base64url')).join('.');
  return { text, browser };
};

const contentOf = (keys: TokenKeys, text: string): z.infer<typeof Content> | null => {
  const [content = Buffer.of(), given = Buffer.of()] = text.split('.').map((part) => Buffer.from(part, 'base64url'));
  const expected = sign(keys, content.toString());
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Content.safeParse(JSON.parse(content.toString())).data ?? null;
};

/** Account and epoch of our challenge to this browser, if under five minutes old; else null. */
const readChallenge = (
  keys: TokenKeys,
  { text, browser }: { text: string; browser: string | undefined },
  now: Date,
): { accountId: string; epoch: number } | null => {
  const content = contentOf(keys, text);
  if (!content || content.until <= now.getTime() || content.browser !== hashSecret(browser ?? '')) return null;
  return { accountId: content.account, epoch: content.epoch };
};

export const PASSWORD_AGAIN = 'That took too long, or your access has changed. Please enter your password again.';
export const WRONG_SIGN_IN_CODE = 'This code is wrong or was used before. Please wait for the next one.';

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
 * The second step of staff's sign-in: opens a session for a challenge and a code of the account's
 * app, or a recovery code. Wrong codes are counted before they are looked at, apart from wrong
 * passwords: a right password forgets only those. Refused with 401: `session_ended` for a challenge
 * that is not this browser's or no longer good, `wrong_credentials`, and `account_blocked`.
 */
export const signInWithCode = async (
  deps: IdentityDeps,
  { challenge, browser, code, persist, origin }: CodeSignIn,
): Promise<SignedInSession> => {
  const given = readChallenge(deps.keys, { text: challenge, browser }, deps.now());
  const account = given && (await accountById(deps.db, given.accountId));
  if (!account || !isGood(account, deps.now()) || account.token_epoch !== given?.epoch) throw passwordAgain();
  const accountId = account.id;
  const deviceHash = await recogniseDevice(deps.db, accountId, origin.marks);
  const counter = { accountId, deviceHash };
  const { attempts, clear } = await countCodeAttempt(deps, counter);
  if (attempts === null) throw blocked(await codesBlocked(deps, counter));
  const signedIn = await deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId);
    const used = await useCode(tx, deps, accountId, code);
    if (used === null) return null;
    await clear(tx);
    const now = deps.now();
    const opened = await openProvedSession(tx, deps.keys, { account, persist, origin, now });
    if (!opened) throw passwordAgain();
    await noteAccepted(tx, { account, origin, persist, how: `password and ${used}` }, now);
    return opened;
  });
  if (signedIn) return signedIn;
  await noteRefusedCode(deps.db, { account, origin }, deps.now());
  if (attempts >= MAX_CODES) throw blocked(await codesBlocked(deps, counter));
  throw new Refusal('wrong_credentials', WRONG_SIGN_IN_CODE, { login_attempts: attempts, account_blocked: false });
};
