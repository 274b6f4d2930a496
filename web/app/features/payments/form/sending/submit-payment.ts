import {
  type AnswerOf,
  type BodyOf,
  type checkFeePayment,
  type submitPayment as submitEndpoint,
  TOO_MANY_CLAIMS,
} from '@banbo/contract';
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
const SUBMIT: Address<typeof submitEndpoint> = { method: 'POST', url: '/payments', access: 'public' };

/** Checks with the server first what may only be paid after something else; its refusal belongs to the payment type. */
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

/** True when the server has said no to the form itself, so that it has not taken it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408;

/**
 * Sends a payment under its key. One whose answer was lost goes straight to the server, which gives the kept answer: asked
 * before, it would say that the payment, having been cleared since, was already paid. Throws `ApiError`.
 */
export const sendPayment = async (
  values: PaymentValues,
  rules: PaymentRules,
  keptKey: KeptKey,
): Promise<AnswerOf<typeof submitEndpoint>> => {
  const body = toSubmission(values, rules);
  // The limits on claims of a car do not hold for its own driver.
  await recallSession();
  if (needsCheck(values, rules.types) && !keptKey.isOpen(body)) await checkEligible(values, rules);
  keptKey.noteSent(body);
  try {
    const answer = await call<typeof submitEndpoint>(SUBMIT, { body, idempotencyKey: keptKey.keyFor(body) });
    keptKey.forget();
    return answer;
  } catch (error) {
    if (isRefusal(error)) keptKey.noteAnswered(body);
    throw error;
  }
};

/** The outcome of pressing Submit. `unknown` is refused to strangers, and not to the car's own driver once signed in. */
export type Outcome =
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
export const submitPayment = async (values: PaymentValues, rules: PaymentRules, keptKey: KeptKey): Promise<Outcome> => {
  try {
    const { message, payment_id } = await sendPayment(values, rules, keptKey);
    return { kind: 'received', message, payment_id };
  } catch (error) {
    const outcome = await notSent(error, () => keepPayment(values, rules, keptKey));
    const isUnknown = outcome.kind === 'refused' && outcome.message === TOO_MANY_CLAIMS;
    return isUnknown ? { kind: 'unknown', message: outcome.message } : outcome;
  }
};
