import { TOO_MANY_CLAIMS } from '@banbo/contract';
import { keepOnDevice, type NotSent, notSent } from '~/lib/submission-queue/not-sent.ts';
import { type PaymentRules, type PaymentValues, toSubmission } from '../payment-values.ts';
import type { PaymentForm } from '../use-payment-form.ts';

/** The outcome of pressing Submit. `unknown` is refused to strangers, and not to the car's own driver once signed in. */
export type Outcome =
  | { kind: 'received'; message: string; payment_id: string }
  | { kind: 'unknown'; message: string }
  | NotSent;

/** Sends a payment under one key for as long as it is the same. Never rejects. */
export const useSubmitPayment = ({ retryKey: keptKey }: PaymentForm, rules: () => PaymentRules) => {
  /** Keeps the form on this device, to be sent when there is network. */
  const keep = async (values: PaymentValues): Promise<NotSent> => {
    const body = toSubmission(values, rules());
    const key = keptKey.keyFor(body);
    const outcome = await keepOnDevice({
      key,
      kind: 'payment',
      // Everybody who opens the form on this phone sees it, and a whole ID could be claimed by them.
      title: `Payment …${body.transaction_id.slice(-4)} for ${body.car_number}`,
      url: '/api/payments',
      format: 'json',
      body,
      form: values,
      shown: body,
    });
    if (outcome.kind === 'kept') keptKey.forget();
    return outcome;
  };

  const send = async (values: PaymentValues): Promise<Outcome> => {
    try {
      const { sendPayment } = await import('./send-payment.ts');
      const { message, payment_id } = await sendPayment(values, rules(), keptKey);
      return { kind: 'received', message, payment_id };
    } catch (error) {
      const outcome = await notSent(error, () => keep(values));
      const isUnknown = outcome.kind === 'refused' && outcome.message === TOO_MANY_CLAIMS;
      return isUnknown ? { kind: 'unknown', message: outcome.message } : outcome;
    }
  };

  return { send, keep };
};
