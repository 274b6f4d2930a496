import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

export type Fact = readonly [label: string, value: ReactNode];

/** Facts line by line; a dash for a missing value. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' || value === null ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
