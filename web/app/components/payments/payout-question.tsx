import { formatMoney, MISSING_REFERENCE, PAYMENT_MODE_LABELS, type PaymentMode, today } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DateField } from '~/components/form/date-field.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { checkBy, type Schema } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';

type Props<Body> = {
  payout: { amount: string; mode: PaymentMode; paid_to: string };
  schema: Schema & { parse: (values: unknown) => Body };
  send: (body: Body) => Promise<{ message: string }>;
  /** Follows the sentence about paying as approved. */
  also?: ReactNode;
  more?: ReactNode;
  /** The reference that a payout in cash gets. */
  cashHint: string;
  /** The references of other modes. */
  referenceHint: string;
};

/** Notes how an approved payout was paid, of a refund or a share: its reference and its day. */
export function PayoutQuestion<Body>({ payout, schema, send, also, more, cashHint, referenceHint }: Props<Body>) {
  const { amount, mode, paid_to } = payout;
  const [opened, setOpened] = useState(false);
  const isCash = mode === 'cash';
  const initial = { reference: '', paid_on: today(new Date()) };
  const bodyOf = ({ reference, paid_on }: typeof initial) => ({
    change: 'pay',
    paid_on,
    ...(!isCash && reference.trim() !== '' && { reference }),
  });
  const check = checkBy(schema);
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
        send={(values) => send(schema.parse(bodyOf(values)))}
        onClose={() => setOpened(false)}
      >
        <p>
          Pay it by {PAYMENT_MODE_LABELS[mode]} to <strong>{paid_to}</strong>, as it was approved, then enter it here.
          {also}
        </p>
        {more}
        {isCash ? (
          <p className="soft">{cashHint}</p>
        ) : (
          <TextInput
            mt="sm"
            {...form.input('reference')}
            label="Reference"
            description={referenceHint}
            required
            maxLength={60}
          />
        )}
        <DateField mt="sm" {...form.input('paid_on')} label="Paid on" required />
      </FormQuestion>
    </>
  );
}
