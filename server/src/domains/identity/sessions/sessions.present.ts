import type { OwnSession } from '@banbo/contract';
import type { Session } from './sessions.repo.ts';

export const presentSession = (session: Session, currentId: string): OwnSession => ({
  id: session.id,
  device: session.user_agent,
  address: session.address,
  trusted: session.persist,
  current: session.id === currentId,
  signed_in_at: session.created_at.toISOString(),
  last_used_at: session.last_used_at.toISOString(),
});
