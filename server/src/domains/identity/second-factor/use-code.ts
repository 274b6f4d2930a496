import { createHmac } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { seal, unseal } from '#lib/sealed.ts';
import type { IdentityDeps } from '../deps.ts';
import { newSetupCode, plainCode } from '../passwords/setup-codes.ts';
import type { TokenKeys } from '../sessions/access-token.ts';
import { consumeRecoveryCode, consumeStep, secondFactorOf } from './second-factor.repo.ts';
import { isAppCode, matchingStep } from './totp.ts';

const COUNT = 10;

/** New codes for a lost phone, `K7QX9-M2P4T`: 50 bits each, since guesses are counted and people copy them by hand. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => newSetupCode('member'));

/** The stored form of a recovery code. Spaces, dashes and case do not matter, and misread letters are forgiven. */
export const hashRecoveryCode = (keys: TokenKeys, accountId: string, code: string): string =>
  createHmac('sha256', keys.recoveryCodes)
    .update(`${accountId}:${plainCode(code)}`)
    .digest('hex');

type Deps = Pick<IdentityDeps, 'keys' | 'now'>;

/** An app's secret as it is stored. The account is sealed with it, so that no row's secret is good in another's. */
export const sealSecret = (keys: TokenKeys, accountId: string, secret: Uint8Array): string =>
  seal(keys.secondFactors, { accountId, secret: Buffer.from(secret).toString('base64') });

/** The secret; null for one that another key sealed, as after a new `TOKEN_SECRET`, or for another account. */
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

/** Uses up a code of the account's app, or one of its recovery codes, and says which it was; null for a wrong or used one. */
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
