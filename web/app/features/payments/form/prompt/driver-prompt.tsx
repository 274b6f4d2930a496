import { formatMoney, formatPaidMonth, isMobileNumber, type sendPrompt } from '@banbo/contract';
import { behindTheCode } from '~/components/form/form-phone.tsx';
import { type Told, useFollowedPrompt } from '~/components/payments/prompt/follow-prompt.ts';
import { PaidByPrompt, PromptPanel } from '~/components/payments/prompt/prompt-panel.tsx';
import { type Address, call } from '~/lib/api/api.ts';
import type { KeptKey } from '~/lib/api/idempotency-key.ts';
import { refusalOf } from '~/lib/form/refusal.ts';
import { recallSession } from '~/lib/session/recall-session.ts';
import { toast } from '~/lib/toast.ts';
import { LABELS, type PaymentValues, toSubmission } from '../payment-values.ts';
import type { usePayment } from '../use-payment.ts';
import { MESSAGE_MS, usePaymentTypes } from '../use-payment-amount.ts';
import { type DriverPrompt, driverPrompt } from './prompt-offer.tsx';

const SEND: Address<typeof sendPrompt> = { method: 'POST', url: '/payments/prompts', access: 'public' };

type Payment = ReturnType<typeof usePayment>;

/** The driver's number, unless it is masked for a stranger. */
const knownNumber = ({ mobile_number }: PaymentValues): string =>
  isMobileNumber(mobile_number) ? behindTheCode(mobile_number) : '';

/** The prompt of a driver's payment form. */
const useDriverPrompt = (payment: Payment) => {
  // Leaves a form that is for another fee by now.
  const clearPaid = (paid: DriverPrompt) => {
    const now = toSubmission(payment.form.getValues(), payment.rules());
    const names = ['car_number', 'payment_type', 'payment_year', 'payment_month'] as const;
    if (names.every((name) => now[name] === paid[name])) payment.clear();
  };
  const prompt = useFollowedPrompt<DriverPrompt>({
    tab: driverPrompt,
    number: knownNumber(payment.form.values),
    keyName: 'banbo-prompt-key',
    onPaid: clearPaid,
  });

  const ask = async (values: PaymentValues, payer_number: string, retryKey: KeptKey) => {
    const { car_number, driver_code, payment_type, payment_year, payment_month, amount } = toSubmission(
      values,
      payment.rules(),
    );
    const body = {
      ...{ car_number, driver_code, payment_type, amount },
      ...(payment_year !== undefined && { payment_year }),
      ...(payment_month !== undefined && { payment_month }),
      payer_number,
    };
    try {
      // Members are free of the limits for strangers.
      await recallSession();
      const idempotencyKey = retryKey.keyFor(body);
      const { reference, state, message } = await call<typeof sendPrompt>(SEND, { body, idempotencyKey });
      // Keeps the form for another try after a reload.
      payment.keepDraft();
      return { kept: { ...body, reference }, told: { state, message } };
    } catch (error) {
      const { message, fields } = refusalOf(error, [...Object.keys(LABELS), 'payer_number']);
      const { payer_number: wrong, ...others } = fields;
      toast.error(message, { duration: MESSAGE_MS });
      if (wrong !== undefined) prompt.showNumberError(wrong);
      if (Object.keys(others).length > 0) payment.showProblems(others);
      return null;
    }
  };

  const send = (isSure = false): void => {
    void prompt.send(async (payerNumber, retryKey) => {
      const values = await payment.readyForPrompt(isSure ? null : () => send(true));
      return values && ask(values, payerNumber, retryKey);
    });
  };
  return { prompt, send };
};

/** The end of a driver's prompt that was paid, with the fee that it paid. */
function PaidFee({ kept, ...end }: { kept: DriverPrompt; told: Told; onDone: () => void }) {
  const { types } = usePaymentTypes();
  const type = types.find(({ type_code }) => type_code === kept.payment_type);
  return (
    <PaidByPrompt
      {...end}
      facts={[
        { name: 'Amount', value: formatMoney(kept.amount), isMain: true },
        { name: 'Payment Type', value: type?.description ?? kept.payment_type },
        ...(kept.payment_month ? [{ name: 'For', value: formatPaidMonth(kept) }] : []),
        { name: 'Driver Code', value: kept.driver_code },
        { name: 'Car Number', value: kept.car_number },
      ]}
    />
  );
}

/** Asks for the phone's number, then waits for the prompt's approval. */
export function DriverPromptPanel({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { prompt, send } = useDriverPrompt(payment);
  const { kept } = prompt;
  return (
    <PromptPanel
      prompt={prompt}
      isSending={prompt.isSending || payment.isSending}
      send={() => send()}
      onClose={onClose}
      paid={(told, onDone) => kept && <PaidFee kept={kept} told={told} onDone={onDone} />}
    />
  );
}
