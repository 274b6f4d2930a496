import { Outlet } from 'react-router';
import styles from './sign-in-card.module.css';

/** The card of members' and tenants' sign-in pages, within the public site. */
export default function SignInCard() {
  return (
    <div className={styles.card}>
      <Outlet />
    </div>
  );
}
