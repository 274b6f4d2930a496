import { TextInput } from '@mantine/core';
import { type FieldProps, inputProps } from './form-field.ts';

/** An e-mail address, shown and sent exactly as entered. */
export function FormEmail(field: FieldProps) {
  return (
    <TextInput
      {...inputProps({ autoComplete: 'email', ...field })}
      type="email"
      inputMode="email"
      maxLength={254}
      spellCheck={false}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}
