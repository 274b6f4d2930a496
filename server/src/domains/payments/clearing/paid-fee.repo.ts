import { sql } from 'kysely';

/** True where another payment was cleared for the fee of the payment `claim`, or credit was used for it. */
export const FEE_IS_PAID = sql<boolean>`(EXISTS (
  SELECT FROM payments AS paid
  WHERE paid.status = 'cleared' AND paid.period <> 'any' AND NOT paid.is_credit AND paid.id <> claim.id
    AND paid.driver_id = claim.driver_id AND paid.type_code = claim.type_code
    AND paid.payment_year IS NOT DISTINCT FROM claim.payment_year
    AND paid.payment_month IS NOT DISTINCT FROM claim.payment_month
) OR EXISTS (
  SELECT FROM credit_uses AS used
  WHERE used.status = 'used' AND used.driver_id = claim.driver_id AND used.type_code = claim.type_code
    AND used.payment_year IS NOT DISTINCT FROM claim.payment_year
    AND used.payment_month IS NOT DISTINCT FROM claim.payment_month
))`;
