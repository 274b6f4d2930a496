import type { ReactNode } from 'react';
import styles from './page-head.module.css';

/** The banner of a page: its heading, a lead, and a drawing beside them where there is room. */
export function PageHead({ title, lead, art }: { title: string; lead?: ReactNode; art?: ReactNode }) {
  return (
    <div className={styles.head}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {art && <div className={styles.art}>{art}</div>}
      </div>
    </div>
  );
}
