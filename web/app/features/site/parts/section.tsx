import type { ReactNode } from 'react';
import styles from './section.module.css';

type Ground = 'page' | 'sunk' | 'night';

/** A band across the page with a heading and its content. */
export function Section(props: { title: string; subtitle?: string; ground?: Ground; children: ReactNode }) {
  const { title, subtitle, ground = 'page', children } = props;
  return (
    <section className={styles.section} data-ground={ground}>
      <div className={`page-width ${styles.inner}`}>
        <h2>{title}</h2>
        {subtitle && <p className={`large ${styles.subtitle}`}>{subtitle}</p>}
        {children}
      </div>
    </section>
  );
}

/** The banner of a page: its heading, a lead, and a drawing if there is room. */
export function PageHead({ title, lead, art }: { title: string; lead?: ReactNode; art?: ReactNode }) {
  return (
    <div className={styles.head}>
      <div className={`page-width ${styles.pageHeadInner}`}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {art && <div className={styles.art}>{art}</div>}
      </div>
    </div>
  );
}
