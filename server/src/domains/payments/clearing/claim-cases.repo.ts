import type { PaymentStatus, Period } from '@banbo/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { isTransactionNamed } from '#db/named-transaction.ts';
import { totalParts } from '#db/totals/read-totals.ts';
import { isOfOtherPayer, PAYER_COLUMNS, type PaymentPayer } from '../payer.repo.ts';
import { FEE_IS_PAID, measureOf } from '../payments.repo.ts';

type Columns =
  | 'id'
  | 'type_code'
  | 'period'
  | 'payment_year'
  | 'payment_month'
  | 'amount'
  | 'amount_due'
  | 'claimed_amount'
  | 'transaction_id'
  | 'claimed_network'
  | 'status'
  | 'status_reason'
  | 'is_credit'
  | 'transfer_id'
  | 'created_at';

/** A payment as clearance judges it. */
export type ClaimCase = PaymentPayer &
  Pick<Selectable<Tables['payments']>, Columns> & {
    /** Its transaction ID as IDs are compared. */
    key: string;
    /** Another driver sent the same transaction ID. */
    is_disputed: boolean;
    /** Another payment or credit covers its fee. */
    is_paid: boolean;
    /** If cleared: since when another driver's claim of its transaction ID waits, or null. */
    reclaimed_at: Date | null;
  };

/** Another driver's undecided attempt at a cleared ID; the first payment has it. */
const RECLAIMS = sql`attempt.settled_at IS NULL AND ${isOfOtherPayer('claim')} AND claim.status = 'cleared'
  AND transaction_key(attempt.transaction_id) = transaction_key(claim.transaction_id)
  AND NOT EXISTS (
    SELECT FROM payments AS earlier
    WHERE transaction_key(earlier.transaction_id) = transaction_key(claim.transaction_id) AND earlier.status = 'cleared'
      AND earlier.part < claim.part
  )`;

const CLAIM = sql`
  SELECT claim.id, transaction_key(claim.transaction_id) AS key, ${PAYER_COLUMNS}, claim.type_code, claim.period,
    claim.payment_year, claim.payment_month, claim.amount, claim.amount_due, claim.claimed_amount, claim.transaction_id,
    claim.claimed_network,
    claim.status, claim.status_reason, claim.is_credit, claim.transfer_id, claim.created_at,
    EXISTS (
      SELECT FROM payment_attempts AS attempt
      WHERE transaction_key(attempt.transaction_id) = transaction_key(claim.transaction_id)
        AND ${isOfOtherPayer('claim')}
    ) AS is_disputed,
    claim.period <> 'any' AND ${FEE_IS_PAID} AS is_paid,
    CASE WHEN claim.status = 'cleared' THEN (
      SELECT min(attempt.first_at) FROM payment_attempts AS attempt WHERE ${RECLAIMS}
    ) END AS reclaimed_at
  FROM payments AS claim`;

/** The oldest `reach` waiting claims, as a relation. */
export const waitingClaims = (reach: number): RawBuilder<ClaimCase> => sql`
  ${CLAIM} WHERE claim.status = 'submitted' ORDER BY claim.created_at, claim.id LIMIT ${sql.lit(reach)}`;

/** Ids and instants of waiting claims, from the oldest or the newest on, as a relation. */
export const waitingClaimIds = (direction: RawBuilder<unknown>, limit: number): RawBuilder<unknown> => sql`
  SELECT id, created_at FROM payments WHERE status = 'submitted'
  ORDER BY created_at ${direction}, id ${direction} LIMIT ${sql.lit(limit)}`;

/** The number of waiting claims from the totals, as a relation of one row. */
export const waitingClaimCount: RawBuilder<{ count: string }> = sql`
  SELECT coalesce(sum(count), 0) AS count FROM (${totalParts({ measures: [measureOf('submitted'), measureOf('submitted', undefined, 'land')] }, 'all')}) AS parts`;

/** Cleared payments whose ID another driver claimed later, and when. */
export const reclaimedIds = (direction: RawBuilder<unknown>, limit: number): RawBuilder<unknown> => sql`
  SELECT claim.id, min(attempt.first_at) AS reclaimed_at
  FROM payment_attempts AS attempt
  JOIN payments AS claim ON transaction_key(claim.transaction_id) = transaction_key(attempt.transaction_id)
  WHERE ${RECLAIMS} GROUP BY claim.id
  ORDER BY min(attempt.first_at) ${direction}, claim.id ${direction} LIMIT ${sql.lit(limit)}`;

/** Cleared payments that were claimed again, `reach` of them, as a relation. */
export const reclaimedPayments = (reach: number): RawBuilder<ClaimCase> =>
  claimsAmong(sql`SELECT id FROM (${reclaimedIds(sql`ASC`, reach)}) AS reclaimed`);

/** The payments whose ids are in a relation. */
export const claimsAmong = (ids: RawBuilder<unknown>): RawBuilder<ClaimCase> =>
  sql`${CLAIM} WHERE claim.id IN (${ids})`;

