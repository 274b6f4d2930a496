import {
  askToCorrectCash,
  CaseDecisionBody,
  type CashCorrection,
  decideClearance,
  formatMoney,
  type PaymentDetails,
  PositiveMoney,
  parseMoney,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { FormQuestion } from '../question/confirm.tsx';
import { ReasonFields } from '../question/reason-fields.tsx';
import { MoneyInput } from '../record/record-form.tsx';
import { deskAddress } from './desk-address.ts';

/** The first one is what happens every day. */
const REASONS = ['Typed wrongly.', 'Counted again.', 'Typed twice.'];

type Corrected = Pick<
  PaymentDetails,
  'id' | 'amount_paid' | 'driver_code' | 'payment_type' | 'payment_year' | 'payment_month'
>;

const bodyOf = (reason: string) => ({ decision: 'reverse' as const, cause: 'never_came' as const, reason });

const ASKS = {
  title: 'Ask to correct the cash of',
  action: 'Ask for it',
  says: 'Somebody else who may reverse payments decides. Until then the payment stays as it is; then it is reversed, and the right amount is received for the same fee, with a new receipt.',
};
const CORRECTS = {
  title: 'Correct the cash of',
  action: 'Reverse and receive again',
  says: 'This payment is reversed and its receipt is void. The desk then opens with the same fee and the right amount: send it there, and hand over the new receipt.',
};

/**
 * Corrects the amount of cash in one step: reverses the payment as money that never came, and leads
 * to the desk, where the right amount is received. Whoever took it and may not do both asks for it.
 */
export function CorrectPayment({ payment, asks }: { payment: Corrected; asks: boolean }) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const form = useForm({
    initial: { amount: '', reason: REASONS[0] ?? '' },
    check: ({ amount, reason }) => {
      const isRight = PositiveMoney.safeParse(parseMoney(amount) ?? amount).success;
      const isSame = parseMoney(amount) === payment.amount_paid;
      return {
        ...checkBy(CaseDecisionBody)(bodyOf(reason)),
        ...(!isRight && { amount: 'Please enter the amount that was really received.' }),
        ...(isSame && { amount: `${formatMoney(payment.amount_paid)} is what was received.` }),
      };
    },
  });
  const { title, action, says } = asks ? ASKS : CORRECTS;
  const params = { id: payment.id };
  const ask = (body: CashCorrection) =>
    change(askToCorrectCash, { params, body, idempotencyKey: form.retryKey.keyFor(body) });
  const correct = async ({ amount, reason }: CashCorrection) => {
    const answer = await change(decideClearance, { params, body: bodyOf(reason) });
    void navigate(deskAddress(payment.driver_code, { ...payment, amount }));
    return answer;
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
        send={({ amount, reason }) =>
          (asks ? ask : correct)({ amount: parseMoney(amount) ?? amount, reason: reason.trim() })
        }
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
