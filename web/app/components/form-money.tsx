import { parseMoney } from '@banbo/contract';
import { TextInput } from '@mantine/core';
import type { FocusEvent } from 'react';
import { type FieldProps, inputProps } from './form-field.ts';
import styles from './form-kit.module.css';

/**
 * An amount in cedis. `1,500` becomes `1500.00` on leaving the field; a text that is no amount stays, for its error.
 */
export function FormMoney(field: FieldProps) {
  const leave = (event: FocusEvent) => {
    const parsed = parseMoney(field.value);
    if (parsed && parsed !== field.value) field.onChange(parsed);
    field.onBlur?.(event);
  };
  return (
    <TextInput
      {...inputProps(field)}
      inputMode="decimal"
      maxLength={20}
      leftSection={<span className={styles.code}>GHS</span>}
      leftSectionWidth="3.75rem"
      onChange={(event) => field.onChange(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}
