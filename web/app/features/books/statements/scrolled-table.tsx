import type { ReactNode } from 'react';
import styles from './statements.module.css';

/** The frame of a wide table, which scrolls in place, and by the keyboard once focused. */
export function ScrolledTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the region
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