type Found = {
  search: string;
  /** Drivers all of whose payments are found. */
  drivers: RawBuilder<{ id: string }>;
  /** Transaction keys of money whose payments are found. */
  keys: RawBuilder<unknown>;
  /** True of drivers of whom waiting payments alone are found; null where there are none. */
  waitingOf: ((driverId: RawBuilder<unknown>) => RawBuilder<SqlBool>) | null;
};

/** Ids of waiting payments, as far as lists reach, of drivers for whom the condition is true. */
const waitingOfDrivers = (
  isOf: (driverId: RawBuilder<unknown>) => RawBuilder<SqlBool>,
  reach: number,
): RawBuilder<unknown> => sql`UNION SELECT id FROM (
    (SELECT id, driver_id FROM payments WHERE status = 'submitted' ORDER BY created_at, id LIMIT ${sql.lit(reach)})
    UNION ALL SELECT id, driver_id FROM payments
    WHERE id = ANY(ARRAY(SELECT id FROM (${reclaimedIds(sql`ASC`, reach)}) AS reclaimed))
  ) AS waits WHERE ${isOf(sql`waits.driver_id`)}`;

/**
 * Payments by transaction ID, driver or money, at most `reach`, as a relation. Their ids are an
 * array, which the planner expects to be short: with a join it would read all payments.
 */
export const claimsFound = ({ search, drivers, keys, waitingOf }: Found, reach: number): RawBuilder<ClaimCase> => sql`
  ${CLAIM} WHERE claim.id = ANY (ARRAY(
    SELECT id FROM payments WHERE ${isTransactionNamed(search)} AND status IN ('submitted', 'cleared')
    UNION SELECT id FROM payments WHERE ${isTransactionNamed(search)} AND status IN ('rejected', 'reversed')
    UNION SELECT id FROM payments
    WHERE transaction_key(transaction_id) = ANY(ARRAY(${keys})) AND status IN ('submitted', 'cleared')
    UNION SELECT id FROM payments WHERE driver_id = ANY(ARRAY(${drivers}))
    ${waitingOf ? waitingOfDrivers(waitingOf, reach) : sql``}
  )) ORDER BY claim.created_at, claim.id LIMIT ${sql.lit(reach)}`;

/** One payment, in any state, as a relation. */
export const caseOfClaim = (id: string): RawBuilder<ClaimCase> => sql`${CLAIM} WHERE claim.id = ${id}`;

/** Payments that were cleared with a transfer, as a relation. */
export const paymentsClearedWith = (transferId: string): RawBuilder<ClaimCase> =>
  sql`${CLAIM} WHERE claim.transfer_id = ${transferId} AND claim.status = 'cleared' ORDER BY claim.id LIMIT 50`;

/** The payments that a transfer cleared, also reversed ones, and those that wait for it. */
export const paymentsOfMoney = ({
  id,
  transaction_id,
}: {
  id: string;
  transaction_id: string;
}): RawBuilder<ClaimCase> =>
  sql`${CLAIM} WHERE claim.id IN (
    SELECT id FROM payments WHERE transfer_id = ${id}
    UNION SELECT id FROM payments
    WHERE transaction_key(transaction_id) = transaction_key(${transaction_id}) AND status = 'submitted'
  ) ORDER BY claim.id LIMIT 50`;

