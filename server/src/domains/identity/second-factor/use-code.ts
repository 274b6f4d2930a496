import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { seal, unseal } from '#lib/sealed.ts';
import type { IdentityDeps } from '../deps.ts';
import { newSetupCode, plainCode } from '../passwords/setup-codes.ts';
import type { TokenKeys } from '../sessions/access-token.ts';
import {
  addCodeAttempt,
  type CodeCounter,
  clearCodeCount,
  codesBlockedUntil,
  consumeRecoveryCode,
  consumeStep,
  secondFactorOf,
} from './second-factor.repo.ts';

/** RFC 6238 in the form that all apps know: SHA-1, 6 digits, steps of 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps that phone and server may differ either way. */
const DRIFT = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The secret as apps take it: base32 without padding. */
export const toBase32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};

/** The number of the step at a moment, counted from 1970. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** The code of a step, 6 digits. */
export const codeOfStep = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
};

/** Spaces do not matter: apps show `123 456`. */
const plain = (code: string): string => code.replaceAll(' ', '');

export const isAppCode = (code: string): boolean => /^\d{6}$/.test(plain(code));

/** The step whose code this is, at most one away from now; null for a wrong code. */
export const matchingStep = (secret: Uint8Array, code: string, now: Date): number | null => {
  if (!isAppCode(code)) return null;
  const given = Buffer.from(plain(code));
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => stepAt(now) - DRIFT + index);
  const matches = steps.filter((step) => timingSafeEqual(Buffer.from(codeOfStep(secret, step)), given));
  return matches.at(-1) ?? null;
};

const COUNT = 10;

/** Codes for a lost phone, `K7QX9-M2P4T`: 50 bits, as guesses are counted and people copy them. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => newSetupCode('member'));

/** A recovery code's stored form. Ignores spaces, dashes and case, and corrects misread letters. */
export const hashRecoveryCode = (keys: TokenKeys, accountId: string, code: string): string =>
  createHmac('sha256', keys.recoveryCodes)
    .update(`${accountId}:${plainCode(code)}`)
    .digest('hex');

type Deps = Pick<IdentityDeps, 'keys' | 'now'>;

/** Seals an app's secret together with the account, so that it opens for no other account. */
export const sealSecret = (keys: TokenKeys, accountId: string, secret: Uint8Array): string =>
  seal(keys.secondFactors, { accountId, secret: Buffer.from(secret).toString('base64') });

/** The secret; null if another key (an earlier `TOKEN_SECRET`) or another account sealed it. */
export const unsealSecret = (keys: TokenKeys, accountId: string, sealed: string): Uint8Array | null => {
  try {
    const opened = unseal(keys.secondFactors, sealed) as { accountId: string; secret: string };
    return opened.accountId === accountId ? Buffer.from(opened.secret, 'base64') : null;
  } catch {
    return null;
  }
};

const useAppCode = async (tx: Tx, { keys, now }: Deps, accountId: string, code: string): Promise<boolean> => {
  const sealed = (await secondFactorOf(tx, accountId))?.sealed_secret ?? null;
  const secret = sealed === null ? null : unsealSecret(keys, accountId, sealed);
  const step = secret && matchingStep(secret, code, now());
  return sealed !== null && step !== null && consumeStep(tx, { accountId, secret: sealed, step });
};

/** Uses up a code of the app, or a recovery code, and says which; null if it is wrong or used. */
export const useCode = async (
  tx: Tx,
  deps: Deps,
  accountId: string,
  code: string,
): Promise<'app' | 'recovery code' | null> => {
  if (isAppCode(code)) return (await useAppCode(tx, deps, accountId, code)) ? 'app' : null;
  const codeHash = hashRecoveryCode(deps.keys, accountId, code);
  return (await consumeRecoveryCode(tx, accountId, codeHash)) ? 'recovery code' : null;
};

const MINUTE = 60_000;
const DAY = 86_400_000;

/** A third wrong code blocks for 15 minutes, as a third wrong password does; later ones longer. */
export const MAX_CODES = 3;
const FIRST_BLOCK = 15 * MINUTE;
const LONGEST_BLOCK = DAY;
/** Days until an unchanged count is forgotten: longer than any block, so waiting gains nothing. */
export const CODES_COUNTED_DAYS = 7;

const inWords = (milliseconds: number): string => {
  const minutes = Math.ceil(milliseconds / MINUTE);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
};

/** Says how long no code is taken from here, and whom to ask. */
export const codesBlocked = async (deps: IdentityDeps, counter: CodeCounter): Promise<string> => {
  const until = await codesBlockedUntil(deps.db, counter);
  const left = Math.max(MINUTE, (until?.getTime() ?? 0) - deps.now().getTime());
  return `Too many wrong codes. Please try again in ${inWords(left)} or contact the system administrator.`;
};

/**
 * Counts an attempt before its code is looked at, so that simultaneous ones cannot all be tried.
 * `attempts` is null while blocked; `clear` forgets the count after a right code. A right password
 * does not.
 */
export const countCodeAttempt = async (deps: IdentityDeps, counter: CodeCounter) => {
  const rule = { free: MAX_CODES, firstBlock: FIRST_BLOCK, longestBlock: LONGEST_BLOCK, now: deps.now() };
  const attempts = await addCodeAttempt(deps.db, counter, rule);
  return { attempts, clear: (tx: Tx): Promise<void> => clearCodeCount(tx, counter) };
};

/** The same for a signed-in person, refused with 422 `refused` while blocked. */
export const countOwnCodeAttempt = async (deps: IdentityDeps, counter: CodeCounter) => {
  const { attempts, clear } = await countCodeAttempt(deps, counter);
  if (attempts === null) throw new Refusal('refused', await codesBlocked(deps, counter));
  return { clear };
};
