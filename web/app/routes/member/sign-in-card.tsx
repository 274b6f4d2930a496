import { Outlet } from 'react-router';
import styles from './sign-in-card.module.css';

/** The sign-in pages of members and tenants, within the public site that they come from. */
export default function SignInCard() {
  return (
    <div className={styles.card}>
      <Outlet />
    </div>
  );
}
