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
  /** A line under the field that an error replaces, so that the fields of a row stay level. */
  hint?: ReactNode;
  required?: boolean;
  autoComplete?: string;
};

/** The id of the line under a field: its error or its hint. */
export const lineId = (name: string): string => `${fieldId(name)}-line`;

/** Props of all inputs. Nearly every field is required, so an optional one says so in its hint. */
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
  /** A prefix within the field's border, such as a country code; pressing it focuses the field. */
  before?: ReactNode;
  keepsRoom?: boolean;
  children: ReactNode;
};

/** Label, input, and the line under it, always there so that screen readers announce it. */
export function FormFrame({ name, label, error, hint, before, keepsRoom = false, children }: Props) {
  return (
    <div className={styles.field} data-keeps-room={keepsRoom || undefined}>
      <label htmlFor={fieldId(name)}>{label}</label>
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

/** Fields that stay disabled until scripts run, because React would lose earlier input. */
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
