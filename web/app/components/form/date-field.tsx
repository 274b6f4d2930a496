import { TextInput, type TextInputProps } from '@mantine/core';
import type { FocusEvent } from 'react';
import { CalendarButton } from './calendar-button.tsx';
import styles from './date-field.module.css';
import { useDateEntry } from './use-date-entry.ts';

type Own = 'type' | 'value' | 'onChange' | 'onBlur' | 'min' | 'max' | 'rightSection';
export type DateFieldProps = Omit<TextInputProps, Own> & {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  min?: string | undefined;
  max?: string | undefined;
};

/** A day in the office: typed or pasted day first, or chosen from a calendar. */
export function DateField({ value, onChange, onBlur, min, max, error, ...input }: DateFieldProps) {
  const change = (day: string) => onChange({ currentTarget: { value: day } });
  const entry = useDateEntry({ value, onChange: change, onBlur, min, max, error });
  const calendar = { entry, min, max, disabled: input.disabled };
  return (
    <TextInput
      {...input}
      {...entry.inputProps}
      ref={entry.input}
      error={entry.error}
      rightSection={<CalendarButton {...calendar} className={styles.button} />}
      rightSectionPointerEvents="all"
    />
  );
}
