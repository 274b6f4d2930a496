import type { ReactNode } from 'react';
import styles from './two-lines.module.css';

type Props = { children: ReactNode; mostWidth?: string };

/** A text and a smaller one below it, in a table in the height of one line. */
export const TwoLines = ({ children, mostWidth = '6rem' }: Props) => (
  <span className={styles.lines} style={{ '--most-width': mostWidth }}>
    {children}
  </span>
);
