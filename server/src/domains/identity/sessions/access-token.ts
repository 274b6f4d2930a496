import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Id, ROLE_RANK, type Role } from '@banbo/contract';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { TokenKeys } from './token-keys.ts';

/**
 * The claims of an access token. `UserInfo` carries the role with its rank; by the rest a call is checked against the
 * account's present state.
 */
export type AccessClaims = { accountId: string; sessionId: string; epoch: number; role: Role; username: string };

export const ACCESS_TOKEN_SECONDS = 600;

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const ISSUER = 'banbo';

const Payload = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(ISSUER),
  sub: Id,
  sid: Id,
  epoch: z.number().int(),
  exp: z.number(),
});

/** A token good for ten minutes from `now`. */
export const signAccessToken = (keys: TokenKeys, claims: AccessClaims, now: Date): Promise<string> => {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const { accountId, sessionId, epoch, role, username } = claims;
  return new SignJWT({ UserInfo: { role: ROLE_RANK[role], username }, sid: sessionId, epoch })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(ISSUER)
    .setSubject(accountId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(keys.access);
};

/** The one header that tokens of ours have, as it stands in them: nothing about a token is its sender's to choose. */
const HEADER = Buffer.from(JSON.stringify({ alg: ALGORITHM, typ: TYPE })).toString('base64url');

const isSigned = (key: KeyObject, text: string, signature: string): boolean => {
  const expected = Buffer.from(createHmac('sha256', key).update(text).digest('base64url'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const payloadOf = (text: string): z.infer<typeof Payload> | null => {
  const { data } = Payload.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return data ?? null;
};

/**
 * The claims of a token that this server signed, of the right kind and not expired; else null. At once, by the hash that
 * signs it: the library checks in another thread, which costs more than all else that an ordinary call does here.
 */
export const readAccessToken = (
  keys: TokenKeys,
  token: string,
  now: Date,
): { accountId: string; sessionId: string; epoch: number } | null => {
  const [header, payload = '', signature = '', ...more] = token.split('.');
  if (header !== HEADER || more.length > 0 || !isSigned(keys.access, `${header}.${payload}`, signature)) return null;
  const claims = payloadOf(payload);
  if (!claims || claims.exp <= Math.floor(now.getTime() / 1000)) return null;
  return { accountId: claims.sub, sessionId: claims.sid, epoch: claims.epoch };
};
