import { fullName, type User as UserAnswer } from '@banbo/contract';
import type { User } from './users.repo.ts';

/** `a***@example.com`: enough for its owner to recognise it. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***');

const lockedUntil = ({ blocked_until }: User, now: Date): Date | null =>
  blocked_until !== null && blocked_until > now ? blocked_until : null;

const statusOf = (user: User, now: Date): UserAnswer['status'] => {
  if (user.status === 'blocked') return 'blocked';
  if (lockedUntil(user, now)) return 'locked';
  return user.has_password ? 'active' : 'invited';
};

export const presentUser = (user: User, now: Date): UserAnswer => ({
  id: user.id,
  username: user.login,
  first_name: user.first_name,
  middle_name: user.middle_name,
  last_name: user.last_name,
  fullname: fullName(user),
  email: user.email,
  mobile_number: user.mobile_number,
  user_role: user.role,
  status: statusOf(user, now),
  locked_until: lockedUntil(user, now)?.toISOString() ?? null,
  second_factor: user.has_second_factor,
  created_at: user.created_at.toISOString(),
  last_login_at: user.last_login_at?.toISOString() ?? null,
});
