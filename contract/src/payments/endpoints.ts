import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { CarNumber, Id } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';
import { MISSING_DRIVER_CODE } from './claim-rules.ts';
import { exportPayments, listPayments } from './payment-list.ts';
import { getPayingDriver, getPayment } from './payment-record.ts';
import { ClaimedType, EXAMPLE_PAYER, PaymentSubmission } from './schemas.ts';
import { paymentSumEndpoints } from './sums.ts';

const endpoint = endpointsOf('payments');

export const submitPayment = endpoint('POST /payments', 'public', {
  summary: 'Claim a payment made by MoMo',
  idempotent: true,
  limits: [
    ...perMinute({ caller: 60, address: 60 }),
    // An office that pays for its drivers, or a good part of a mobile network, sits behind one
    // address.
    { by: 'address', max: 500, seconds: 86_400, shared: true },
  ],
  errors: ['refused', 'already_paid', 'transaction_id_taken'],
  example: { ...EXAMPLE_PAYER, payment_type: 'RF', amount: '200.00', transaction_id: '68576000001' },
  body: PaymentSubmission,
  created: z.object({ success: z.literal(true), message: z.string(), payment_id: Id }),
});

export const checkFeePayment = endpoint('POST /fee_payment/check_fee_payment', 'public', {
  summary: 'May this driver pay a subscription or a device now?',
  limits: perMinute({ caller: 60, address: 120 }),
  errors: ['refused', 'already_paid'],
  body: z.strictObject({
    driver_code: z.string(MISSING_DRIVER_CODE).trim().min(1, MISSING_DRIVER_CODE).max(20),
    car_number: CarNumber,
    payment_type: ClaimedType,
  }),
  answer: z.object({ status: z.literal(true), message: z.string() }),
});

export const claimEndpoints = {
  submitPayment,
  checkFeePayment,
  listPayments,
  exportPayments,
  getPayingDriver,
  getPayment,
  ...paymentSumEndpoints,
} as const;
