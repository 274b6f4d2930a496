import type { FocusEvent, ReactNode } from 'react';
import { fieldId } from '~/lib/form/check-by.ts';
import styles from './form-field.module.css';

/** The props of every form field: a text value by name, with its error beside it. */
export type FieldProps = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (event: FocusEvent) => void;
  error?: ReactNode;
  /** A line under the field, in whose place an error stands: the fields of a row then stay level. */
  hint?: ReactNode;
  required?: boolean;
  autoComplete?: string;
};

/** The id of the line under a field: its error or its hint. */
export const lineId = (name: string): string => `${fieldId(name)}-line`;

/** Props that all inputs share. Nearly everything is required, so an optional field says so in its hint. */
export const inputProps = ({ name, value, error, hint, required, onBlur, autoComplete }: FieldProps) => ({
  id: fieldId(name),
  name,
  value,
  required: required ?? false,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || hint ? lineId(name) : undefined,
  onBlur,
  autoComplete,
});

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

/** Fields that stay disabled until the page's scripts run: earlier input would be lost. */
export function FormFieldset({ isReady, children }: { isReady: boolean; children: ReactNode }) {
  return (
    <fieldset className={styles.fieldset} disabled={!isReady}>
      {children}
    </fieldset>
  );
}

type FormSubmitProps = { isBusy: boolean; disabled?: boolean; children: ReactNode };

/** The button that sends a form. While it is being sent, another press does nothing. */
export function FormSubmit({ isBusy, disabled = false, children }: FormSubmitProps) {
  return (
    <button type="submit" className="button" disabled={disabled} aria-busy={isBusy} data-busy={isBusy || undefined}>
      {children}
    </button>
  );
}
