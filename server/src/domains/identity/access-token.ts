import { ROLE_RANK, type Role } from '@banbo/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { TokenKeys } from './token-keys.ts';

/** SPEC §3: `UserInfo` with the role's rank; the rest lets a call be checked against the account as it is now. */
export type AccessClaims = { accountId: string; sessionId: string; epoch: number; role: Role; username: string };

export const ACCESS_TOKEN_SECONDS = 600;

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const ISSUER = 'banbo';

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

/** What a token that this server signed, of the right kind and not expired, speaks of; else null. */
export const readAccessToken = async (
  keys: TokenKeys,
  token: string,
  now: Date,
): Promise<{ accountId: string; sessionId: string; epoch: number } | null> => {
  try {
    const { payload } = await jwtVerify<{ sid: string; epoch: number }>(token, keys.access, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: ISSUER,
      requiredClaims: ['sub', 'exp', 'sid', 'epoch'],
      currentDate: now,
    });
    return { accountId: payload.sub ?? '', sessionId: payload.sid, epoch: payload.epoch };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
};
