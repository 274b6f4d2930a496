import type { ReactNode } from 'react';
import { SiteMark, SiteName } from '~/components/site/site-name.tsx';
import styles from './signed-out-frame.module.css';

/** A card beside the company’s sign. No route of its own: those are given no children. */
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
