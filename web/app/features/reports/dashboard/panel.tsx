import { type ReactNode, useId } from 'react';
import styles from './dashboard.module.css';

type Props = { title: string; aside?: ReactNode; isWide?: boolean; children: ReactNode };

/** A part of the dashboard under its heading. */
export function Panel({ title, aside, isWide = false, children }: Props) {
  const id = useId();
  return (
    <section className={styles.panel} data-wide={isWide || undefined} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The place of figures that are on their way. */
export function Waiting() {
  return (
    <p className={styles.soft}>
      <span className={styles.waiting} aria-hidden="true" />
      <span className="visually-hidden">Loading...</span>
    </p>
  );
}
