import type { ReactNode } from 'react';
import { fieldId } from '~/lib/form/check-by.ts';
import styles from './form-field.module.css';
import { lineId } from './form-frame.tsx';

type Props = {
  name: string;
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | null;
  /** A line under it, in whose place an error stands. */
  hint?: string;
};

/** Something that is so or not. */
export function FormCheck({ name, label, checked, onChange, error, hint }: Props) {
  return (
    <div>
      <label className={styles.check}>
        <input
          id={fieldId(name)}
          name={name}
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? lineId(name) : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      <p id={lineId(name)} className={error || !hint ? styles.error : styles.hint} aria-live="polite">
        {error || hint}
      </p>
    </div>
  );
}
