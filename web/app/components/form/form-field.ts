import type { FocusEvent, ReactNode } from 'react';
import { fieldId } from '~/lib/form/field-id.ts';

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
