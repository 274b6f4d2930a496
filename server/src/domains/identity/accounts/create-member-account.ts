import type { Tx } from '#db/database.ts';
import { issueSetupCode } from '../passwords/issue-setup-code.ts';
import { insertAccount } from './accounts.repo.ts';

/**
 * Creates an account for a new driver, with the code that sets its first password within 24 hours. `login` is the
 * driver code.
 */
export const createMemberAccount = async (
  tx: Tx,
  { login, now }: { login: string; now: Date },
): Promise<{ accountId: string; setupCode: string }> => {
  const accountId = await insertAccount(tx, { kind: 'member', login: login.toUpperCase(), role: 'Member', now });
  return { accountId, setupCode: await issueSetupCode(tx, { accountId, kind: 'member', now }) };
};
