import type { Counting } from '#db/counting.ts';
import type { Claims, Person } from '#lib/caller.ts';
import { accountOfSession } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { readAccessToken } from './access-token.ts';

/** Reads a bearer token without the database, so that forged ones cost it nothing. */
export const tokenReader =
  ({ keys, now }: IdentityDeps) =>
  (token: string): Claims | null =>
    readAccessToken(keys, token, now());

/**
 * Finds the caller of a token and counts the call, of which `counted` counts had room. It reads the account and its session
 * at each call, so a block, an ended session, a changed role or password takes effect on the next one.
 */
export const callerFinder =
  ({ db, now }: IdentityDeps) =>
  async (
    claims: Claims,
    counting: Counting | null,
  ): Promise<{ person: Person; isLimited: boolean; counted: number } | null> => {
    const account = await accountOfSession(db, { ...claims, now: now() }, counting);
    if (!account) return null;
    const { accountId, sessionId } = claims;
    const { role, login, is_limited: isLimited, counted } = account;
    return { person: { accountId, sessionId, role, login }, isLimited, counted };
  };
