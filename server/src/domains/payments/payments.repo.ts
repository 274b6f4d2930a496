import type { PaymentMode, PaymentStatus } from '@banbo/contract';
import { type Insertable, sql } from 'kysely';
import type { Counting } from '#db/counting.ts';
import type { Db, Tables, Tx } from '#db/database.ts';
import { violatedCheck, violatedUnique } from '#db/violated-constraint.ts';
import { FEE_IS_PAID } from './clearing/paid-fee.repo.ts';

/** Payments that hold their transaction ID; a rejected or reversed one frees it. Only a cleared one is checked money. */
export const ACTIVE_STATUSES = ['submitted', 'cleared'] as const satisfies readonly PaymentStatus[];

/** The measure under which the totals count payments of a state, or of a state and mode, by type and by their transaction date. */
export const measureOf = (status: PaymentStatus, mode?: PaymentMode): string =>
  mode === undefined ? `payments:${status}` : `payments:${status}:${mode}`;

export type NewPayment = Insertable<Tables['payments']>;
export type PaidFee = {
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
  status: PaymentStatus;
  /** Its money became the driver's credit; it covers no fee. */
  is_credit: boolean;
};

/** `id` is null where a count had no room. */
export type Added = { id: string | null; counted: number };

/**
 * Stores a payment where all that `counting` counts has room, and gives its id. When an active payment already has its
 * transaction ID, or its driver was merged into another record, says so, and nothing is counted; a transaction is then of no
 * further use.
 */
export const addPayment = async (
  db: Db,
  payment: NewPayment,
  counting: Counting | null,
): Promise<Added | 'transaction_id_taken' | 'driver_merged'> => {
  const columns = sql.join(Object.keys(payment).map((column) => sql.ref(column)));
  try {
    const { rows } = await sql<Added>`
      WITH claim AS (SELECT), ${counting ? sql`${counting.steps('claim')},` : sql``} stored AS (
        INSERT INTO payments (${columns}) SELECT ${sql.join(Object.values(payment))} FROM ${counting?.last ?? sql`claim`}
        RETURNING id
      )
      SELECT (SELECT id FROM stored) AS id, ${counting?.counted ?? sql`0`} AS counted`.execute(db);
    return rows[0] ?? { id: null, counted: 0 };
  } catch (error) {
    if (violatedUnique(error) === 'payments_transaction_id') return 'transaction_id_taken';
    if (violatedCheck(error) === 'payments_of_kept_driver') return 'driver_merged';
    throw error;
  }
};

/** Those of these payments whose fee another payment has been cleared for, or credit was used for. */
export const idsOfPaidFees = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payments AS claim WHERE id = ANY(${ids}::bigint[]) AND ${FEE_IS_PAID}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** Those of these rejected payments whose transaction ID, zeros before it left aside, an active one or an earlier one of them has. */
export const idsOfTakenIds = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payments AS payment WHERE id = ANY(${ids}::bigint[]) AND (EXISTS (
      SELECT FROM payments AS taken
      WHERE transaction_key(taken.transaction_id) = transaction_key(payment.transaction_id)
        AND taken.part = payment.part AND taken.status IN ('submitted', 'cleared')
    ) OR EXISTS (
      SELECT FROM payments AS earlier
      WHERE earlier.id = ANY(${ids}::bigint[]) AND earlier.id < payment.id AND earlier.part = payment.part
        AND transaction_key(earlier.transaction_id) = transaction_key(payment.transaction_id)
    ))`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};
