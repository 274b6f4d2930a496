import { createHmac } from 'node:crypto';
import { newSetupCode, plainCode } from '../passwords/setup-codes.ts';
import type { TokenKeys } from '../sessions/token-keys.ts';

const COUNT = 10;

/** New codes for a lost phone, `K7QX9-M2P4T`: 50 bits each, since guesses are counted and people copy them by hand. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, () => newSetupCode('member'));

/** The stored form of a recovery code. Spaces, dashes and case do not matter, and misread letters are forgiven. */
export const hashRecoveryCode = (keys: TokenKeys, accountId: string, code: string): string =>
  createHmac('sha256', keys.recoveryCodes)
    .update(`${accountId}:${plainCode(code)}`)
    .digest('hex');
