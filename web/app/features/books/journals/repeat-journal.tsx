import { RepeatInput, repeatJournal } from '@banbo/contract';
import { TextInput } from '@mantine/core';
import { DateField } from '~/components/form/date-field.tsx';
import { FormButton } from '~/components/question/confirm.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';

type Entered = { day_of_month: string; last_day: string };

const bodyOf = ({ day_of_month, last_day }: Entered) => ({
  day_of_month: day_of_month.trim() === '' ? Number.NaN : Number(day_of_month),
  last_day: last_day === '' ? null : last_day,
});

/** Asks on which day of each month a posted journal is proposed again. */
export function RepeatJournal({ id, number, day }: { id: string; number: string; day: string }) {
  const initial: Entered = { day_of_month: String(Math.min(Number(day.slice(8)), 28)), last_day: '' };
  const form = useForm({ initial, check: (entered) => checkBy(RepeatInput)(bodyOf(entered)) });
  const send = (entered: Entered) =>
    form.retryKey.send(bodyOf(entered), (idempotencyKey) =>
      change(repeatJournal, { params: { id }, body: RepeatInput.parse(bodyOf(entered)), idempotencyKey }),
    );
  return (
    <FormButton
      label="Repeat each month…"
      title={`Repeat ${number} each month?`}
      action="Repeat it"
      form={form}
      send={send}
    >
      <p>A draft with the same lines is written each month. Somebody looks at it and posts it.</p>
      <TextInput
        mt="sm"
        {...form.input('day_of_month')}
        label="Day of the month"
        description="From 1 to 28"
        required
        inputMode="numeric"
        maxLength={2}
        data-autofocus
      />
      <DateField {...form.input('last_day')} label="Until" />
    </FormButton>
  );
}
