import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldId, WRAPPER_ORDER } from './form-field.ts';
import styles from './form-kit.module.css';

type Props = { name: string; label: string; value: string; hint?: ReactNode; placeholder?: string };

/** A value that the person sees but cannot change: computed, or filled from a look-up. */
export function FormFixed({ name, label, value, hint, placeholder = '' }: Props) {
  return (
    <TextInput
      id={fieldId(name)}
      name={name}
      label={label}
      value={value}
      description={hint}
      inputWrapperOrder={WRAPPER_ORDER}
      placeholder={placeholder}
      size="md"
      readOnly
      classNames={{ input: styles.fixed ?? '' }}
    />
  );
}
