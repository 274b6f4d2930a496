import type { ChangeEvent, FocusEvent, HTMLAttributes } from 'react';
import styles from './form-field.module.css';
import { type FieldProps, FormFrame, inputProps } from './form-frame.tsx';

type Props = FieldProps & {
  maxLength?: number;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readOnly?: boolean;
  placeholder?: string;
};

/**
 * Raises the text to uppercase and leaves the caret where it is. A word that a phone's keyboard is still composing
 * stays, because changing it then doubles its letters; it is raised on leaving the field.
 */
const raise = (event: ChangeEvent<HTMLInputElement>): string => {
  const input = event.currentTarget;
  const { isComposing } = event.nativeEvent as InputEvent;
  const raised = input.value.toUpperCase();
  if (isComposing || raised === input.value) return input.value;
  const { selectionStart, selectionEnd } = input;
  input.value = raised;
  input.setSelectionRange(selectionStart, selectionEnd);
  return raised;
};

/** A line of text that is shown and sent in uppercase. */
export function FormText({ maxLength, inputMode, readOnly, placeholder, ...field }: Props) {
  const leave = (event: FocusEvent) => {
    if (field.value !== field.value.toUpperCase()) field.onChange(field.value.toUpperCase());
    field.onBlur?.(event);
  };
  return (
    <FormFrame {...field}>
      <input
        {...inputProps(field)}
        className={`${styles.input} ${styles.upper}`}
        maxLength={maxLength}
        inputMode={inputMode}
        readOnly={readOnly}
        placeholder={placeholder}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => field.onChange(raise(event))}
        onBlur={leave}
      />
    </FormFrame>
  );
}
