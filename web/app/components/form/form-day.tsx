import { useToday } from '~/lib/use-today.ts';
import type { FieldProps } from './form-field.ts';
import { FormLine } from './form-line.tsx';

/** A past day or today, by the device's own calendar; the value is `YYYY-MM-DD`. */
export function FormDay(field: FieldProps) {
  return <FormLine {...field} type="date" min="1900-01-01" max={useToday()} />;
}
