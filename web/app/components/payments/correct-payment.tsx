import {
  CashCorrection,
  correctCash,
  formatMoney,
  type PaymentDetails,
  PositiveMoney,
  parseMoney,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { FormQuestion } from '../question/confirm.tsx';
import { ReasonFields } from '../question/reason-fields.tsx';
import { MoneyInput } from '../record/record-form.tsx';

/** The first one is what happens every day. */
const REASONS = ['Typed wrongly.', 'Counted again.', 'Typed twice.'];

type Wrong = Pick<PaymentDetails, 'id' | 'amount_paid'>;

/** The right amount as it was received; without payments while it waits for approval. */
export type CorrectedCash = { message: string; payment_ids: readonly string[]; receipts: readonly string[] };

const ASKS = {
  title: 'Ask to correct the cash of',
  action: 'Ask for it',
  says: 'Somebody else who may reverse payments decides. Until then the payment stays as it is; then it is reversed, and the right amount is received for the same fee, with a new receipt.',
};
const CORRECTS = {
  title: 'Correct the cash of',
  action: 'Correct the amount',
  says: 'This payment is reversed and its receipt is void. The right amount is received for the same fee in the name of whoever took the cash. Hand over the new receipt.',
};

type Props = {
  payment: Wrong;
  /** True for whoever took the cash, who asks for it. */
  asks: boolean;
  onCorrected: (corrected: CorrectedCash) => void;
};

/**
 * Corrects the amount of cash in one step: the payment is reversed as money that never came, and
 * the right amount received. Whoever took it asks for it.
 */
export function CorrectPayment({ payment, asks, onCorrected }: Props) {
  const [opened, setOpened] = useState(false);
  const form = useForm({
    initial: { amount: '', reason: REASONS[0] ?? '' },
    check: ({ amount, reason }) => {
      const isRight = PositiveMoney.safeParse(parseMoney(amount) ?? amount).success;
      const isSame = parseMoney(amount) === payment.amount_paid;
      return {
        ...checkBy(CashCorrection.pick({ reason: true }))({ reason }),
        ...(!isRight && { amount: 'Please enter the amount that was really received.' }),
        ...(isSame && { amount: `${formatMoney(payment.amount_paid)} is what was received.` }),
      };
    },
  });
  const { title, action, says } = asks ? ASKS : CORRECTS;
  const params = { id: payment.id };
  const send = async (body: CashCorrection) => {
    const corrected = await change(correctCash, { params, body, idempotencyKey: form.retryKey.keyFor(body) });
    if (corrected.payment_ids.length > 0) onCorrected(corrected);
    return corrected;
  };
  usePageKey(['c'], () => void setOpened(true), 'Correct the amount');
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {asks ? 'Ask to correct the amount…' : 'Correct amount…'}
      </Button>
      <FormQuestion
        opened={opened}
        title={`${title} ${formatMoney(payment.amount_paid)}?`}
        action={action}
        danger={!asks}
        form={form}
        send={({ amount, reason }) => send({ amount: parseMoney(amount) ?? amount, reason: reason.trim() })}
        onClose={() => setOpened(false)}
      >
        <p>{says}</p>
        <MoneyInput
          mt="sm"
          {...form.input('amount')}
          data-autofocus
          label="Really received"
          required
          value={form.values.amount}
          onText={(text) => form.setFieldValue('amount', text)}
        />
        <ReasonFields form={form} seenBy="The driver sees it." presets={REASONS} />
      </FormQuestion>
    </>
  );
}
