import { z } from 'zod';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { idParams } from '../common/ids.ts';
import { line } from '../common/line.ts';
import { defineList } from '../common/lists/define-list.ts';
import { submitPayment } from '../payments/endpoints.ts';
import { paymentList } from '../payments/payment-list.ts';
import { PaymentDetails } from '../payments/payment-record.ts';
import { PaymentSubmission } from '../payments/schemas.ts';

const tags = ['clearance'];

const NOTHING_TO_CORRECT = 'Please give what is to be corrected.';

const { transaction_id, payment_year, payment_month } = PaymentSubmission.shape;
const corrected = { transaction_id: transaction_id.optional() };
const isSomething = [(given: object) => Object.keys(given).length > 0, NOTHING_TO_CORRECT] as const;

const FeeCorrection = z.strictObject(corrected).refine(...isSomething);
const SubscriptionCorrection = z.strictObject({ ...corrected, payment_year, payment_month }).refine(...isSomething);

/** The reason stands on the payment, where its driver reads it. */
const Deletion = z.strictObject({ reason: line('reason', 300).optional() }).nullish();

/** A fee of one type by its record number: shown, corrected while it waits, and rejected. Another type's is not found. */
const feeEndpoints = <const Url extends string, C extends z.ZodType>(url: Url, one: string, correction: C) => {
  const path = `${url}/:id` as const;
  const own = { tags, params: idParams } as const;
  return {
    get: endpoint({
      method: 'GET',
      url: path,
      access: 'payments.read',
      schema: { summary: `A driver’s ${one}`, ...own, response: { 200: PaymentDetails, ...errorResponses } },
    }),
    correct: endpoint({
      method: 'PATCH',
      url: path,
      access: 'payments.clear',
      errors: ['conflict', 'refused', 'already_paid', 'transaction_id_taken'],
      schema: {
        summary: `Correct a ${one} that waits`,
        description: 'Never its state or amount. Refused with 409 once it does not wait any more.',
        ...own,
        body: correction,
        response: { 200: Done, ...errorResponses },
      },
    }),
    remove: endpoint({
      method: 'DELETE',
      url: path,
      access: 'payments.clear',
      errors: ['conflict'],
      schema: {
        summary: `Reject a ${one} that waits`,
        description: 'Nothing is deleted: a cleared one is reversed instead, which 409 says.',
        ...own,
        body: Deletion,
        response: { 200: Done, ...errorResponses },
      },
    }),
  };
};

export const registrationFees = feeEndpoints('/reg_fees', 'registration fee', FeeCorrection);
export const subscriptions = feeEndpoints('/monthly_subscriptions', 'subscription', SubscriptionCorrection);

/** All fees’ payments, under the path that clients of the fees know. */
export const feePaymentList = defineList({ ...paymentList, url: '/fee_payment' });

export const claimForDriver = endpoint({
  ...submitPayment,
  url: '/fee_payment',
  access: 'payments.receive',
  limits: [],
  schema: { ...submitPayment.schema, summary: 'Claim a payment made by MoMo for a driver, as staff', tags },
});

export const feePaymentEndpoints = {
  getRegistrationFee: registrationFees.get,
  correctRegistrationFee: registrationFees.correct,
  deleteRegistrationFee: registrationFees.remove,
  getSubscription: subscriptions.get,
  correctSubscription: subscriptions.correct,
  deleteSubscription: subscriptions.remove,
  listFeePayments: feePaymentList.page,
  exportFeePayments: feePaymentList.file,
  claimForDriver,
} as const;
