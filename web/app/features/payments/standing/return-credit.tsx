import { CreditReturn, returnCredit } from '@banbo/contract';
import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '~/components/confirm.tsx';
import { call } from '~/lib/api.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';

const MAX_REASON = 300;

/** `name` is the fee that was paid from credit. */
type Props = { driverId: string; useId: string; name: string };

/** Gives a fee that was paid from credit back to the credit, after asking for the reason. */
export function ReturnCredit({ driverId, useId, name }: Props) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const form = useForm({ initial: { reason: '' }, check: checkBy(CreditReturn) });
  const close = () => {
    setAsking(false);
    form.clearErrors();
  };
  const giveBack = form.submit(async (body) => {
    const { message } = await call(returnCredit, { params: { id: driverId, use_id: useId }, body });
    toast.success(message);
    close();
    form.reset();
    await queries.invalidateQueries({ queryKey: ['drivers', 'standing', driverId] });
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Return the credit for ${name}`}
        onClick={() => setAsking(true)}
      >
        Return
      </Button>
      <Confirm
        opened={asking}
        title={`Return the credit for ${name}?`}
        action="Return"
        danger
        busy={form.isBusy}
        onConfirm={giveBack}
        onClose={close}
      >
        <p>The fee is due again, and the money the driver’s credit.</p>
        <Textarea
          {...form.input('reason')}
          data-autofocus
          label="Reason"
          description="Stays in the audit log."
          required
          maxLength={MAX_REASON}
          rows={2}
        />
      </Confirm>
    </>
  );
}
