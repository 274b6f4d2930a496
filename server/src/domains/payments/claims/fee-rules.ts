import {
  MISSING_PAYMENT_MONTH,
  MISSING_PAYMENT_TYPE,
  MISSING_PAYMENT_YEAR,
  MONTHS,
  OPENING_BALANCE,
  type PlanFrom,
  planIn,
} from '@banbo/contract';
import type { CarDriver } from '#domains/drivers';
import type { PaymentTypeRules } from '#domains/prices';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import type { JudgedFacts } from './claims.repo.ts';

/** A fee: a type and, of a monthly one, its month (1…12). */
export type Fee = { type_code: string; payment_year: number | null; payment_month: number | null };

/** Identifies a fee among those of one driver. */
export const feeKey = ({ type_code, payment_year, payment_month }: Fee): string =>
  `${type_code} ${payment_year} ${payment_month}`;

const refuseField = (field: string, message: string, code: 'refused' | 'already_paid' = 'refused'): Refusal =>
  refusalAt(code, field, message);

/** A type's code in uppercase, from one in any case. */
export const typeCodeOf = (code: string): string => code.trim().toUpperCase();

/** Refuses a type that is not there, or that drivers do not pay. */
export const driversPaymentType = (type: PaymentTypeRules | null): PaymentTypeRules => {
  if (!type || type.side === 'land') throw refuseField('payment_type', MISSING_PAYMENT_TYPE);
  return type;
};

/** A monthly type is paid for a month of a year, no other is. */
export const checkMonth = ({ payment_year, payment_month }: Fee, { period, description }: PaymentTypeRules): void => {
  if (period === 'monthly') {
    if (payment_year === null) throw refuseField('payment_year', MISSING_PAYMENT_YEAR);
    if (payment_month === null) throw refuseField('payment_month', MISSING_PAYMENT_MONTH);
  } else if (payment_year !== null || payment_month !== null) {
    const field = payment_year === null ? 'payment_month' : 'payment_year';
    throw refuseField(field, `The ${description.toLowerCase()} is not paid for a year and month.`);
  }
};

const alreadyPaid = ({ payment_year, payment_month }: Fee, { description }: PaymentTypeRules): Refusal => {
  const month = payment_month === null ? '' : ` for ${MONTHS[payment_month - 1]} ${payment_year}`;
  const message = `The ${description.toLowerCase()}${month} of this driver was already paid.`;
  return refuseField('payment_type', message, 'already_paid');
};

/**
 * Refuses a fee that the type's rules forbid: once is paid once, monthly once a month, and a type
 * that requires another only after that one. A waiting claim blocks no other, since strangers who
 * know the plate can send one. A monthly fee without its month is checked without it.
 */
export const checkFee = (
  fee: Fee,
  type: PaymentTypeRules,
  { is_paid, has_required }: Pick<JudgedFacts<PaymentTypeRules, object>, 'is_paid' | 'has_required'>,
): void => {
  if (is_paid) throw alreadyPaid(fee, type);
  if (type.required_type === null || has_required) return;
  const [first, wanted] = [type.required_description, type.description].map((name) => name?.toLowerCase());
  throw refuseField('payment_type', `Please pay the ${first} before the ${wanted}.`);
};

type Facts = Pick<JudgedFacts<PaymentTypeRules, object>, 'is_paid' | 'has_required'>;
type Payer = {
  type: PaymentTypeRules;
  driver: { opening: Pick<NonNullable<CarDriver['opening']>, 'billed_from' | 'owed'> | null };
};

/**
 * The facts of a fee with those of a take-over: fees of before were paid elsewhere. Refuses an
 * opening balance of a driver who has brought none.
 */
export const withOpening = (fee: Fee, { type, driver: { opening }, is_paid, has_required }: Facts & Payer): Facts => {
  if (type.type_code === OPENING_BALANCE) {
    if (!opening?.owed) throw refuseField('payment_type', 'This driver owes no opening balance.');
    return { is_paid, has_required };
  }
  if (opening === null) return { is_paid, has_required };
  const due = type.period === 'monthly' ? `${pricedMonth(fee, opening.billed_from)}-01` : type.due_from;
  return { is_paid: is_paid || (type.period !== 'any' && due < opening.billed_from), has_required: true };
};

const UNKNOWN = 'No driver is registered with this car number and driver code. Please check both, or register first.';

/**
 * The current driver of a car if the code is theirs. An unregistered car and a wrong code get the
 * same sentence: only the look-up, which is limited, reveals which cars are registered.
 */
export const payerOf = (driver: CarDriver | null, driverCode: string): CarDriver => {
  if (driver?.driver_code === driverCode.trim().toUpperCase()) return driver;
  const issues = ['driver_code', 'car_number'].map((name) => ({ path: `body.${name}`, message: UNKNOWN }));
  throw new Refusal('refused', UNKNOWN, { issues });
};

/** The pricing month, `2026-11`: the fee's own, or else that of `day`. */
export const pricedMonth = ({ payment_year, payment_month }: Fee, day: string): string =>
  payment_year === null || payment_month === null
    ? day.slice(0, 7)
    : `${payment_year}-${String(payment_month).padStart(2, '0')}`;

export const pricedBy = (fee: Fee, plans: readonly PlanFrom[], day: string) => {
  const month = pricedMonth(fee, day);
  return { type_code: fee.type_code, year: Number(month.slice(0, 4)), plan: planIn(plans, month) };
};
