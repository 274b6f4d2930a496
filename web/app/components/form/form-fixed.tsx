import type { ReactNode } from 'react';
import { fieldId } from '~/lib/form/check-by.ts';
import styles from './form-field.module.css';
import { FormFrame, lineId } from './form-frame.tsx';

type Props = {
  name: string;
  label: string;
  value: string;
  hint?: ReactNode;
  placeholder?: string;
  /** Shown under the value, and read to a screen reader when it appears; it refuses nothing. */
  warning?: string | null;
};

/** A value that the person sees but cannot change: computed, or filled in by a look-up. */
export function FormFixed({ name, label, value, hint, placeholder = '', warning }: Props) {
  const line = warning === undefined ? hint : <Warned hint={hint} warning={warning} />;
  return (
    <FormFrame name={name} label={label} hint={line}>
      <input
        id={fieldId(name)}
        name={name}
        value={value}
        className={`${styles.input} ${styles.fixed}`}
        placeholder={placeholder}
        aria-describedby={line ? lineId(name) : undefined}
        readOnly
      />
    </FormFrame>
  );
}

function Warned({ hint, warning }: { hint: ReactNode; warning: string | null }) {
  return (
    <>
      {hint}
      <span role="status" className={styles.warning}>
        {warning}
      </span>
    </>
  );
}
