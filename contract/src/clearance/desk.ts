import { z } from 'zod';
import { Day } from '../common/day.ts';
import { endpoint } from '../common/endpoint.ts';
import { Id } from '../common/ids.ts';
import { Money } from '../common/money.ts';
import { REGISTRATION_FEE, SUBSCRIPTION } from '../prices/specified-types.ts';
import {
  CaptureMomo,
  ClaimLookup,
  ReceivedPayment,
  ReceivedRegistrationFee,
  ReceivedSubscription,
} from './desk-schemas.ts';

const tags = ['clearance'];

/** A claim that waits, as whoever receives its money sees it. */
export const WaitingClaim = z.object({
  payment_id: Id,
  mobile_number: z.string(),
  amount: Money,
  car_number: z.string(),
  driver_code: z.string(),
  fullname: z.string(),
  payment_type: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
  transaction_date: Day,
});
export type WaitingClaim = z.infer<typeof WaitingClaim>;

export const findClaim = endpoint('POST /clearance', 'payments.receive', {
  summary: 'The claim that waits for the money of a transaction ID',
  description: 'Without one it is 404; 409 says what has become of an ID that was captured or cleared before.',
  tags,
  errors: ['not_found', 'conflict'],
  body: ClaimLookup,
  answer: z.object({ status: z.literal(true), message: z.string(), data: WaitingClaim }),
});

export const captureMomo = endpoint('POST /payments/capture_momo', 'payments.receive', {
  summary: 'Capture money that the MoMo account received',
  description:
    'Clears the claim with the same transaction ID and amount; anything else waits for a person. Capturing the same twice ' +
    'changes nothing; with another amount it is refused with 409 `conflict`.',
  tags,
  idempotent: true,
  errors: ['conflict'],
  body: CaptureMomo,
  created: z.object({
    success: z.literal(true),
    /** `already`: it was captured before. */
    result: z.enum(['cleared', 'differs', 'no_claim', 'already']),
    message: z.string(),
  }),
});

/** The payment type of each path that receives, shows and corrects fees of one type. */
export const FEE_TYPES = { '/reg_fees': REGISTRATION_FEE, '/monthly_subscriptions': SUBSCRIPTION } as const;

const received = z.object({
  success: z.literal(true),
  message: z.string(),
  /** Given or, of cash, made. */
  transaction_id: z.string(),
  /** In the order of the rows, and last the credit. */
  payment_ids: z.array(Id),
});

const receiving = {
  tags,
  idempotent: true,
  errors: ['refused', 'already_paid', 'transaction_id_taken', 'conflict'],
  created: received,
} as const;

export const receivePayment = endpoint('POST /payments/receive', 'payments.receive', {
  ...receiving,
  summary: 'Receive a transfer, cash or a cheque for one or several fees, and clear them',
  description: 'All or nothing; a refusal names the row by its index, `body.payments.1.payment_type`.',
  body: ReceivedPayment,
});

export const receiveRegistrationFee = endpoint('POST /reg_fees', 'payments.receive', {
  ...receiving,
  summary: 'Receive a driver’s registration fee, and clear it',
  body: ReceivedRegistrationFee,
});

export const receiveSubscription = endpoint('POST /monthly_subscriptions', 'payments.receive', {
  ...receiving,
  summary: 'Receive a driver’s subscription of a month, and clear it',
  body: ReceivedSubscription,
});

export const deskEndpoints = {
  findClaim,
  captureMomo,
  receivePayment,
  receiveRegistrationFee,
  receiveSubscription,
} as const;
