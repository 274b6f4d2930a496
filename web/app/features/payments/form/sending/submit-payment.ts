import { type AnswerOf, type BodyOf, type checkFeePayment, type submitPayment, TOO_MANY_CLAIMS } from '@banbo/contract';
import { type Address, ApiError, call } from '~/lib/api/api.ts';
import type { KeptKey } from '~/lib/api/idempotency-key.ts';
import { recallSession } from '~/lib/session/recall-session.ts';
import { keepOnDevice, type NotSent, notSent } from '~/lib/submission-queue/not-sent.ts';
import { needsCheck, type PaymentRules, type PaymentValues, toSubmission } from '../payment-values.ts';

const CHECK: Address<typeof checkFeePayment> = {
  method: 'POST',
  url: '/fee_payment/check_fee_payment',
  access: 'public',
};
const SUBMIT: Address<typeof submitPayment> = { method: 'POST', url: '/payments', access: 'public' };

/** Asks the server whether the type may be paid; a refusal stands at the type. */
const checkEligible = async (values: PaymentValues, rules: PaymentRules): Promise<void> => {
  try {
    const { driver_code, car_number, payment_type } = toSubmission(values, rules);
    const body = { driver_code, car_number, payment_type } as BodyOf<typeof checkFeePayment>;
    await call<typeof checkFeePayment>(CHECK, { body });
  } catch (error) {
    if (!(error instanceof ApiError) || !error.body || error.body.issues) throw error;
    const issues = [{ path: 'body.payment_type', message: error.message }];
    throw new ApiError(error.status, error.message, { ...error.body, issues });
  }
};

/** True if the server refused the form, so it did not store it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408;

/**
 * Sends a payment under its key. After a lost answer it skips the check, which would say that the
 * payment, cleared since, was already paid. Throws `ApiError`.
 */
export const sendPayment = async (
  values: PaymentValues,
  rules: PaymentRules,
  keptKey: KeptKey,
): Promise<AnswerOf<typeof submitPayment>> => {
  const body = toSubmission(values, rules);
  // The car's own driver is free of the limits on its claims.
  await recallSession();
  if (needsCheck(values, rules.types) && !keptKey.isOpen(body)) await checkEligible(values, rules);
  keptKey.noteSent(body);
  try {
    const answer = await call<typeof submitPayment>(SUBMIT, { body, idempotencyKey: keptKey.keyFor(body) });
    keptKey.forget();
    return answer;
  } catch (error) {
    if (isRefusal(error)) keptKey.noteAnswered(body);
    throw error;
  }
};

/** The outcome of Submit. `unknown`: too many claims for a stranger; signing in helps. */
export type PaymentOutcome =
  | { kind: 'received'; message: string; payment_id: string }
  | { kind: 'unknown'; message: string }
  | NotSent;

/** Keeps a payment on this device until there is network. Never rejects. */
export const keepPayment = async (values: PaymentValues, rules: PaymentRules, keptKey: KeptKey): Promise<NotSent> => {
  const body = toSubmission(values, rules);
  const key = keptKey.keyFor(body);
  const outcome = await keepOnDevice({
    key,
    kind: 'payment',
    // The phone may be shared, and whoever knows a whole ID could claim it.
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

/** Sends a payment under one key for each content; without network it is kept. Never rejects. */
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
