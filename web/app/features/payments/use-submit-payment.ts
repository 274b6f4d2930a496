import { checkFeePayment, DEVICE_PAYMENT, SUBSCRIPTION, submitPayment } from '@banbo/contract';
import { useRef, useState } from 'react';
import { ApiError, call } from '~/lib/api.ts';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import { keepForLater } from '~/lib/outbox/keep-for-later.ts';
import { type PaymentValues, toFeeQuestion, toSubmission } from './payment-values.ts';

/** As from a network that answers with a page of its own. */
const UNREADABLE = 'The answer could not be read. Please try again.';

/** What became of pressing Submit. `unreached` leaves the choice to send later to the person. */
export type Outcome =
  | { kind: 'received'; message: string; payment_id: string }
  | { kind: 'refused'; message: string; fields: Record<string, string> }
  | { kind: 'unreached'; message: string }
  | { kind: 'kept' };

const isChecked = ({ payment_type }: PaymentValues) => [SUBSCRIPTION, DEVICE_PAYMENT].includes(payment_type);

/** SS and DP are first checked with the server (SPEC §5); what it says belongs to the payment type. */
const checkEligible = async (values: PaymentValues): Promise<void> => {
  if (!isChecked(values)) return;
  try {
    await call(checkFeePayment, { body: toFeeQuestion(values) });
  } catch (error) {
    if (!(error instanceof ApiError) || !error.body || error.body.issues) throw error;
    const issues = [{ path: 'body.payment_type', message: error.message }];
    throw new ApiError(error.status, error.message, { ...error.body, issues });
  }
};

/** Sends a payment, one at a time and under one key for as long as it is the same. Never rejects. */
export const useSubmitPayment = () => {
  const { keyFor, forget } = useIdempotencyKey('banbo-payment-key');
  const [isSending, setSending] = useState(false);
  const busy = useRef(false);

  /** Keeps the form on this device, to be sent when there is network. */
  const keep = async (values: PaymentValues): Promise<Outcome> => {
    const body = toSubmission(values);
    try {
      await keepForLater({
        key: keyFor(body),
        kind: 'payment',
        title: `Payment ${body.transaction_id} for ${body.car_number}`,
        url: `/api${submitPayment.url}`,
        format: 'json',
        body,
        form: values,
        shown: body,
      });
      forget();
      return { kind: 'kept' };
    } catch {
      return { kind: 'unreached', message: 'This phone could not save the form. Please try again with network.' };
    }
  };

  const send = async (values: PaymentValues): Promise<Outcome> => {
    const body = toSubmission(values);
    try {
      await checkEligible(values);
      const { message, payment_id } = await call(submitPayment, { body, idempotencyKey: keyFor(body) });
      forget();
      return { kind: 'received', message, payment_id };
    } catch (error) {
      if (!(error instanceof ApiError)) return { kind: 'unreached', message: UNREADABLE };
      if (error.status === 0 && !navigator.onLine) return keep(values);
      if (error.status === 0 || error.status >= 500) return { kind: 'unreached', message: error.message };
      return { kind: 'refused', message: error.message, fields: error.fields };
    }
  };

  /** Does the work unless some is under way, which gives null. */
  const once = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (busy.current) return null;
    busy.current = true;
    setSending(true);
    try {
      return await work();
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  return { isSending, once, send, keep };
};
