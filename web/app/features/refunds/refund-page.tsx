import {
  changeRefund,
  formatDay,
  formatInstant,
  formatMoney,
  MISSING_REFERENCE,
  PAYMENT_MODE_LABELS,
  RefundChange,
  type RefundRecord,
  shownName,
  showRefund,
  today,
} from '@banbo/contract';
import { Box, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { DateField } from '~/components/form/date-field.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { byAndAt, doneBy, type Fact, FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { RefundBadge, sourceOf } from './refund-table.tsx';
import { SettleOwed } from './settle-owed.tsx';

/** The source of the money, with the way to it. */
function Source({ refund }: { refund: RefundRecord }) {
  const { source, driver_code, payment_id, transfer_id } = refund;
  const words = sourceOf(refund);
  if (source === 'money') return <Link to={`/money_received/${transfer_id}`}>{words}</Link>;
  const payment = source === 'payment' ? `?payment=${payment_id}` : '';
  return <Link to={`/view_payment/${driver_code}${payment}`}>{words}</Link>;
}

const factsOf = (refund: RefundRecord): Fact[] => {
  const { status, paid_on, reference, approved_by, approved_at, is_alone, ended_by, ended_at, owed_at } = refund;
  const { settled_at, recovered_from, written_off, still_owed } = refund;
  const ended: Fact = [status === 'paid' ? 'Noted by' : 'Ended by', byAndAt(ended_by, ended_at)];
  return [
    ['From', <Source key="from" refund={refund} />],
    ...(refund.fullname === null ? [] : [['Driver', `${shownName(refund.fullname)}, ${refund.driver_code}`] as const]),
    ['Amount', formatMoney(refund.amount)],
    [status === 'paid' ? 'Paid by' : 'To be paid by', PAYMENT_MODE_LABELS[refund.mode]],
    [status === 'paid' ? 'Paid to' : 'To', refund.paid_to],
    ['Reason', refund.reason],
    ['Asked by', byAndAt(refund.asked_by, refund.asked_at)],
    ...doneBy('Approved by', approved_by, approved_at, is_alone),
    ...(paid_on === null ? [] : [['Paid on', formatDay(paid_on)] as const, ['Reference', reference] as const]),
    ...(ended_at === null ? [] : [ended]),
    ...(owed_at === null
      ? []
      : [['Owed back since', `${formatInstant(owed_at)}: the money behind it never came`] as const]),
    ...(owed_at === null || settled_at !== null ? [] : [['Still owed', formatMoney(still_owed)] as const]),
    ...(recovered_from === null
      ? []
      : [
          [
            'Paid back to us with',
            <Link key="with" to={`/money_received/${recovered_from}`}>
              this money
            </Link>,
          ] as const,
        ]),
    ...(written_off === null ? [] : [['Written off', formatMoney(written_off)] as const]),
    ...(settled_at === null ? [] : [['Settled', formatInstant(settled_at)] as const]),
  ];
};

/** Notes how an approved refund was paid out. */
function PayRefund({ refund: { id, amount, mode, paid_to, driver_code } }: { refund: RefundRecord }) {
  const [opened, setOpened] = useState(false);
  const isCash = mode === 'cash';
  const initial = { reference: '', paid_on: today(new Date()) };
  const bodyOf = ({ reference, paid_on }: typeof initial) => ({
    change: 'pay',
    paid_on,
    ...(!isCash && reference.trim() !== '' && { reference }),
  });
  const check = checkBy(RefundChange);
  const form = useForm({
    initial,
    check: (values) => ({
      ...(!isCash && values.reference.trim() === '' && { reference: MISSING_REFERENCE }),
      ...check(bodyOf(values)),
    }),
  });
  return (
    <>
      <Button onClick={() => setOpened(true)}>It was paid…</Button>
      <FormQuestion
        opened={opened}
        title={`Was the ${formatMoney(amount)} paid?`}
        action="It was paid"
        form={form}
        send={(values) => change(changeRefund, { params: { id }, body: RefundChange.parse(bodyOf(values)) })}
        onClose={() => setOpened(false)}
      >
        <p>
          Pay it by {PAYMENT_MODE_LABELS[mode]} to <strong>{paid_to}</strong>, as it was approved, then enter it here.
          {driver_code !== null && ' The driver gets a text message about it.'}
        </p>
        <p className="soft">To pay somebody else, or in another way, withdraw this refund and ask for it again.</p>
        {isCash ? (
          <p className="soft">Cash gets a number of its own.</p>
        ) : (
          <TextInput
            mt="sm"
            {...form.input('reference')}
            label="Reference"
            description="The transaction ID of the payout, or the bank’s reference"
            required
            maxLength={60}
          />
        )}
        <DateField mt="sm" {...form.input('paid_on')} label="Paid on" required />
      </FormQuestion>
    </>
  );
}

const RETURNED = {
  credit: 'The money is the driver’s credit again.',
  payment: 'Its money is unallocated money again. The payment stays reversed.',
  money: 'It is unallocated money again.',
} as const;

function RefundActions({ refund }: { refund: RefundRecord }) {
  const { can } = useAbility();
  const { id, status, source, approval_id, payout_hindrance } = refund;
  if (approval_id !== null) return <WaitingApproval id={approval_id}>Another person approves it</WaitingApproval>;
  if (refund.owed_at !== null && refund.settled_at === null) return <SettleOwed refund={refund} />;
  if (status !== 'approved' || !can('payments.refund')) return null;
  return (
    <Group gap="sm">
      {payout_hindrance === null ? (
        <PayRefund refund={refund} />
      ) : (
        <p className="note">To be paid: {payout_hindrance}</p>
      )}
      <ChangeButton
        label="Withdraw…"
        title="Withdraw this refund?"
        action="Withdraw"
        reason={{ schema: WITHDRAWAL, seenBy: 'Stays with the refund and in the audit log.' }}
        send={(reason) => change(changeRefund, { params: { id }, body: { change: 'withdraw', reason } })}
      >
        {RETURNED[source]}
      </ChangeButton>
    </Group>
  );
}

const WITHDRAWAL = {
  safeParse: (values: unknown) => RefundChange.safeParse({ change: 'withdraw', ...(values as object) }),
};

/** A refund with everybody who took part in it, and what comes next. */
export function RefundPage({ id }: { id: string }) {
  useLive(['approvals'], () => refresh('refunds'));
  return (
    <RecordPage
      of="refund"
      query={{ ...read(showRefund, { params: { id } }), staleTime: 0 }}
      all={{ to: '/refunds', label: 'All refunds' }}
      title={({ amount }) => `Refund of ${formatMoney(amount)}`}
    >
      {(refund) => (
        <Box maw="44rem">
          <Box mb="md">
            <RefundBadge refund={refund} reason={refund.status_reason} />
          </Box>
          <FactList facts={factsOf(refund)} />
          <Box mt="lg">
            <RefundActions refund={refund} />
          </Box>
        </Box>
      )}
    </RecordPage>
  );
}
