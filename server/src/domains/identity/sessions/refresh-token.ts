import { createHmac } from 'node:crypto';
import { hashSecret, newSecret } from '#lib/secret.ts';
import type { TokenKeys } from './token-keys.ts';

/**
 * An opaque refresh token: the family names the session, the secret changes with each use. Both are 256 random bits.
 */
export type RefreshToken = { family: string; secret: string };

const FORM = /^([\w-]{43})\.([\w-]{43})$/;

export const newRefreshToken = (): RefreshToken => ({ family: newSecret(), secret: newSecret() });

export const writeRefreshToken = ({ family, secret }: RefreshToken): string => `${family}.${secret}`;

/** Parses a cookie's text; null for a text of another form. */
export const readRefreshToken = (text: string | undefined): RefreshToken | null => {
  const [, family, secret] = FORM.exec(text ?? '') ?? [];
  return family && secret ? { family, secret } : null;
};

/**
 * The token that follows this one. It is computed and not random, so that every holder of the old token gets the same
 * new one, although only hashes are stored.
 */
export const successorOf = (keys: TokenKeys, { family, secret }: RefreshToken): RefreshToken => ({
  family,
  secret: createHmac('sha256', keys.refresh).update(`${family}.${secret}`).digest('base64url'),
});

export const familyHash = ({ family }: RefreshToken): string => hashSecret(family);
export const secretHash = ({ secret }: RefreshToken): string => hashSecret(secret);
