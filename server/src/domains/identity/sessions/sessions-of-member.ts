import type { OwnSession } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { accountByLogin } from '../accounts/accounts.repo.ts';
import { presentSession } from './sessions.present.ts';
import { pageOfSessions } from './sessions.repo.ts';

/** More than one person's devices ever are. */
const MOST = { page: 1, size: 200 } as const;

/** Where a member is signed in, by driver code; nowhere without an account. */
export const sessionsOf = async (db: Db, driverCode: string, now: Date): Promise<OwnSession[]> => {
  const account = await accountByLogin(db, 'member', driverCode);
  if (!account) return [];
  const { rows } = await pageOfSessions(db, account.id, MOST, now);
  return rows.map((session) => presentSession(session, ''));
};
