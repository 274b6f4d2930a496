import type { Db } from '#db/database.ts';
import type { IdentityDeps } from '../deps.ts';
import { familyHash, readRefreshToken } from './refresh-token.ts';
import { deleteSessionOfFamily } from './sessions.repo.ts';
import type { TokenKeys } from './token-keys.ts';

/** Ends the session of a refresh cookie; a text that is no token is ignored. */
export const endSessionOf = async (db: Db, keys: TokenKeys, cookie: string | undefined): Promise<void> => {
  const refresh = readRefreshToken(keys, cookie);
  if (refresh) await deleteSessionOfFamily(db, familyHash(refresh));
};

/** Ends the sessions of the browser's refresh cookies. */
export const signOut = async (deps: IdentityDeps, cookies: readonly (string | undefined)[]): Promise<void> => {
  for (const cookie of cookies) await endSessionOf(deps.db, deps.keys, cookie);
};
