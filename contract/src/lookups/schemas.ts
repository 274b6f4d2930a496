import { z } from 'zod';
import { Id } from '../common/ids.ts';
import { Money } from '../common/money.ts';

export const Nationality = z.object({ id: Id, nationality: z.string() });
export type Nationality = z.infer<typeof Nationality>;

export const Identification = z.object({ id: Id, identification: z.string() });
export type Identification = z.infer<typeof Identification>;

export const Relationship = z.object({ id: Id, relationship: z.string() });
export type Relationship = z.infer<typeof Relationship>;

/** The payment types with rules of their own: registration fee, monthly subscription, device payment. */
export const REGISTRATION_FEE = 'RF';
export const SUBSCRIPTION = 'SS';
export const DEVICE_PAYMENT = 'DP';

/** The payers of a type: drivers, or tenants on the land side. */
export const PAYMENT_SIDES = ['drivers', 'tenants'] as const;

export const PaymentType = z.object({
  id: Id,
  type_code: z.string(),
  description: z.string(),
  side: z.enum(PAYMENT_SIDES),
});
export type PaymentType = z.infer<typeof PaymentType>;

/** A year without prices for some of the drivers' fees, and the descriptions of these fees. */
export const MissingPrices = z.object({ year: z.number().int(), descriptions: z.array(z.string()) });
export type MissingPrices = z.infer<typeof MissingPrices>;

/** A yearly price: one amount a year and type. */
export const PaymentListItem = z.object({
  id: Id,
  year: z.number().int(),
  type_code: z.string(),
  description: z.string(),
  amount: Money,
});
export type PaymentListItem = z.infer<typeof PaymentListItem>;
