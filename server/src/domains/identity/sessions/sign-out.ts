import type { IdentityDeps } from '../deps.ts';
import { familyHash, readRefreshToken } from './refresh-token.ts';
import { deleteSessionOfFamily } from './sessions.repo.ts';

/** Ends the sessions of the browser's refresh cookies; texts that are no tokens are ignored. */
export const signOut = async (deps: IdentityDeps, cookies: readonly (string | undefined)[]): Promise<void> => {
  for (const cookie of cookies) {
    const refresh = readRefreshToken(cookie);
    if (refresh) await deleteSessionOfFamily(deps.db, familyHash(refresh));
  }
};
