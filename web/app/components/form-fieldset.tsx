import type { ReactNode } from 'react';
import styles from './form-kit.module.css';

/** Fields that take nothing until the page's scripts are there: what is typed before that would be lost. */
export function FormFieldset({ isReady, children }: { isReady: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.fieldset} disabled={!isReady}>
      {children}
    </fieldset>
  );
}
