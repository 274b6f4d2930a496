import type { ReactNode } from 'react';
import { fieldId } from '~/lib/form/field-id.ts';
import styles from './form-field.module.css';
import { type FieldProps, lineId } from './form-field.ts';

type Props = Pick<FieldProps, 'name' | 'label' | 'error' | 'hint'> & {
  /** Stands before the text within the field's border, and is pressed with it: a country code, a currency. */
  before?: ReactNode;
  keepsRoom?: boolean;
  children: ReactNode;
};

/** Label, input, and the line under it. The line is always there, so that screen readers announce what appears in it. */
export function FormFrame({ name, label, error, hint, before, keepsRoom = false, children }: Props) {
  return (
    <div className={styles.field} data-keeps-room={keepsRoom || undefined}>
      <label htmlFor={fieldId(name)} className={styles.label}>
        {label}
      </label>
      {before ? (
        <div className={styles.joined} data-invalid={error ? '' : undefined}>
          <span className={styles.code}>{before}</span>
          {children}
        </div>
      ) : (
        children
      )}
      <div id={lineId(name)} className={error ? styles.error : styles.hint} aria-live="polite">
        {error || hint}
      </div>
    </div>
  );
}
