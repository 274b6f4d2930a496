import type { AnswerOf, BodyOf, checkFeePayment, submitPayment } from '@banbo/contract';
import { type Address, ApiError, call } from '~/lib/api/api.ts';
import type { KeptKey } from '~/lib/api/idempotency-key.ts';
import { recallSession } from '~/lib/session/recall-session.ts';
import { needsCheck, type PaymentRules, type PaymentValues, toSubmission } from '../payment-values.ts';

const CHECK: Address<typeof checkFeePayment> = {
  method: 'POST',
  url: '/fee_payment/check_fee_payment',
  access: 'public',
};
const SUBMIT: Address<typeof submitPayment> = { method: 'POST', url: '/payments', access: 'public' };

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
): Promise<AnswerOf<typeof submitPayment>> => {
  const body = toSubmission(values, rules);
  // The limits on claims of a car do not hold for its own driver.
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
