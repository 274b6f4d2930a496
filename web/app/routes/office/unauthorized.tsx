import { Link } from 'react-router';
import styles from '~/features/identity/sign-in.module.css';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('Unauthorized User');

export default function Unauthorized() {
  return (
    <>
      <h1 className={styles.title}>Unauthorized User</h1>
      <p className={styles.lead}>
        You are not authorized to see this page. Ask the system administrator if you need it, or sign in as somebody who
        may.
      </p>
      <p className={styles.links}>
        <Link to="/contact">Contact the system admin</Link>
        <Link to="/admin/login">Go to the sign-in page</Link>
      </p>
    </>
  );
}
