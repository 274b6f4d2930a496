import { Id, ROLE_RANK, type Role } from '@banbo/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
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

const Claims = z.object({ sub: Id, sid: Id, epoch: z.number().int(), exp: z.number() });

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

type Verified = { accountId: string; sessionId: string; epoch: number; expiresAt: number };

const verify = async (keys: TokenKeys, token: string, now: Date): Promise<Verified | null> => {
  try {
    const { payload } = await jwtVerify(token, keys.access, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: ISSUER,
      requiredClaims: ['exp'],
      currentDate: now,
    });
    const { success, data } = Claims.safeParse(payload);
    return success ? { accountId: data.sub, sessionId: data.sid, epoch: data.epoch, expiresAt: data.exp } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
};

const MAX_VERIFIED = 1_000;

/** Recently verified tokens, the oldest first: verifying one takes longer than an ordinary call's own work. */
const verified = new WeakMap<TokenKeys, Map<string, Verified>>();

/** The claims of a token that this server signed, of the right kind and not expired; else null. */
export const readAccessToken = async (
  keys: TokenKeys,
  token: string,
  now: Date,
): Promise<{ accountId: string; sessionId: string; epoch: number } | null> => {
  const known = verified.get(keys) ?? new Map<string, Verified>();
  verified.set(keys, known);
  const claims = known.get(token) ?? (await verify(keys, token, now));
  if (!claims || claims.expiresAt <= Math.floor(now.getTime() / 1000)) {
    known.delete(token);
    return null;
  }
  known.set(token, claims);
  const [oldest] = known.size > MAX_VERIFIED ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  return claims;
};
