import type { ReactNode } from 'react';
import styles from './checklist.module.css';

export type CheckState = 'good' | 'bad' | 'open';

const SIGNS = { good: '✓', bad: '✗', open: '–' } as const;
const SPOKEN = { good: 'In order: ', bad: 'Not in order: ', open: '' } as const;

/** A line of a checklist with its sign, which screen readers hear in words. */
export const CheckMark = ({ state, children }: { state: CheckState; children: ReactNode }) => (
  <span className={styles.check} data-state={state}>
    <span aria-hidden="true">{SIGNS[state]}</span>
    <span>
      <span className="visually-hidden">{SPOKEN[state]}</span>
      {children}
    </span>
  </span>
);
