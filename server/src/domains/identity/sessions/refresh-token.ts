import { createHmac, timingSafeEqual } from 'node:crypto';
import { hashSecret, newSecret } from '#lib/sealed.ts';
import type { TokenKeys } from './access-token.ts';

/**
 * An opaque refresh token: the family names the session, the secret changes with each use. Both are 256 random bits.
 */
export type RefreshToken = { family: string; secret: string };

const FORM = /^([\w-]{43})\.([\w-]{43})(?:\.([\w-]{22}))?$/;

export const newRefreshToken = (): RefreshToken => ({ family: newSecret(), secret: newSecret() });

/** 132 bits by a key of this server, so that a token that we made is told from a made-up one without the database. */
const markOf = (keys: TokenKeys, { family, secret }: RefreshToken): string =>
  createHmac('sha256', keys.refreshMarks).update(`${family}.${secret}`).digest('base64url').slice(0, 22);

export const writeRefreshToken = (keys: TokenKeys, token: RefreshToken): string =>
  `${token.family}.${token.secret}.${markOf(keys, token)}`;

const isMarked = (keys: TokenKeys, token: RefreshToken, mark: string): boolean =>
  timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(keys, token)));

/**
 * Parses a cookie's text; null for a text of another form. `isOurs` by its mark: tokens of before there were marks, or under
 * another TOKEN_SECRET, may be good without.
 */
export const readRefreshToken = (
  keys: TokenKeys,
  text: string | undefined,
): (RefreshToken & { isOurs: boolean }) | null => {
  const [, family, secret, mark = ''] = FORM.exec(text ?? '') ?? [];
  if (!family || !secret) return null;
  return { family, secret, isOurs: mark !== '' && isMarked(keys, { family, secret }, mark) };
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
