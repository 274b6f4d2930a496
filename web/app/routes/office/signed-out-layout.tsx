import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { SiteMark } from '~/components/site-mark.tsx';
import { SiteName } from '~/components/site-name.tsx';
import styles from './signed-out-layout.module.css';

/** Sets the sign-in pages on a card beside the company’s sign. */
export default function SignedOutLayout({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.sign}>
        <SiteName />
        <p className={styles.motto}>Your Security Our Concern</p>
        <SiteMark className={styles.shield} />
      </header>
      <main className={styles.main}>
        <div className={styles.card}>{children ?? <Outlet />}</div>
      </main>
    </div>
  );
}
