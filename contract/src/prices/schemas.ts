import { z } from 'zod';
import { Day, Id, Money, shortText } from '../common/fields.ts';
import { PLAN_SLUGS } from './plans.ts';

/**
 * How often a payment type is paid: once a driver, once a driver and month, or any number of times.
 */
export const PAYMENT_PERIODS = ['once', 'monthly', 'any'] as const;
export type Period = (typeof PAYMENT_PERIODS)[number];
export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  once: 'Once',
  monthly: 'Every month',
  any: 'Any number of times',
};

/** The side of the business that pays a type. */
export const PAYMENT_SIDES = ['drivers', 'land', 'both'] as const;
export type PaymentSide = (typeof PAYMENT_SIDES)[number];
export const SIDE_LABELS: Readonly<Record<PaymentSide, string>> = { drivers: 'Drivers', land: 'Land', both: 'Both' };

type Rule = { type_code: string; period: Period; required_type: string | null };

/**
 * The type, paid once, that others require and that requires none: a new driver pays it first, and
 * a registration without it is archived. Of several, the first of the list; undefined where there
 * is none.
 */
export const firstTypeOf = <T extends Rule>(types: readonly T[]): T | undefined =>
  types.find(
    ({ type_code, period, required_type }) =>
      period === 'once' && required_type === null && types.some((other) => other.required_type === type_code),
  );

/** A payment type with its rules. */
export const PaymentType = z.object({
  id: Id,
  type_code: z.string(),
  description: z.string(),
  side: z.enum(PAYMENT_SIDES),
  period: z.enum(PAYMENT_PERIODS),
  /** The code of the type that must be paid before, or null. */
  required_type: z.string().nullable(),
  /** The day from which on drivers owe it. */
  due_from: Day,
  /** Each plan has its own price of it. */
  by_plan: z.boolean(),
  /** Pays for the tracker, so that a car may have one fitted. */
  for_device: z.boolean(),
});
export type PaymentType = z.infer<typeof PaymentType>;

const TypeCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{2,10}$/, 'The payment code has two to ten letters or digits.');

const rules = {
  description: shortText('description'),
  side: z.enum(PAYMENT_SIDES, 'Please choose the side.'),
  period: z.enum(PAYMENT_PERIODS, 'Please choose the period.'),
  required_type: TypeCode.nullable(),
  due_from: Day,
  by_plan: z.boolean(),
  for_device: z.boolean(),
};

/** Without rules nobody owes a type. `due_from` is by default the day on which it is added. */
export const NewPaymentType = z.strictObject({
  type_code: TypeCode,
  description: rules.description,
  side: rules.side.default('drivers'),
  period: rules.period.default('any'),
  required_type: rules.required_type.default(null),
  due_from: rules.due_from.optional(),
  by_plan: rules.by_plan.default(false),
  for_device: rules.for_device.default(false),
});
export type NewPaymentType = z.infer<typeof NewPaymentType>;

/**
 * Its record number and its code stay as they are, since payments and prices have them; a form may
 * send them along.
 */
export const PaymentTypeChange = z
  .strictObject({ id: Id, type_code: TypeCode, ...rules })
  .partial()
  .refine(({ id, ...change }) => Object.keys(change).length > 0, 'Please give a field to change.');

export const PaymentTypeCode = z.strictObject({ type_code: TypeCode });

/**
 * A year that drivers' fees have no price for, with the descriptions of these fees; where only some
 * plans lack one, they are named.
 */
export const MissingPrices = z.object({ year: z.number().int(), descriptions: z.array(z.string()) });
export type MissingPrices = z.infer<typeof MissingPrices>;

/** A yearly price: one amount a year and type and, of a type that is priced by plan, plan. */
export const YearlyPrice = z.object({
  id: Id,
  year: z.number().int(),
  type_code: z.string(),
  description: z.string(),
  plan: z.enum(PLAN_SLUGS).nullable(),
  amount: Money,
});
export type YearlyPrice = z.infer<typeof YearlyPrice>;
