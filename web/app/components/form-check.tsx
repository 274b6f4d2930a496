import type { ReactNode } from 'react';
import { fieldId } from '~/lib/form/field-id.ts';
import styles from './form-field.module.css';
import { lineId } from './form-field.ts';

type Props = {
  name: string;
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | null;
};

/** Something that is so or not. */
export function FormCheck({ name, label, checked, onChange, error }: Props) {
  return (
    <div>
      <label className={styles.check}>
        <input
          id={fieldId(name)}
          name={name}
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? lineId(name) : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      <p id={lineId(name)} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
