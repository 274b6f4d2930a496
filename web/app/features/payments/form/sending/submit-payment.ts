import { TOO_MANY_CLAIMS } from '@banbo/contract';
import type { KeptKey } from '~/lib/api/idempotency-key.ts';
import { keepOnDevice, type NotSent, notSent } from '~/lib/submission-queue/not-sent.ts';
import { type PaymentRules, type PaymentValues, toSubmission } from '../payment-values.ts';
import { sendPayment } from './send-payment.ts';

/** The outcome of pressing Submit. `unknown` is refused to strangers, and not to the car's own driver once signed in. */
export type PaymentOutcome =
  | { kind: 'received'; message: string; payment_id: string }
  | { kind: 'unknown'; message: string }
  | NotSent;

/** Keeps a payment on this device, to be sent under its key when there is network. Never rejects. */
export const keepPayment = async (values: PaymentValues, rules: PaymentRules, keptKey: KeptKey): Promise<NotSent> => {
  const body = toSubmission(values, rules);
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

/** Sends a payment under one key for as long as it is the same; without network it is kept. Never rejects. */
export const submitClaim = async (
  values: PaymentValues,
  rules: PaymentRules,
  keptKey: KeptKey,
): Promise<PaymentOutcome> => {
  try {
    const { message, payment_id } = await sendPayment(values, rules, keptKey);
    return { kind: 'received', message, payment_id };
  } catch (error) {
    const outcome = await notSent(error, () => keepPayment(values, rules, keptKey));
    const isUnknown = outcome.kind === 'refused' && outcome.message === TOO_MANY_CLAIMS;
    return isUnknown ? { kind: 'unknown', message: outcome.message } : outcome;
  }
};
