import type { ReactNode } from 'react';
import styles from './section.module.css';

type Ground = 'page' | 'sunk' | 'night';

/** A band across the page with its heading, its subtitle and its content. */
export function Section(props: { title: string; subtitle?: string; ground?: Ground; children: ReactNode }) {
  const { title, subtitle, ground = 'page', children } = props;
  return (
    <section className={styles.section} data-ground={ground}>
      <div className={styles.inner}>
        <h2>{title}</h2>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        {children}
      </div>
    </section>
  );
}
