import { z } from 'zod';
import { DecisionEvent } from '../audit/decision-facts.ts';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Money } from '../common/fields.ts';
import { PAYMENT_MODES, PAYMENT_STATUSES } from './status.ts';

const endpoint = endpointsOf('payments');

/** The days that a payment's date can be: the claim's, and the transfer's once that is known. */
const DAYS_OF = ['claim', 'transfer'] as const;
export const DAY_OF_LABELS = { claim: 'Claim', transfer: 'Transfer' } as const satisfies Record<
  (typeof DAYS_OF)[number],
  string
>;

/** A driver beside a payment. */
const Payer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  /**
   * True for a removed driver: the car and the numbers are old, and may be another driver's by now.
   */
  is_removed: z.boolean(),
});

/** A payment in a staff list. */
export const PaymentRecord = z.object({
  id: Id,
  driver_id: Id,
  driver_code: z.string(),
  car_number: z.string(),
  mobile_number: z.string(),
  payment_type: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
  transaction_date: Day,
  /** Says which of them `transaction_date` is. */
  date_of: z.enum(DAYS_OF),
  transaction_id: z.string(),
  mode: z.enum(PAYMENT_MODES),
  amount_paid: Money,
  status: z.enum(PAYMENT_STATUSES),
  /** The reason of a rejection or reversal; null when none was given. */
  status_reason: z.string().nullable(),
  /** True where the money became the driver's credit and pays for no fee. */
  is_credit: z.boolean(),
  drivers: Payer,
});
export type PaymentRecord = z.infer<typeof PaymentRecord>;

/** One payment with all that staff see of it. */
export const PaymentDetails = PaymentRecord.extend({
  /** The list price when it was submitted; null where there was none. */
  amount_due: Money.nullable(),
  /** The amount claimed, where it was cleared with money of another one. */
  claimed_amount: Money.nullable(),
  /** The part of its fee’s price that was given up. */
  waived: Money,
  /** Money with its transaction ID was received. */
  has_transfer: z.boolean(),
  /** The money that it was cleared with; null where a person cleared it without. */
  transfer_id: Id.nullable(),
  created_at: z.iso.datetime(),
  /** Decisions on it and on its money, the newest first. */
  history: z.array(DecisionEvent),
});
export type PaymentDetails = z.infer<typeof PaymentDetails>;

/** The driver of a payment history. */
export const PayingDriver = Payer.extend({
  id: Id,
  driver_code: z.string(),
  car_number: z.string(),
  mobile_number: z.string(),
});
export type PayingDriver = z.infer<typeof PayingDriver>;

/** The driver, removed or not, whose history of payments is asked for. */
export const getPayingDriver = endpoint('GET /payments/drivers/:driver_code', 'payments.read', {
  summary: 'The driver of a code, for the history of their payments',
  params: z.strictObject({ driver_code: z.string().max(40) }),
  answer: PayingDriver,
});

export const getPayment = endpoint('GET /payments/:id', 'payments.read', {
  summary: 'One payment with all that staff see of it',
  params: z.strictObject({ id: Id }),
  answer: PaymentDetails,
});
