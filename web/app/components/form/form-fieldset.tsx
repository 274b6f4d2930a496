import type { ReactNode } from 'react';
import styles from './form-field.module.css';

/** Fields that stay disabled until the page's scripts run: earlier input would be lost. */
export function FormFieldset({ isReady, children }: { isReady: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.fieldset} disabled={!isReady}>
      {children}
    </fieldset>
  );
}
