import { use } from 'react';
import { useToday } from '~/lib/use-today.ts';
import { CalendarButton } from './calendar-button.tsx';
import { type FieldProps, FormFrame, inputProps } from './form-frame.tsx';
import { FormSkinContext } from './form-skin.tsx';
import { useDateEntry } from './use-date-entry.ts';

const FIRST_DAY = '1900-01-01';

/** A past day or today: typed or pasted day first, or chosen from a calendar. */
export function FormDay({ autoComplete, ...field }: FieldProps) {
  const { Line, innerButton } = use(FormSkinContext);
  const bounds = { min: FIRST_DAY, max: useToday() };
  const entry = useDateEntry({ ...field, ...bounds });
  const shown = { ...field, error: entry.error };
  return (
    <FormFrame {...shown}>
      <Line
        {...inputProps(shown)}
        {...entry.inputProps}
        {...(autoComplete && { autoComplete })}
        ref={entry.input}
        after={<CalendarButton entry={entry} {...bounds} className={innerButton} />}
      />
    </FormFrame>
  );
}
