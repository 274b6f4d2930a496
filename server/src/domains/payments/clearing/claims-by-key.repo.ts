import type { PaymentStatus, Period } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { FEE_IS_PAID } from './paid-fee.repo.ts';

type Owner = { id: string; driver_code: string; first_name: string; last_name: string };
type Owners = RawBuilder<Owner>;

export type FoundClaim = Omit<Owner, 'id'> & {
  driver_id: string;
  /** Its transaction ID without zeros before digits. */
  key: string;
  status: PaymentStatus;
  amount: string;
  /** True for one that waits while its fee is paid otherwise. */
  is_paid: boolean;
  /** True for one whose transaction ID another driver sent too. */
  is_disputed: boolean;
  period: Period;
  type_code: string;
  payment_year: number | null;
  /** 1…12. */
  payment_month: number | null;
};

/** The claims, waiting or cleared, that have these transaction keys. Costs an index look-up each. */
export const findClaimsByKey = async (db: Db, keys: readonly string[], owners: Owners): Promise<FoundClaim[]> => {
  const { rows } = await sql<FoundClaim>`
    SELECT transaction_key(claim.transaction_id) AS key, claim.status, claim.amount::text, claim.type_code,
      claim.period, claim.payment_year, claim.payment_month, claim.driver_id::text,
      driver_code, first_name, last_name,
      claim.status = 'submitted' AND ${FEE_IS_PAID} AS is_paid,
      EXISTS (
        SELECT FROM payment_attempts AS attempt
        WHERE transaction_key(attempt.transaction_id) = transaction_key(claim.transaction_id)
          AND attempt.driver_id <> claim.driver_id
      ) AS is_disputed
    FROM payments AS claim
    JOIN (${owners}) AS owner ON owner.id = claim.driver_id
    WHERE transaction_key(claim.transaction_id) = ANY(${keys}) AND claim.part = 1
      AND claim.status IN ('submitted', 'cleared')`.execute(db);
  return rows;
};
