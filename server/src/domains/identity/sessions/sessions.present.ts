import type { OwnSession } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { accountByLogin } from '../accounts/accounts.repo.ts';
import { pageOfSessions, type Session } from './sessions.repo.ts';

export const presentSession = (session: Session, currentId: string): OwnSession => ({
  id: session.id,
  device: session.user_agent,
  address: session.address,
  trusted: session.persist,
  current: session.id === currentId,
  signed_in_at: session.created_at.toISOString(),
  last_used_at: session.last_used_at.toISOString(),
});

/** More than one person's devices ever are. */
const MOST = { page: 1, size: 200 } as const;

/** Where a member is signed in, by driver code; nowhere without an account. */
export const sessionsOf = async (db: Db, driverCode: string, now: Date): Promise<OwnSession[]> => {
  const account = await accountByLogin(db, 'member', driverCode);
  if (!account) return [];
  const { rows } = await pageOfSessions(db, account.id, MOST, now);
  return rows.map((session) => presentSession(session, ''));
};
