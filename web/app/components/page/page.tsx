import type { ReactNode } from 'react';
import styles from './page.module.css';

type Props = {
  title: string;
  /** A line under the title. */
  lead?: ReactNode;
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** An office page: its heading, its actions, and its content. */
export function Page({ title, lead, actions, children }: Props) {
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </>
  );
}
