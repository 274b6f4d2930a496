import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldId, WRAPPER_ORDER } from './form-field.ts';
import styles from './form-kit.module.css';

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
  return (
    <TextInput
      id={fieldId(name)}
      name={name}
      label={label}
      value={value}
      description={warning === undefined ? hint : <Warned hint={hint} warning={warning} />}
      inputWrapperOrder={WRAPPER_ORDER}
      placeholder={placeholder}
      size="md"
      readOnly
      classNames={{ input: styles.fixed ?? '' }}
    />
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
