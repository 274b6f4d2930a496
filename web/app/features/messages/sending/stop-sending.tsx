import { changeSending, type SendingStop, STOP_LABELS, StopBody } from '@banbo/contract';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { change } from '~/lib/query-client.ts';
import { toast } from '~/lib/toast.ts';

const FORM = 'stop-sending';
const WHAT = (['texts', 'all'] as const).map((value) => ({ value, label: STOP_LABELS[value] }));

/** Asks what to stop and why, and stops it. */
export function StopSending({ label }: { label: string }) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({ initial: { stop: 'texts', reason: '' }, check: checkBy(StopBody) });
  const close = () => {
    setOpen(false);
    form.clearErrors();
  };
  const submit = form.submit(async ({ stop, reason }) => {
    const { message } = await change(changeSending, { body: { stop: stop as SendingStop, reason } });
    toast.success(message);
    close();
    form.reset();
  });
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Confirm
        opened={isOpen}
        title="Stop sending messages?"
        action="Stop"
        danger
        busy={form.isBusy}
        form={FORM}
        onClose={close}
      >
        <form id={FORM} onSubmit={submit} noValidate>
          <p>
            Within seconds nothing goes out, on all servers. Messages wait, and those that expire meanwhile are never
            sent. Drivers who forgot their password are told to call the office.
          </p>
          <NativeSelect mt="sm" {...form.input('stop')} data-autofocus label="What" data={WHAT} />
          <Textarea
            mt="sm"
            {...form.input('reason')}
            label="Reason"
            description="All staff see it on the dashboard."
            required
            maxLength={300}
            rows={2}
          />
        </form>
      </Confirm>
    </>
  );
}
