import { z } from 'zod';
import { Money } from '../common/money.ts';

/** A fee as answers name it: a type and, of a monthly one, its year and month in uppercase. */
export const feeFields = {
  payment_type: z.string(),
  description: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
};

/** A fee without a cleared payment. `waiting` is the part that was claimed and not cleared; a claim lowers no debt. */
export const DueFee = z.object({ ...feeFields, amount: Money, waiting: Money });
export type DueFee = z.infer<typeof DueFee>;

/** A driver's credit and cover, of which both the member's and the office's page tell. */
export const coverFields = {
  /** Money that was paid and covers no fee yet. */
  credit: Money,
  /** Fees that are paid for, the latest month first. */
  covered: z.array(
    z.object({
      ...feeFields,
      covered_by: z.enum(['payment', 'credit']),
      /** Of a fee that was paid from credit: the use, which staff can return. */
      credit_use_id: z.string().nullable(),
    }),
  ),
  /** The first month after this one that nothing covers, with its price, null while its year has none; null for no monthly fee. */
  next_due: z.object({ ...feeFields, amount: Money.nullable() }).nullable(),
};
