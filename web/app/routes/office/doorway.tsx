import { Outlet } from 'react-router';
import { SiteMark } from '~/components/site-mark.tsx';
import { SiteName } from '~/components/site-name.tsx';
import styles from './doorway.module.css';

/** Where people come in: the sign-in pages, on a card beside the company's sign. */
export default function Doorway() {
  return (
    <div className={styles.doorway}>
      <header className={styles.sign}>
        <SiteName />
        <p className={styles.motto}>Your Security Our Concern</p>
        <SiteMark className={styles.shield} />
      </header>
      <main className={styles.main}>
        <div className={styles.card}>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
