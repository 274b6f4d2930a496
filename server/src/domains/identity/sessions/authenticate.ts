import type { Claims, Person } from '#lib/caller.ts';
import { accountOfSession } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { readAccessToken } from './access-token.ts';

/** Reads a bearer token without the database, so that forged ones cost it nothing. */
export const tokenReader =
  ({ keys, now }: IdentityDeps) =>
  (token: string): Promise<Claims | null> =>
    readAccessToken(keys, token, now());

/**
 * Finds the caller of a token. It reads the account and its session at each call, so a block, an ended session, a
 * changed role or password takes effect on the next one.
 */
export const callerFinder =
  (deps: IdentityDeps) =>
  async ({ accountId, sessionId, epoch }: Claims): Promise<Person | null> => {
    const account = await accountOfSession(deps.db, { accountId, sessionId, now: deps.now() });
    if (!account || account.token_epoch !== epoch) return null;
    return { accountId, sessionId, role: account.role, login: account.login };
  };
