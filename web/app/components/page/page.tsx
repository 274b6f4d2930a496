import { createContext, type ReactNode, useContext } from 'react';
import styles from './page.module.css';

type Props = {
  /** The heading; without it, the title of the open page. */
  title?: string;
  /** A line under the title. */
  lead?: ReactNode;
  /** Buttons and links beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The title of the open page. */
export const PageTitle = createContext('');

/** An office page: its heading, its actions, and its content. */
export function Page({ title, lead, actions, children }: Props) {
  const titleOfPage = useContext(PageTitle);
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1 className={styles.title}>{title ?? titleOfPage}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </>
  );
}
