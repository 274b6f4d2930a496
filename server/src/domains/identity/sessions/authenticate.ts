import type { Counting } from '#db/counting.ts';
import type { Claims, Person } from '#lib/caller.ts';
import { gathered } from '#lib/gather.ts';
import { accountsOfSessions } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { readAccessToken } from './access-token.ts';

/** Reads a bearer token without the database, so that forged ones cost it nothing. */
export const tokenReader =
  ({ keys, now }: IdentityDeps) =>
  (token: string): Claims | null =>
    readAccessToken(keys, token, now());

/** Statements for who asks that are on their way at a time; a second one, so that a slow one holds up few. */
const IN_FLIGHT = 2;

/**
 * Finds the caller of a token and counts the call, of which `counted` counts had room. It reads the account and its session
 * for each call, after the call came, so a block, an ended session, a changed role or password takes effect on the next one,
 * on every server. Calls that count nothing share a statement with others that come at the same time.
 */
export const callerFinder = ({ db, now }: IdentityDeps) => {
  const find = gathered((asked: readonly Claims[]) => accountsOfSessions(db, asked, now()), IN_FLIGHT);
  return async (
    claims: Claims,
    counting: Counting | null,
  ): Promise<{ person: Person; isLimited: boolean; counted: number } | null> => {
    const account = counting ? (await accountsOfSessions(db, [claims], now(), counting))[0] : await find(claims);
    if (!account) return null;
    const { accountId, sessionId } = claims;
    const { role, login, is_limited: isLimited, counted } = account;
    return { person: { accountId, sessionId, role, login }, isLimited, counted };
  };
};
