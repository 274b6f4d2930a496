import { z } from 'zod';
import { PositiveMoney } from '../common/money.ts';
import { toPesewas } from '../common/pesewas.ts';
import { PLAN_SLUGS, planOf } from './plans.ts';
import { PaymentListItem } from './schemas.ts';

export const MISSING_PRICE_YEAR = 'Please select the year.';
export const MISSING_PRICED_TYPE = 'Please select payment type';
export const MISSING_PLAN = 'Please select the plan.';

/** A payment takes no more, so a dearer price is a slip of the thumb. */
export const MAX_PRICE = '100000.00';

const PriceAmount = PositiveMoney.refine(
  (amount) => toPesewas(amount) <= toPesewas(MAX_PRICE),
  'The amount is more than GHS 100,000.00. Please check it.',
);

/** The server checks the year against the years that prices may be set for now; these are what the database can hold. */
const Year = z
  .number(MISSING_PRICE_YEAR)
  .int(MISSING_PRICE_YEAR)
  .min(2000, MISSING_PRICE_YEAR)
  .max(2200, MISSING_PRICE_YEAR);

/**
 * A price to add. `plan` is for types that are priced by plan; left out, it is the base plan there. `description` is the
 * form's copy of the type's own and is not used.
 */
export const NewPaymentListItem = z.strictObject({
  year: Year,
  type_code: z
    .string(MISSING_PRICED_TYPE)
    .trim()
    .regex(/^[A-Za-z0-9]{2,10}$/, MISSING_PRICED_TYPE),
  description: z.string().max(60).optional(),
  plan: z.enum(PLAN_SLUGS, MISSING_PLAN).nullable().optional(),
  amount: PriceAmount,
});
export type NewPaymentListItem = z.infer<typeof NewPaymentListItem>;

/** Year, type and plan of a price stay, since another one of these is another price. */
export const PaymentListChange = z.strictObject({ amount: PriceAmount });

/** The year whose missing prices are copied from the year before. */
export const CopiedYear = z.strictObject({ year: Year });

/** A yearly price, and whether payments or debts rest on it. */
export const YearlyPrice = PaymentListItem.extend({ in_use: z.boolean() });
export type YearlyPrice = z.infer<typeof YearlyPrice>;

/** The prices that a year got from the year before, how many it had, and by name those that neither has. */
export const CopiedPrices = z.object({
  status: z.literal(true),
  message: z.string(),
  copied: z.array(PaymentListItem),
  kept: z.number().int(),
  missing: z.array(z.string()),
});
export type CopiedPrices = z.infer<typeof CopiedPrices>;

/** `MONTHLY SUBSCRIPTION (Platinum)`; without a plan the description alone. */
export const pricedName = ({ description, plan }: { description: string; plan: string | null }): string => {
  const name = planOf(plan)?.name;
  return name === undefined ? description : `${description} (${name})`;
};
