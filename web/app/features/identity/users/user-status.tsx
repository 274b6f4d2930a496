import { formatInstant, USER_STATUS_LABELS, type User } from '@banbo/contract';
import { StatusBadge } from '~/components/record/fact-list.tsx';

const TONES = { active: 'good', invited: 'waiting', locked: 'bad', blocked: 'bad' } as const;

/** Whether somebody can sign in. */
export function UserStatusBadge({ status }: { status: User['status'] }) {
  return <StatusBadge tone={TONES[status]}>{USER_STATUS_LABELS[status]}</StatusBadge>;
}

/** A user's state, explained in a sentence. */
export const statusSentence = (user: User): string => {
  if (user.status === 'invited') return 'Has not set a password yet.';
  if (user.status === 'blocked') return 'Cannot sign in until somebody of a higher rank unblocks the account.';
  if (user.status === 'locked') {
    return user.locked_until
      ? `Typed a wrong password too often; may try again at ${formatInstant(user.locked_until)}.`
      : 'Typed a wrong password too often.';
  }
  return user.last_login_at ? `Last signed in ${formatInstant(user.last_login_at)}.` : 'Can sign in.';
};
