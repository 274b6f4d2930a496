import { z } from 'zod';
import { CarNumber } from '../common/car-number.ts';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id } from '../common/ids.ts';
import { perMinute } from '../common/limits.ts';
import { MISSING_DRIVER_CODE } from './claim-rules.ts';
import { getPayingDriver, getPayment } from './payment-history.ts';
import { exportPayments, listPayments } from './payment-list.ts';
import { ClaimedType, PaymentSubmission } from './schemas.ts';
import { paymentSumEndpoints } from './sums/endpoints.ts';

const tags = ['payments'];

export const submitPayment = endpoint({
  method: 'POST',
  url: '/payments',
  access: 'public',
  idempotent: true,
  limits: [
    ...perMinute({ caller: 60, address: 60 }),
    // An office that pays for its drivers, or a good part of a mobile network, sits behind one address.
    { by: 'address', max: 500, seconds: 86_400, shared: true },
  ],
  errors: ['refused', 'already_paid', 'transaction_id_taken'],
  schema: {
    summary: 'Claim a payment made by MoMo',
    tags,
    body: PaymentSubmission,
    response: {
      201: z.object({ success: z.literal(true), message: z.string(), payment_id: Id }),
      ...errorResponses,
    },
  },
});

export const checkFeePayment = endpoint({
  method: 'POST',
  url: '/fee_payment/check_fee_payment',
  access: 'public',
  limits: perMinute({ caller: 60, address: 120 }),
  errors: ['refused', 'already_paid'],
  schema: {
    summary: 'May this driver pay a subscription or a device now?',
    tags,
    body: z.strictObject({
      driver_code: z.string(MISSING_DRIVER_CODE).trim().min(1, MISSING_DRIVER_CODE).max(20),
      car_number: CarNumber,
      payment_type: ClaimedType,
    }),
    response: { 200: z.object({ status: z.literal(true), message: z.string() }), ...errorResponses },
  },
});

export const paymentEndpoints = {
  submitPayment,
  checkFeePayment,
  listPayments,
  exportPayments,
  getPayingDriver,
  getPayment,
  ...paymentSumEndpoints,
} as const;
