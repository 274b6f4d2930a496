import type { FocusEvent, ReactNode } from 'react';

/** The props of every form field: a text value by name, with its error beside it. */
export type FieldProps = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (event: FocusEvent) => void;
  error?: ReactNode;
  /** A line under the field. */
  hint?: ReactNode;
  required?: boolean;
  autoComplete?: string;
};

/** A field's DOM id, by which an error summary and a page's focus find it. */
export const fieldId = (name: string): string => `field-${name}`;

export const WRAPPER_ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

/** The props that all inputs share: the touch-sized height, the id, and space kept for an error of one line. */
export const inputProps = ({
  name,
  label,
  value,
  error,
  hint,
  required = false,
  onBlur,
  autoComplete,
}: FieldProps) => ({
  id: fieldId(name),
  name,
  label,
  value,
  error,
  // Below the field, where an error takes its place, so that the fields of a row stay level.
  description: error ? null : hint,
  inputWrapperOrder: WRAPPER_ORDER,
  size: 'md',
  required,
  // Nearly every field is required, so the optional ones say so instead.
  withAsterisk: false,
  ...(onBlur && { onBlur }),
  ...(autoComplete && { autoComplete }),
});
