import { TextInput } from '@mantine/core';
import { useToday } from '~/lib/use-today.ts';
import { type FieldProps, inputProps } from './form-field.ts';

/** A past day or today, by the device's own calendar; the value is `YYYY-MM-DD`. */
export function FormDay(field: FieldProps) {
  const max = useToday();
  return (
    <TextInput
      {...inputProps(field)}
      type="date"
      min="1900-01-01"
      max={max}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}
