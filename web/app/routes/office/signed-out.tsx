import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { SiteMark, SiteName } from '~/components/site/site-name.tsx';
import styles from './signed-out.module.css';

/** A card beside the company's sign. The framework drops the children of a default export. */
export function SignedOutFrame({ children }: { children: ReactNode }) {
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

export default function SignedOutLayout() {
  return (
    <SignedOutFrame>
      <Outlet />
    </SignedOutFrame>
  );
}
