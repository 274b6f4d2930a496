import { Link } from 'react-router';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/page-title.ts';
import { useStartPage } from '~/lib/start-page.ts';

export const meta = titled('Unauthorized User');

export default function Unauthorized() {
  const start = useStartPage();
  return (
    <>
      <h1 className={styles.title}>Unauthorized User</h1>
      <p className={styles.lead}>
        You are not authorized to see this page. Ask the system administrator if you need it, or sign in as somebody who
        may.
      </p>
      {start && (
        <Link to={start.to} className="button">
          {start.way}
        </Link>
      )}
      <p className={styles.links}>
        <Link to="/contact">Contact the system admin</Link>
        <Link to="/admin/login" state={{ wantsForm: true }}>
          {start ? 'Sign in as somebody else' : 'Go to the sign-in page'}
        </Link>
      </p>
    </>
  );
}
