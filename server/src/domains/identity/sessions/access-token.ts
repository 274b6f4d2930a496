import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Id, permissionsOf, ROLE_RANK, type Role } from '@banbo/contract';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Counting } from '#db/list/list-sql.ts';
import type { Person, TokenPayload } from '#lib/caller.ts';
import { gathered } from '#lib/gather.ts';
import { hashSecret, newSecret } from '#lib/sealed.ts';
import { accountsOfSessions } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';

/** A key for each use, from one setting. Key objects: hashing by bytes takes four times as long. */
export type TokenKeys = {
  access: KeyObject;
  refresh: KeyObject;
  refreshMarks: KeyObject;
  logins: KeyObject;
  challenges: KeyObject;
  recoveryCodes: KeyObject;
  /** As text, which sealing takes. */
  secondFactors: string;
};

/** `secret` is the setting TOKEN_SECRET, at least 32 characters. */
export const tokenKeys = (secret: string): TokenKeys => {
  const derive = (use: string) => createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', use, 32)));
  return {
    access: derive('banbo access token'),
    refresh: derive('banbo refresh token'),
    refreshMarks: derive('banbo refresh token mark'),
    logins: derive('banbo unknown login'),
    challenges: derive('banbo sign-in challenge'),
    recoveryCodes: derive('banbo recovery code'),
    secondFactors: derive('banbo second factor').export().toString('base64'),
  };
};

/** An access token's payload; each call compares it with the account's present state. */
export type AccessTokenPayload = { accountId: string; sessionId: string; epoch: number; role: Role; username: string };

export const ACCESS_TOKEN_SECONDS = 600;

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const ISSUER = 'banbo';

const PayloadSchema = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(ISSUER),
  sub: Id,
  sid: Id,
  epoch: z.number().int(),
  exp: z.number(),
});

/** A token good for ten minutes from `now`. */
export const signAccessToken = (keys: TokenKeys, payload: AccessTokenPayload, now: Date): Promise<string> => {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const { accountId, sessionId, epoch, role, username } = payload;
  return new SignJWT({ UserInfo: { role: ROLE_RANK[role], username }, sid: sessionId, epoch })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(ISSUER)
    .setSubject(accountId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(keys.access);
};

/** The only header of our tokens: senders choose no part of it. */
const HEADER = Buffer.from(JSON.stringify({ alg: ALGORITHM, typ: TYPE })).toString('base64url');

const isSigned = (key: KeyObject, text: string, signature: string): boolean => {
  const expected = Buffer.from(createHmac('sha256', key).update(text).digest('base64url'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const payloadOf = (text: string): z.infer<typeof PayloadSchema> | null => {
  const { data } = PayloadSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return data ?? null;
};

/**
 * The payload of a token that this server signed, of the right kind and not expired; else null. At
 * once, by the hash that signs it: the library checks in another thread, which costs more than all
 * else that an ordinary call does here.
 */
export const readAccessToken = (
  keys: TokenKeys,
  token: string,
  now: Date,
): { accountId: string; sessionId: string; epoch: number } | null => {
  const [header, body = '', signature = '', ...more] = token.split('.');
  if (header !== HEADER || more.length > 0 || !isSigned(keys.access, `${header}.${body}`, signature)) return null;
  const payload = payloadOf(body);
  if (!payload || payload.exp <= Math.floor(now.getTime() / 1000)) return null;
  return { accountId: payload.sub, sessionId: payload.sid, epoch: payload.epoch };
};

/** Reads a bearer token without the database, so that forged ones cost it nothing. */
export const tokenReader =
  ({ keys, now }: IdentityDeps) =>
  (token: string): TokenPayload | null =>
    readAccessToken(keys, token, now());

/** Simultaneous statements that look callers up; a second one, so that a slow one delays few. */
const IN_FLIGHT = 2;

/**
 * Finds the caller of a token and counts the call, of which `counted` counts had room. It reads the
 * account and its session for each call, after the call came, so a block, an ended session, a
 * changed role, permission or password takes effect on the next one, on every server. Calls that
 * count nothing share a statement with others that come at the same time.
 */
export const callerFinder = ({ db, now }: IdentityDeps) => {
  const find = gathered((asked: readonly TokenPayload[]) => accountsOfSessions(db, asked, now()), IN_FLIGHT);
  return async (
    payload: TokenPayload,
    counting: Counting | null,
  ): Promise<{ person: Person; isLimited: boolean; counted: number } | null> => {
    const account = counting ? (await accountsOfSessions(db, [payload], now(), counting))[0] : await find(payload);
    if (!account) return null;
    const { accountId, sessionId } = payload;
    const { role, login, differences, is_limited: isLimited, counted } = account;
    const permissions = permissionsOf(role, differences);
    return { person: { accountId, sessionId, role, permissions, login }, isLimited, counted };
  };
};

/** A refresh token: the family names the session, the secret changes; both 256 random bits. */
export type RefreshToken = { family: string; secret: string };

const FORM = /^([\w-]{43})\.([\w-]{43})(?:\.([\w-]{22}))?$/;

export const newRefreshToken = (): RefreshToken => ({ family: newSecret(), secret: newSecret() });

/** 132 bits by the server's key, which reveal made-up tokens without the database. */
const markOf = (keys: TokenKeys, { family, secret }: RefreshToken): string =>
  createHmac('sha256', keys.refreshMarks).update(`${family}.${secret}`).digest('base64url').slice(0, 22);

export const writeRefreshToken = (keys: TokenKeys, token: RefreshToken): string =>
  `${token.family}.${token.secret}.${markOf(keys, token)}`;

const isMarked = (keys: TokenKeys, token: RefreshToken, mark: string): boolean =>
  timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(keys, token)));

/**
 * Parses a cookie's text; null for a text of another form. `isOurs` by its mark: tokens of before
 * there were marks, or under another TOKEN_SECRET, may be good without.
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
 * The token that follows this one. It is computed and not random, so that every holder of the old
 * token gets the same new one, although only hashes are stored.
 */
export const successorOf = (keys: TokenKeys, { family, secret }: RefreshToken): RefreshToken => ({
  family,
  secret: createHmac('sha256', keys.refresh).update(`${family}.${secret}`).digest('base64url'),
});

export const familyHash = ({ family }: RefreshToken): string => hashSecret(family);
export const secretHash = ({ secret }: RefreshToken): string => hashSecret(secret);
