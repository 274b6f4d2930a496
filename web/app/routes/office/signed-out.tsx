import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { SiteMark, SiteName } from '~/components/site/site-name.tsx';
import styles from './signed-out.module.css';

/** A card beside the company's sign, around the sign-in pages as a layout, or around children. */
export default function SignedOutLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.sign}>
        <SiteName />
        <p className={styles.motto}>Your Security Our Concern</p>
        <SiteMark className={styles.shield} />
      </header>
      <main className={styles.main}>
        <div className={styles.card}>{children}</div>
      </main>
    </div>
  );
}
