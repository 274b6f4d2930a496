import { NativeSelect } from '@mantine/core';
import { type FieldProps, inputProps } from './form-field.ts';

type Choice = string | { value: string; label: string };
type Props = FieldProps & { choices: readonly Choice[]; placeholder?: string; disabled?: boolean };

const option = (choice: Choice) => (typeof choice === 'string' ? { value: choice, label: choice } : choice);

/** A choice from a short list, by the device's own chooser, which a phone shows full-screen. */
export function FormChoice({ choices, placeholder = 'Choose…', disabled = false, ...field }: Props) {
  return (
    <NativeSelect
      {...inputProps(field)}
      disabled={disabled}
      data={[{ value: '', label: placeholder, disabled: field.required === true }, ...choices.map(option)]}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}
