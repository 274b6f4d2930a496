import { z } from 'zod';
import { MONTH_CODES } from '../common/calendar.ts';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, MoneySum, typedYear } from '../common/fields.ts';
import { isPlainText } from '../common/text.ts';
import { MISSING_PAYMENT_MONTH, MISSING_PAYMENT_YEAR } from './claim-rules.ts';
import { coverFields, DueFee } from './member-standing.ts';
import { ClaimedType } from './schemas.ts';

const endpoint = endpointsOf('payments');

/**
 * One driver's payments, cover and debts, worked out from payments, plans and prices at the moment
 * of asking.
 */
export const DriverStanding = z.object({
  /** The sum of cleared payments, and of claims that wait. */
  paid: MoneySum,
  waiting: MoneySum,
  due_total: MoneySum,
  /** The oldest first; `payable` is true for one whose whole price the credit pays. */
  due: z.array(DueFee.extend({ payable: z.boolean() })),
  /** Years whose fees have no price yet, so that it is unknown whether they are due. */
  unpriced_years: z.array(z.number().int()),
  /** The last day of the month before the first one that is not paid; null where none is paid. */
  covered_until: Day.nullable(),
  /** The approval of a waiver or write-off that waits. */
  waiver_approval_id: Id.nullable(),
  ...coverFields,
});
export type DriverStanding = z.infer<typeof DriverStanding>;

export const getDriverStanding = endpoint('GET /drivers/:id/standing', 'payments.read', {
  summary: 'One driver’s covered months, dues and credit',
  description: 'Of a removed driver up to the day of the removal.',
  errors: ['not_found'],
  answer: DriverStanding,
});

/** A due fee of a driver, as it is named to act on it. */
export const FeeNamed = z.strictObject({
  payment_type: ClaimedType,
  payment_year: typedYear(2000, 2200, MISSING_PAYMENT_YEAR).optional(),
  payment_month: z.enum(MONTH_CODES, MISSING_PAYMENT_MONTH).optional(),
});
export type FeeNamed = z.infer<typeof FeeNamed>;

export const useCredit = endpoint('POST /drivers/:id/credit_uses', 'payments.clear', {
  summary: 'Pay a due fee from a driver’s credit, always its whole price',
  idempotent: true,
  errors: ['not_found', 'refused', 'already_paid', 'conflict'],
  example: { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' },
  body: FeeNamed,
  created: Done.extend({ credit_use_id: Id }),
});

const REASON = 'Please give the reason in a few words.';
export const CreditReturn = z.strictObject({
  reason: z.string(REASON).trim().min(3, REASON).max(300).refine(isPlainText, REASON),
});

export const returnCredit = endpoint('PATCH /drivers/:id/credit_uses/:use_id', 'payments.clear', {
  summary: 'Give a fee that was paid from credit back to the credit; it is due again',
  errors: ['not_found', 'conflict'],
  params: z.object({ id: Id, use_id: Id }),
  body: CreditReturn,
});

export const driverStandingEndpoints = { getDriverStanding, useCredit, returnCredit } as const;
