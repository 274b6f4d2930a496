import type { OwnSession } from '@banbo/contract';
import type { Session } from './sessions.repo.ts';
import type { User } from './users.repo.ts';

export const fullName = ({ first_name, middle_name, last_name }: User): string =>
  [first_name, middle_name, last_name].filter((part) => part !== '').join(' ');

/** `a***@example.com`: enough for its owner to know it again. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');

export const presentSession = (session: Session, currentId: string): OwnSession => ({
  id: session.id,
  device: session.user_agent,
  address: session.address,
  trusted: session.persist,
  current: session.id === currentId,
  signed_in_at: session.created_at.toISOString(),
  last_used_at: session.last_used_at.toISOString(),
});
