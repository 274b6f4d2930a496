import type { Db } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { accountById } from './accounts.repo.ts';

/** The account as the author of changes that it queued, as it is at this moment; null when it is blocked or deleted. */
export const findAuthor = async (db: Db, accountId: string): Promise<Omit<Author, 'requestId'> | null> => {
  const account = await accountById(db, accountId);
  return account?.status === 'active' ? { accountId, role: account.role, login: account.login } : null;
};
