import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './dashboard.module.css';

type Props = {
  label: string;
  /** Undefined while it is on its way. */
  value: string | undefined;
  /** The list that the figure is of. */
  to?: string | undefined;
  children?: ReactNode;
};

/** One figure, which leads to its list. */
export function Figure({ label, value, to, children }: Props) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value}>
        {value === undefined ? <span className={styles.waiting} /> : to ? <Link to={to}>{value}</Link> : value}
      </dd>
      <dd className={styles.soft}>{children}</dd>
    </div>
  );
}
