import type { Db } from '#db/database.ts';
import { audit } from '#domains/audit';
import { accountById } from '../accounts/accounts.repo.ts';

/** Notes that somebody on the staff set their own password. What members and tenants do is not in this log. */
export const auditOwnPassword = async (tx: Db, accountId: string, requestId: string, now: Date): Promise<void> => {
  const account = await accountById(tx, accountId);
  if (account?.kind !== 'staff') return;
  const subject = { kind: 'user', id: accountId, name: account.login };
  await audit(tx, { accountId, login: account.login, requestId }, { action: 'users.set_password', subject }, now);
};
