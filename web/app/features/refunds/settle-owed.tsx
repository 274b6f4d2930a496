import { formatMoney, MISSING_MONEY_ID, RefundChange, type RefundRecord } from '@banbo/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { checkBy, withFixed } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';

type Props = { refund: RefundRecord; changing: (body: RefundChange) => Promise<{ message: string }> };

const writeOffReason = withFixed(RefundChange, { change: 'write_off' });

/** Settles what somebody who is no driver owes, with money that they sent. */
function Recover({ refund, changing }: Props) {
  const { amount } = refund;
  const [opened, setOpened] = useState(false);
  const check = checkBy(RefundChange);
  const form = useForm({
    initial: { transaction_id: '' },
    check: ({ transaction_id }) =>
      transaction_id.trim() === ''
        ? { transaction_id: MISSING_MONEY_ID }
        : check({ change: 'recover', transaction_id }),
  });
  return (
    <>
      <Button onClick={() => setOpened(true)}>It was paid back to us…</Button>
      <FormQuestion
        opened={opened}
        title={`Was the ${formatMoney(amount)} paid back to us?`}
        action="Settle it"
        form={form}
        send={(values) => changing(RefundChange.parse({ change: 'recover', ...values }))}
        onClose={() => setOpened(false)}
      >
        <p>Record the money first, as any other. Somebody other than the person who recorded it settles this.</p>
        <TextInput
          mt="sm"
          {...form.input('transaction_id')}
          label="Transaction ID of the money"
          required
          data-autofocus
          maxLength={60}
        />
      </FormQuestion>
    </>
  );
}

/** Settles a refund that is owed back, as far as the person may. */
export function SettleOwed({ refund, changing }: Props) {
  const { can } = useAbility();
  const { side, still_owed, driver_code } = refund;
  if (!can(side === 'land' ? 'land.refund' : 'payments.refund')) return null;
  if (still_owed === '0.00') return <p className="note">What was owed has been paid.</p>;
  return (
    <Group gap="sm">
      {driver_code === null ? (
        <Recover refund={refund} changing={changing} />
      ) : (
        <p className="note">The driver owes this. The next money of the driver pays it before any fee.</p>
      )}
      {(side === 'land' || can('payments.waive')) && (
        <ChangeButton
          label="Write off…"
          title={`Write off ${formatMoney(still_owed)}?`}
          action="Write it off"
          reason={{ schema: writeOffReason, seenBy: 'Stays with the approval and in the audit log.' }}
          send={(reason) => changing({ change: 'write_off', reason })}
        >
          It becomes a loss once another person has approved that.
        </ChangeButton>
      )}
    </Group>
  );
}
