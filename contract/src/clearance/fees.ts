import { z } from 'zod';
import { resource } from '../common/endpoint.ts';
import { shortText } from '../common/fields.ts';
import { defineList } from '../common/lists/define-list.ts';
import { submitPayment } from '../payments/endpoints.ts';
import { paymentList } from '../payments/payment-list.ts';
import { PaymentDetails } from '../payments/payment-record.ts';
import { PaymentSubmission } from '../payments/schemas.ts';

const NOTHING_TO_CORRECT = 'Please give what is to be corrected.';

const { transaction_id, payment_year, payment_month } = PaymentSubmission.shape;
const corrected = { transaction_id: transaction_id.optional() };
const isSomething = [(given: object) => Object.keys(given).length > 0, NOTHING_TO_CORRECT] as const;

const FeeCorrection = z.strictObject(corrected).refine(...isSomething);
const SubscriptionCorrection = z.strictObject({ ...corrected, payment_year, payment_month }).refine(...isSomething);

/** The driver reads the reason on the payment. */
const Deletion = z.strictObject({ reason: shortText('reason', 300).optional() }).nullish();

/**
 * A fee of one type by its record number: shown, corrected while it waits, and rejected. Another
 * type's is not found.
 */
const feeEndpoints = <const Url extends string, C extends z.ZodType>(url: Url, one: string, correction: C) =>
  resource(
    url,
    'clearance',
    { read: 'payments.read', change: 'payments.clear' },
    {
      show: { summary: `A driver’s ${one}`, answer: PaymentDetails },
      change: {
        summary: `Correct a ${one} that waits`,
        description: 'Never its state or amount. Refused with 409 once it does not wait any more.',
        errors: ['conflict', 'refused', 'already_paid', 'transaction_id_taken'],
        body: correction,
      },
      remove: {
        summary: `Reject a ${one} that waits`,
        description: 'Nothing is deleted: a cleared one is reversed instead, which 409 says.',
        errors: ['conflict'],
        body: Deletion,
      },
    },
  );

export const registrationFees = feeEndpoints('/reg_fees', 'registration fee', FeeCorrection);
export const subscriptions = feeEndpoints('/monthly_subscriptions', 'subscription', SubscriptionCorrection);

/** All fees’ payments, under the path that clients of the fees know. */
export const feePaymentList = defineList({ ...paymentList, url: '/fee_payment' });

export const claimForDriver = {
  ...submitPayment,
  url: '/fee_payment',
  access: 'payments.receive',
  limits: [],
  schema: {
    ...submitPayment.schema,
    summary: 'Claim a payment made by MoMo for a driver, as staff',
    tags: ['clearance'],
  },
} as const;

export const feePaymentEndpoints = {
  getRegistrationFee: registrationFees.show,
  correctRegistrationFee: registrationFees.change,
  deleteRegistrationFee: registrationFees.remove,
  getSubscription: subscriptions.show,
  correctSubscription: subscriptions.change,
  deleteSubscription: subscriptions.remove,
  listFeePayments: feePaymentList.page,
  exportFeePayments: feePaymentList.file,
  claimForDriver,
} as const;
