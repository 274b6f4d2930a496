import { formatInstant, formatPhone, type User } from '@banbo/contract';
import { EmailText, FactList } from '~/components/record/fact-list.tsx';
import { statusSentence, UserStatusBadge } from './user-status.tsx';
import styles from './users.module.css';

/** The record of a staff user. */
export function UserDetails({ user }: { user: User }) {
  return (
    <div className={styles.narrow}>
      <p className={styles.status}>
        <UserStatusBadge status={user.status} /> {statusSentence(user)}
      </p>
      <FactList
        facts={[
          ['Username', user.username],
          ['Role', user.user_role],
          ['E-mail', user.email && <EmailText key="email" email={user.email} />],
          ['Second factor', user.second_factor ? 'On' : 'Off'],
          ['Mobile number', user.mobile_number ? formatPhone(user.mobile_number) : ''],
          ['Created', formatInstant(user.created_at)],
          ['Last login', user.last_login_at ? formatInstant(user.last_login_at) : 'Never'],
        ]}
      />
    </div>
  );
}
