import { type CaseMoney, formatMoney, type MoneyRecord, TransferDecisionBody, today } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { DateField } from '~/components/form/date-field.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { reasonOf, sendMoneyDecision } from '../decisions/clearance-queries.ts';

const BOUNCES = ['Refer to drawer.', 'Not enough money on the account.', 'The signature differs.', 'It was stopped.'];

/** Notes the day on which the bank paid a cheque. */
function BankPaid({ money: { id, amount, received_on }, hindrance }: { money: CaseMoney; hindrance: string | null }) {
  const [opened, setOpened] = useState(false);
  const check = checkBy(TransferDecisionBody);
  const form = useForm({
    initial: { day: today(new Date()) },
    check: ({ day }) => check({ decision: 'bank_paid', day }),
  });
  if (hindrance !== null) return <p className="note">If the bank paid it: {hindrance}</p>;
  return (
    <>
      <Button size="sm" onClick={() => setOpened(true)}>
        Bank paid it…
      </Button>
      <FormQuestion
        opened={opened}
        title={`Has the bank paid the ${formatMoney(amount)}?`}
        action="Bank paid it"
        form={form}
        send={({ day }) => sendMoneyDecision(id, { decision: 'bank_paid', day })}
        onClose={() => setOpened(false)}
      >
        <p>Look at the bank’s account first. Everything that the cheque pays is cleared.</p>
        <DateField
          mt="sm"
          {...form.input('day')}
          label="Paid by the bank on"
          min={received_on}
          required
          data-autofocus
        />
      </FormQuestion>
    </>
  );
}

type Props = { record: Pick<MoneyRecord, 'money' | 'hindrance'>; isRefunded: boolean };

/** Ends a cheque’s wait for its bank, or takes back one that bounced later, refunded or not. */
export function ChequeActions({ record: { money, hindrance }, isRefunded }: Props) {
  const { can } = useAbility();
  const isPending = money.status === 'pending';
  if ((money.status === 'ended' && !isRefunded) || (!isPending && !can('payments.reverse'))) return null;
  if (!isPending && money.reversal_hindrance !== null) {
    return <p className="note">If it bounced: {money.reversal_hindrance}</p>;
  }
  const owed = isRefunded ? ' Any part that was paid back is owed by the driver, or by the payer.' : '';
  const ends = isPending
    ? 'The payments that wait for it are rejected.'
    : `Everything that it paid is reversed.${owed}`;
  const question = {
    title: `Has the cheque of ${formatMoney(money.amount)} bounced?`,
    children: `${ends} That cannot be undone.`,
    action: 'It bounced',
    reason: reasonOf('The drivers see it.', BOUNCES),
  };
  return (
    <>
      {isPending && <BankPaid money={money} hindrance={hindrance} />}
      <ChangeButton
        {...question}
        label="Bounced…"
        button={{ size: 'sm' }}
        send={(reason) => sendMoneyDecision(money.id, { decision: 'bounced', reason })}
      />
    </>
  );
}
