import { z } from 'zod';
import { Id } from '../common/ids.ts';
import { Money } from '../common/money.ts';
import { PAYMENT_SIDES, PERIODS } from './payment-types.ts';
import { PLAN_SLUGS } from './plans.ts';

/** A payment type with its rules. */
export const PaymentType = z.object({
  id: Id,
  type_code: z.string(),
  description: z.string(),
  side: z.enum(PAYMENT_SIDES),
  period: z.enum(PERIODS),
  /** The code of the type that must be paid before, or null. */
  required_type: z.string().nullable(),
});
export type PaymentType = z.infer<typeof PaymentType>;

/** A year that drivers' fees have no price for, with the descriptions of these fees; where only some plans lack one, they are named. */
export const MissingPrices = z.object({ year: z.number().int(), descriptions: z.array(z.string()) });
export type MissingPrices = z.infer<typeof MissingPrices>;

/** A yearly price: one amount a year and type and, of a type that is priced by plan, plan. */
export const PaymentListItem = z.object({
  id: Id,
  year: z.number().int(),
  type_code: z.string(),
  description: z.string(),
  plan: z.enum(PLAN_SLUGS).nullable(),
  amount: Money,
});
export type PaymentListItem = z.infer<typeof PaymentListItem>;
