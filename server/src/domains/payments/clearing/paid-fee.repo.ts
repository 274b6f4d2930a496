import { type RawBuilder, sql } from 'kysely';

/** `month` is the condition of the month; each is one that an index knows, where IS NOT DISTINCT FROM is not. */
const covered = (month: (fee: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`(EXISTS (
  SELECT FROM payments AS paid
  WHERE paid.status = 'cleared' AND paid.period <> 'any' AND NOT paid.is_credit AND paid.id <> claim.id
    AND paid.driver_id = claim.driver_id AND paid.type_code = claim.type_code AND ${month(sql`paid`)}
) OR EXISTS (
  SELECT FROM credit_uses AS used
  WHERE used.status = 'used' AND used.driver_id = claim.driver_id AND used.type_code = claim.type_code
    AND ${month(sql`used`)}
))`;

/** True where another payment was cleared for the fee of the payment `claim`, or credit was used for it. */
export const FEE_IS_PAID = sql<boolean>`(CASE WHEN claim.payment_year IS NULL
  THEN ${covered((fee) => sql`${fee}.payment_year IS NULL AND ${fee}.payment_month IS NULL`)}
  ELSE ${covered((fee) => sql`${fee}.payment_year = claim.payment_year AND ${fee}.payment_month = claim.payment_month`)} END)`;
