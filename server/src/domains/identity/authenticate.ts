import type { Person } from '#lib/caller.ts';
import { readAccessToken } from './access-token.ts';
import { accountOfSession } from './accounts.repo.ts';
import type { IdentityDeps } from './deps.ts';

/**
 * Finds a bearer token's caller. The account and its session are read at each call, so a block, an ended session, a
 * changed role or password takes effect on the next one (DESIGN §5).
 */
export const authenticator =
  (deps: IdentityDeps) =>
  async (token: string): Promise<Person | null> => {
    const now = deps.now();
    const claims = await readAccessToken(deps.keys, token, now);
    if (!claims) return null;
    const { accountId, sessionId } = claims;
    const account = await accountOfSession(deps.db, { accountId, sessionId, now });
    if (!account || account.token_epoch !== claims.epoch) return null;
    return { accountId, sessionId, role: account.role, login: account.login };
  };
