import { TOO_MANY_CLAIMS } from '@banbo/contract';
import { ApiError } from '~/lib/api.ts';
import { type PaymentValues, type TypeRules, toSubmission } from './payment-values.ts';
import type { PaymentForm } from './use-payment-form.ts';

/** As from a network that answers with a page of its own. */
const UNREADABLE = 'The answer could not be read. Please try again.';

/**
 * The outcome of pressing Submit. `unreachable` leaves the choice to send later to the person; `unknown` is refused to strangers,
 * and not to the car's own driver once signed in.
 */
export type Outcome =
  | { kind: 'received'; message: string; payment_id: string }
  | { kind: 'refused'; message: string; fields: Record<string, string> }
  | { kind: 'unknown'; message: string }
  | { kind: 'unreachable'; message: string }
  | { kind: 'kept'; key: string };

/** Sends a payment under one key for as long as it is the same. Never rejects. */
export const useSubmitPayment = ({ retryKey: keptKey }: PaymentForm, types: TypeRules) => {
  /** Keeps the form on this device, to be sent when there is network. */
  const keep = async (values: PaymentValues): Promise<Outcome> => {
    const body = toSubmission(values, types);
    const key = keptKey.keyFor(body);
    try {
      const { keepForLater } = await import('~/lib/submission-queue/keep-for-later.ts');
      await keepForLater({
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
      keptKey.forget();
      return { kind: 'kept', key };
    } catch {
      return { kind: 'unreachable', message: 'This phone could not save the form. Please try again with network.' };
    }
  };

  const send = async (values: PaymentValues): Promise<Outcome> => {
    try {
      const { sendPayment } = await import('./send-payment.ts');
      const { message, payment_id } = await sendPayment(values, types, keptKey);
      return { kind: 'received', message, payment_id };
    } catch (error) {
      if (!(error instanceof ApiError)) return { kind: 'unreachable', message: UNREADABLE };
      if (error.status === 0 && !navigator.onLine) return keep(values);
      if (error.status === 0 || error.status >= 500) return { kind: 'unreachable', message: error.message };
      if (error.message === TOO_MANY_CLAIMS) return { kind: 'unknown', message: error.message };
      return { kind: 'refused', message: error.message, fields: error.fields };
    }
  };

  return { send, keep };
};
