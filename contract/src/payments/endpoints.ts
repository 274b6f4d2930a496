import { z } from 'zod';
import { CarNumber } from '../common/car-number.ts';
import { Day } from '../common/day.ts';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id } from '../common/ids.ts';
import { Money } from '../common/money.ts';
import { MISSING_DRIVER_CODE } from './claim-rules.ts';
import { exportPayments, listPayments } from './payment-list.ts';
import { ClaimedType, PaymentSubmission } from './schemas.ts';

const tags = ['payments'];

export const submitPayment = endpoint({
  method: 'POST',
  url: '/payments',
  access: 'public',
  idempotent: true,
  limits: [
    { by: 'caller', max: 60, seconds: 60 },
    { by: 'address', max: 60, seconds: 60 },
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
  limits: [
    { by: 'caller', max: 60, seconds: 60 },
    { by: 'address', max: 120, seconds: 60 },
  ],
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

export const getDashboard = endpoint({
  method: 'GET',
  url: '/dashboard',
  access: 'dashboard.read',
  schema: {
    summary: 'A few true figures: drivers, claims waiting, cleared this month',
    description: 'Amounts of money are left out for callers without `payments.read`.',
    tags,
    response: {
      200: z.object({
        drivers: z.number().int(),
        claims_waiting: z.number().int(),
        claims_waiting_amount: Money.optional(),
        /** Cleared payments whose transaction date lies in this month, from `month_start`. */
        cleared_this_month: Money.optional(),
        month_start: Day,
      }),
      ...errorResponses,
    },
  },
});

export const paymentEndpoints = {
  submitPayment,
  checkFeePayment,
  listPayments,
  exportPayments,
  getDashboard,
} as const;
