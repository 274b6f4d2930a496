import { Link } from 'react-router';
import styles from '~/components/trouble/notice.module.css';

/** Leads a driver who was taken for a stranger to signing in and back; what was typed is kept for this tab meanwhile. */
export function UnknownNotice({ message }: { message: string }) {
  return (
    <div className={styles.notice} role="alert">
      <p>{message}</p>
      <Link to="/main_login?from=/main_payments" className="button quiet">
        Sign in
      </Link>
    </div>
  );
}
