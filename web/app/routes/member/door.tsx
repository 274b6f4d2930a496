import { Outlet } from 'react-router';
import styles from './door.module.css';

/** The sign-in pages of members and tenants, within the public site that they come from. */
export default function MemberDoor() {
  return (
    <main className={styles.door}>
      <div className={styles.card}>
        <Outlet />
      </div>
    </main>
  );
}
