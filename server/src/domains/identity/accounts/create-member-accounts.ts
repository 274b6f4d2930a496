import type { Tx } from '#db/database.ts';
import { insertAccounts } from './accounts.repo.ts';

/**
 * Creates accounts for drivers who were customers before, without passwords and without codes for them: each asks for a code
 * when they first sign in, by ‘Forgot password?’ or at the office. `logins` are driver codes; gives the accounts by them.
 */
export const createMemberAccounts = (
  tx: Tx,
  { logins, now }: { logins: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, string>> => insertAccounts(tx, { kind: 'member', role: 'Member', logins, now });
