import type { AnswerOf, createUser } from '@banbo/contract';
import { Link } from 'react-router';
import { SecretLink } from '~/components/record/secret-link.tsx';
import styles from './users.module.css';

type Invited = AnswerOf<typeof createUser>;

/** A user's invitation with its link to copy, shown only once. */
export function Invitation({ invited }: { invited: Invited }) {
  const { user, invitation_link, mailed } = invited;
  // The server gives a path, since it need not know its own address.
  const link = new URL(invitation_link, window.location.origin).href;
  return (
    <section className={styles.invitation} aria-labelledby="invitation-title">
      <h2 id="invitation-title">Invitation for {user.fullname}</h2>
      <p>
        {mailed
          ? `It was sent to ${user.email}. You can also give the link yourself.`
          : 'Copy this link and give it to them in a way that nobody else can read.'}{' '}
        It sets the first password, once, within 24 hours, and is shown only now.
      </p>
      <SecretLink label="Invitation link" link={link} />
      <p>
        <Link to={`/view_system_user/${user.id}`}>View {user.fullname}</Link>
      </p>
    </section>
  );
}
