import {
  askLandRefund,
  askRefund,
  formatDay,
  formatMoney,
  getLandRefundable,
  getRefundable,
  LandRefundAsked,
  PAYMENT_MODE_LABELS,
  type PayerSide,
  parseMoney,
  REFUND_DAYS,
  REFUND_MODES,
  RefundAsked,
  type Refundable,
  type RefundSource,
} from '@banbo/contract';
import { Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { change, queryClient, read } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { FormQuestion } from '../question/confirm.tsx';
import { MoneyInput } from '../record/record-form.tsx';

const MAX_REASON = 300;

const REFUND_MODE_CHOICES = REFUND_MODES.map((value) => ({ value, label: PAYMENT_MODE_LABELS[value] }));

const ID_FIELDS = { credit: 'driver_id', payment: 'payment_id', money: 'transfer_id' } as const satisfies Record<
  RefundSource,
  string
>;

/** The source, and whose people ask for it. */
type Of =
  | { side?: 'drivers'; from: RefundSource; id: string }
  | { side: 'land'; from: Exclude<RefundSource, 'credit'>; id: string };

const NEEDS = { drivers: 'payments.refund', land: 'land.refund' } as const satisfies Record<PayerSide, string>;

/** The words for the end of a payment that is given back. */
const REVERSED = {
  drivers: 'The payment is then reversed: its fee and those that its credit paid are due again.',
  land: 'The receipt is then void, with everything that it is for, and ground rent that it paid is owed again.',
} as const satisfies Record<PayerSide, string>;

const BUTTONS = {
  credit: 'Refund the credit…',
  payment: 'Refund…',
  money: 'Refund…',
} as const satisfies Record<RefundSource, string>;

const TITLES = {
  credit: 'Give the driver’s credit back?',
  money: 'Give money back?',
} as const;

/** How long ago the money was paid, beside what the site promises. */
function Promised({ paid_on, days_ago: days }: Refundable) {
  const promise = `Our site promises refunds within ${REFUND_DAYS} days.`;
  if (paid_on === null || days === null) return <p>{promise}</p>;
  const ago = days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`;
  return (
    <p className={days > REFUND_DAYS ? 'note' : undefined}>
      Paid to us on {formatDay(paid_on)}, {ago}. {promise}
    </p>
  );
}

type FormProps = Of & { found: Refundable; paidTo: string; opened: boolean; onClose: () => void };

function RefundForm({ side = 'drivers', from, id, found, paidTo, opened, onClose }: FormProps) {
  const isWhole = from === 'payment';
  const check = checkBy(side === 'land' ? LandRefundAsked : RefundAsked);
  const initial = { amount: found.most, mode: 'momo', paid_to: paidTo, reason: '' };
  const bodyOf = ({ amount, ...values }: typeof initial) => ({
    ...values,
    from,
    [ID_FIELDS[from]]: id,
    ...(!isWhole && { amount: parseMoney(amount) ?? amount }),
  });
  const form = useForm({ initial, check: (values) => check(bodyOf(values)) });
  const send = (values: typeof initial) => {
    if (side === 'land') {
      const body = LandRefundAsked.parse(bodyOf(values));
      return change(askLandRefund, { body, idempotencyKey: form.retryKey.keyFor(body) });
    }
    const body = RefundAsked.parse(bodyOf(values));
    return change(askRefund, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <FormQuestion
      opened={opened}
      title={from === 'payment' ? `Give the payment of ${formatMoney(found.most)} back?` : TITLES[from]}
      action="Ask for the refund"
      form={form}
      send={send}
      onClose={onClose}
    >
      <Promised {...found} />
      {found.unsure !== '0.00' && (
        <p className="note">
          {formatMoney(found.unsure)} more is credit, but a statement differs from its money or does not show it. It
          cannot be refunded until that is settled.
        </p>
      )}
      <Text mt="sm">
        Another person who had no hand in the money approves it. You ask for it, so somebody else pays it.
        {isWhole && ` ${REVERSED[side]}`}
      </Text>
      {!isWhole && (
        <MoneyInput
          mt="sm"
          {...form.input('amount')}
          label="Amount"
          description={`At most ${formatMoney(found.most)}`}
          required
          value={form.values.amount}
          onText={(text) => form.setFieldValue('amount', text)}
        />
      )}
      <NativeSelect mt="sm" {...form.input('mode')} label="Pay by" required data={REFUND_MODE_CHOICES} />
      <TextInput mt="sm" {...form.input('paid_to')} label="Pay to" required maxLength={120} />
      <Textarea mt="sm" {...form.input('reason')} label="Reason" required maxLength={MAX_REASON} rows={2} />
    </FormQuestion>
  );
}

type Props = Of & {
  /** The person or number that the form begins with. */
  paidTo: string;
  /** Names what is given back for screen readers. */
  of: string;
  isInRow?: boolean;
};

/** Asks for a refund of credit, a payment or money, for those who may; says what prevents it. */
export function RefundQuestion({ paidTo, of, isInRow = false, ...source }: Props) {
  const { side = 'drivers', from, id } = source;
  const { can } = useAbility();
  const [found, setFound] = useState<Refundable | null>(null);
  const [opened, setOpened] = useState(false);
  const opening = useAction({
    run: () =>
      source.side === 'land'
        ? queryClient.fetchQuery({ ...read(getLandRefundable, { query: { from: source.from, id } }), staleTime: 0 })
        : queryClient.fetchQuery({ ...read(getRefundable, { query: { from, id } }), staleTime: 0 }),
    onDone: (answer) => {
      setFound(answer);
      setOpened(answer.hindrance === null);
    },
  });
  if (!can(NEEDS[side])) return null;
  return (
    <>
      <Button
        variant="default"
        size={isInRow ? 'compact-sm' : 'sm'}
        aria-label={`Refund ${of}`}
        loading={opening.isPending}
        onClick={() => opening.mutate()}
      >
        {BUTTONS[from]}
      </Button>
      {found?.hindrance && (
        <p role="status" className="note">
          {found.hindrance}
        </p>
      )}
      {found?.hindrance === null && (
        <RefundForm
          key={`${found.most} ${opening.submittedAt}`}
          {...source}
          {...{ found, paidTo, opened }}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  );
}