/** The payments that are cleared with a transfer, by id. */
export const clearedPayments = async (db: Db, transferId: string): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      SELECT id::text FROM payments
      WHERE transfer_id = ${transferId} AND status = 'cleared' ORDER BY payments.id`.execute(db)
  ).rows.map(({ id }) => id);

/** Claims of these transaction IDs that wait, as a relation. */
export const claimsWaitingUnder = (transactionIds: readonly string[]): RawBuilder<ClaimCase> => sql`
  ${CLAIM} WHERE transaction_key(claim.transaction_id) = ANY(
    ARRAY(SELECT transaction_key(id) FROM unnest(${transactionIds}::text[]) AS ids (id))
  ) AND claim.status = 'submitted' ORDER BY claim.id LIMIT 10`;

type LikeMoney = {
  drivers: RawBuilder<{ id: string }>;
  /** Record numbers of other drivers whom the money names. */
  named: readonly string[];
  number: string;
  amount: string;
  day: string;
};

/** A claim of `is_named` is of a driver or payer whom the money names; others have its amount. */
export type LikeClaim = ClaimCase & { is_named: boolean };

/**
 * Claims that wait and may be for money whose transaction ID is another, as a relation: those of
 * some drivers or of a payer of the land side with this number, the oldest first; then those of the
 * amount that were sent within three days of the money, the nearest first.
 */
export const claimsLike = ({ drivers, named, number, amount, day }: LikeMoney): RawBuilder<LikeClaim> => sql`
  WITH named AS MATERIALIZED (
    SELECT id FROM payments WHERE driver_id = ANY(ARRAY(${drivers}) || ${named}::bigint[]) AND status = 'submitted'
    UNION SELECT id FROM payments
    WHERE side = 'land' AND payer_number = nullif(${number}, '') AND status = 'submitted'
      AND created_at >= ${day}::date - 31
  ), alike AS MATERIALIZED (
    SELECT id, abs(extract(epoch FROM created_at - ${day}::date)) AS distance FROM payments
    WHERE status = 'submitted' AND part = 1 AND amount = ${amount}
      AND created_at >= ${day}::date - 3 AND created_at < ${day}::date + 4
      AND id NOT IN (SELECT id FROM named)
    ORDER BY distance, payments.id LIMIT 5
  )
  (SELECT claim.*, true AS is_named FROM (${CLAIM} WHERE claim.id = ANY(ARRAY(SELECT id FROM named))) AS claim
    ORDER BY claim.amount <> ${amount}, claim.created_at, claim.id LIMIT 10)
  UNION ALL
  (SELECT claim.*, false FROM (${CLAIM} WHERE claim.id = ANY(ARRAY(SELECT id FROM alike))) AS claim
    JOIN alike ON alike.id = claim.id ORDER BY distance, claim.id)`;

/** The claim with this record number, or null. */
export const readClaimCase = async (db: Db, id: string): Promise<ClaimCase | null> =>
  (await caseOfClaim(id).execute(db)).rows[0] ?? null;

/** The claims with these record numbers. */
export const readClaimCases = async (db: Db, ids: readonly string[]): Promise<ClaimCase[]> =>
  (await sql<ClaimCase>`${CLAIM} WHERE claim.id = ANY(${ids}::bigint[]) ORDER BY claim.id`.execute(db)).rows;

/** True if a claim of a key waits or was cleared. OFFSET 0 prevents reading all payments. */
export const keyWaits = (key: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM payments WHERE transaction_key(payments.transaction_id) = ${key} AND payments.status = 'submitted')`;
export const keyIsCleared = (key: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM payments WHERE transaction_key(payments.transaction_id) = ${key} AND payments.status = 'cleared' OFFSET 0)`;

/** Gives locked payments that this money cleared the day of their money (clearance, rule 46). */
export const setPaymentDay = async (tx: Tx, transferId: string, day: string): Promise<void> => {
  await sql`
    UPDATE payments SET transaction_date = ${day}, date_of = 'transfer'
    WHERE transfer_id = ${transferId} AND status = 'cleared' AND transaction_date <> ${day}`.execute(tx);
};

/** Gives a locked claim that waits the ID that money of another network has beside its own. */
export const giveNetworksId = async (tx: Tx, id: string, transactionId: string): Promise<void> => {
  await sql`
    UPDATE payments SET transaction_id = ${transactionId}, part = 1 + coalesce((
      SELECT max(held.part) FROM payments AS held
      WHERE transaction_key(held.transaction_id) = transaction_key(${transactionId}) AND held.status IN ('submitted', 'cleared')
    ), 0)
    WHERE id = ${id} AND status = 'submitted'`.execute(tx);
};

/** Locks claims until the transaction ends, in the order of ids. */
export const lockClaims = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`SELECT FROM payments WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
};

/** Puts a waiting claim of the land side on the receipt whose first payment is `first`. */
export const putOnReceipt = async (tx: Tx, id: string, first: string): Promise<void> => {
  await sql`UPDATE payments SET received_with = ${first} WHERE id = ${id} AND status = 'submitted'`.execute(tx);
};

type Owner = { id: string; driver_code: string; first_name: string; last_name: string };
type Owners = RawBuilder<Owner>;

type FoundClaim = Omit<Owner, 'id'> & {
  id: string;
  driver_id: string | null;
  payer_name: string | null;
  payer_details: string | null;
  /** Its transaction ID without zeros before digits. */
  key: string;
  status: PaymentStatus;
  amount: string;
  /** The price when it was sent, or null without one. */
  amount_due: string | null;
  /** True for a waiting claim whose fee is paid already. */
  is_paid: boolean;
  /** True for one whose transaction ID another driver sent too. */
  is_disputed: boolean;
  period: Period;
  type_code: string;
  payment_year: number | null;
  /** 1…12. */
  payment_month: number | null;
};

/** Waiting and cleared claims by transaction key. Costs an index look-up each. */
export const findClaimsByKey = async (db: Db, keys: readonly string[], owners: Owners): Promise<FoundClaim[]> => {
  const { rows } = await sql<FoundClaim>`
    SELECT claim.id::text, transaction_key(claim.transaction_id) AS key, claim.status, claim.amount::text,
      claim.amount_due::text, claim.type_code,
      claim.period, claim.payment_year, claim.payment_month, claim.driver_id::text, claim.payer_name, claim.payer_details,
      driver_code, first_name, last_name,
      claim.status = 'submitted' AND ${FEE_IS_PAID} AS is_paid,
      EXISTS (
        SELECT FROM payment_attempts AS attempt
        WHERE transaction_key(attempt.transaction_id) = transaction_key(claim.transaction_id)
          AND ${isOfOtherPayer('claim')}
      ) AS is_disputed
    FROM payments AS claim
    LEFT JOIN (${owners}) AS owner ON owner.id = claim.driver_id
    WHERE transaction_key(claim.transaction_id) = ANY(${keys}) AND claim.part = 1
      AND claim.status IN ('submitted', 'cleared')`.execute(db);
  return rows;
};
