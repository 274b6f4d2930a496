import { changeTextLimit, type Sending } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';
import { useForm } from '~/lib/form/use-form.ts';
import { change } from '~/lib/query-client.ts';
import { toast } from '~/lib/toast.ts';

type Values = { per_day: string };

const FORM = 'text-limit';

/** An empty field goes back to the server's limit. */
const limitOf = ({ per_day }: Values): number | null => (per_day.trim() === '' ? null : Number(per_day));

const problemOf =
  (ceiling: number) =>
  (values: Values): Record<string, string> => {
    const limit = limitOf(values);
    if (limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= ceiling)) return {};
    return { per_day: `Give a whole number from 1 to ${ceiling.toLocaleString('en-GB')}, or nothing.` };
  };

/** Changes the day's limit of text messages, as far as the server's. */
export function TextLimit({ sending: { per_day, own_limit, ceiling } }: { sending: Sending }) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({ initial: { per_day: String(own_limit ?? '') }, check: problemOf(ceiling) });
  const submit = form.submit(async (values) => {
    const { message } = await change(changeTextLimit, { body: { per_day: limitOf(values) } });
    toast.success(message);
    setOpen(false);
  });
  const most = ceiling.toLocaleString('en-GB');
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        Change limit…
      </Button>
      <Confirm
        opened={isOpen}
        title="How many text messages a day?"
        action="Save"
        busy={form.isBusy}
        form={FORM}
        onClose={() => setOpen(false)}
      >
        <form id={FORM} onSubmit={submit} noValidate>
          <TextInput
            {...form.input('per_day')}
            data-autofocus
            label="Text messages a day"
            description={`Now ${per_day.toLocaleString('en-GB')}. This server sends at most ${most}; leave it empty for that.`}
            inputMode="numeric"
            maxLength={7}
            autoComplete="off"
          />
        </form>
      </Confirm>
    </>
  );
}
