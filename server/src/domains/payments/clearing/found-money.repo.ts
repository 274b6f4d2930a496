import type { PaymentStatus } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { among } from '#db/records.ts';
import { isOfOtherPayer, PAYER_COLUMNS, type PaymentPayer } from '../payer.repo.ts';
import type { ChangedPayment } from '../refused-changes.ts';

/** A claim whose money has not come; `key` is its transaction ID without leading zeros. */
type AwaitingClaim = Pick<
  ChangedPayment,
  'id' | 'driver_id' | 'type_code' | 'payment_year' | 'payment_month' | 'amount' | 'amount_due'
> & { key: string };

/**
 * Marks waiting claims whose money was received, and gives them, locked, in the order of ids.
 * Waits for whoever decides on one, since that may be refused. Claims whose money is known already
 * are left out.
 */
export const noteMoneyFound = async (tx: Tx, keys: readonly string[]): Promise<AwaitingClaim[]> => {
  const { rows } = await sql<AwaitingClaim>`
    WITH claims AS (
      SELECT id FROM payments
      WHERE transaction_key(transaction_id) = ANY(${keys}) AND part = 1 AND status = 'submitted' AND NOT has_transfer
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE payments SET has_transfer = true FROM claims WHERE payments.id = claims.id
    RETURNING payments.id::text, transaction_key(transaction_id) AS key, driver_id::text, type_code, payment_year,
      payment_month, amount::text, amount_due::text`.execute(tx);
  return rows.toSorted((one, other) => Number(one.id) - Number(other.id));
};

/** Notes of locked payments that their money did not come, so that an undone rejection expires. */
export const forgetMoneyFound = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`UPDATE payments SET has_transfer = false WHERE id = ANY(${ids}::bigint[])`.execute(tx);
};

/** The keys with a waiting claim whose money is not known yet. */
export const keysAwaitingMoney = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    SELECT transaction_key(transaction_id) AS key FROM payments
    WHERE transaction_key(transaction_id) = ANY(${keys}) AND part = 1 AND status = 'submitted' AND NOT has_transfer`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
};

/** The money that cleared payments took from each touched transfer, as text. */
export const takenOf = async (db: Db, transferIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ transfer_id: string; taken: string }>`
    SELECT transfer_id::text, sum(amount)::text AS taken FROM payments
    WHERE transfer_id = ANY(${transferIds}::bigint[]) AND status = 'cleared' GROUP BY transfer_id`.execute(db);
  return new Map(rows.map(({ transfer_id, taken }) => [transfer_id, taken]));
};

/** The payer of land in short; of a plot, which has no code, its name. */
const PAID_FOR = sql<string | null>`coalesce(nullif(payer_details, ''), payer_name)`;

/** The drivers that cleared payments took money of these transfers for, with each one's sum. */
export const takersOf = async (
  db: Db,
  transferIds: readonly string[],
): Promise<{ transfer_id: string; driver_id: string | null; payer_details: string | null; taken: string }[]> =>
  (
    await sql<{ transfer_id: string; driver_id: string | null; payer_details: string | null; taken: string }>`
      SELECT transfer_id::text, driver_id::text, ${PAID_FOR} AS payer_details, sum(amount)::text AS taken FROM payments
      WHERE transfer_id = ANY(${transferIds}::bigint[]) AND status = 'cleared'
      GROUP BY transfer_id, driver_id, ${PAID_FOR} ORDER BY min(part)`.execute(db)
  ).rows;

type ReceiptedPayment = Pick<PaymentPayer, 'driver_id' | 'payer_details'> & {
  id: string;
  transfer_id: string | null;
  received_with: string | null;
};

/** The payments that have a receipt for money of these transfers, also if it is void by now. */
export const receiptedPayments = (db: Db, transferIds: readonly string[]): Promise<ReceiptedPayment[]> =>
  db
    .selectFrom('payments')
    .select(['id', 'transfer_id', 'driver_id', PAID_FOR.as('payer_details'), 'received_with'])
    .where(among('transfer_id', { ids: transferIds }))
    .where('status', 'in', ['cleared', 'reversed'])
    .orderBy('part')
    .execute();

/** The money taken from a transfer of another relation, as an SQL number, or 0. */
export const takenFrom = (transferId: RawBuilder<unknown>) => sql<string>`(
  SELECT coalesce(sum(payments.amount), 0) FROM payments
  WHERE payments.transfer_id = ${transferId} AND payments.status = 'cleared')`;

/** The part of it that was posted from the account of its mode, before money was posted at once. */
export const directlyTakenFrom = (transferId: RawBuilder<unknown>) => sql<string>`(
  SELECT coalesce(sum(payments.amount), 0) FROM payments
  WHERE payments.transfer_id = ${transferId} AND payments.status = 'cleared' AND NOT payments.from_unallocated)`;

/** The money that all cleared payments took from transfers, for a statement with other sums. */
export const sumTaken = sql<string>`(
  SELECT coalesce(sum(amount), 0) FROM payments WHERE status = 'cleared' AND transfer_id IS NOT NULL)`;

/** A payment that holds a transaction ID: it waits or is cleared. */
export type HoldingPayment = Pick<
  ChangedPayment,
  | 'id'
  | keyof PaymentPayer
  | 'period'
  | 'type_code'
  | 'payment_year'
  | 'payment_month'
  | 'amount'
  | 'amount_due'
  | 'transaction_id'
  | 'transaction_date'
> & {
  status: 'submitted' | 'cleared';
  /** 1…n of the payments that share the ID; a claim of the public form is 1. */
  part: number;
  /** The transfer that cleared it, or null. */
  transfer_id: string | null;
  /** It covers no fee: its money is credit, or will be. */
  is_credit: boolean;
};

/** The payments that hold a transaction ID, ignoring leading zeros, ordered by part. */
export const paymentsOfTransaction = async (db: Db, transactionId: string): Promise<HoldingPayment[]> => {
  const { rows } = await sql<HoldingPayment>`
    SELECT id, ${PAYER_COLUMNS}, type_code, period, payment_year, payment_month, amount::text, amount_due::text,
      transaction_id, transaction_date, status, part, transfer_id, is_credit
    FROM payments AS claim
    WHERE transaction_key(transaction_id) = transaction_key(${transactionId}) AND status IN ('submitted', 'cleared')
    ORDER BY part`.execute(db);
  return rows;
};

/** The keys of those transaction IDs that payments hold: they wait or are cleared. */
export const heldAmong = async (db: Db, transactionIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    SELECT transaction_key(transaction_id) AS key FROM payments
    WHERE transaction_key(transaction_id) = ANY(
      ARRAY(SELECT transaction_key(id) FROM unnest(${transactionIds}::text[]) AS ids (id))
    ) AND status IN ('submitted', 'cleared')`.execute(db);
  return new Set(rows.map(({ key }) => key));
};

/** The part number of a further payment with the same transaction ID, from 1. */
export const partAfter = (holding: readonly HoldingPayment[]): number => (holding.at(-1)?.part ?? 0) + 1;

/** True where a claim of a transaction ID was rejected. */
export const wasRejected = async (db: Db, transactionId: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM payments
    WHERE transaction_key(transaction_id) = transaction_key(${transactionId}) AND status = 'rejected' LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** Claims with a rejected claim of the same transaction ID but another driver, fee or amount. */
export const replacedAmong = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT claim.id::text FROM payments AS claim WHERE claim.id = ANY(${ids}::bigint[]) AND EXISTS (
      SELECT FROM payments AS rejected
      WHERE transaction_key(rejected.transaction_id) = transaction_key(claim.transaction_id) AND rejected.status = 'rejected'
        AND (rejected.driver_id, rejected.tenant_id, rejected.type_code, rejected.payment_year, rejected.payment_month,
          rejected.amount) IS DISTINCT FROM (claim.driver_id, claim.tenant_id, claim.type_code, claim.payment_year,
          claim.payment_month, claim.amount)
    )`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** The state of the payment with this record number; null where there is none. */
export const statusOfPayment = async (db: Db, id: string): Promise<PaymentStatus | null> =>
  (await db.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirst())?.status ?? null;

/** True where the row of `claim` is not this payer's. */
const isNotOf = ({ driver_id, tenant_id }: Pick<PaymentPayer, 'driver_id' | 'tenant_id'>) =>
  sql`(claim.driver_id, claim.tenant_id) IS DISTINCT FROM (${driver_id}::bigint, ${tenant_id}::bigint)`;

/** A claim of a transaction ID that another payer had claimed, counted if repeated. */
export type Attempt = PaymentPayer & {
  zone_id: string | null;
  id: string;
  transaction_id: string;
  /** Its transaction ID as IDs are compared. */
  key: string;
  driver_id: string | null;
  tenant_id: string | null;
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
  amount: string;
  claimed_network: string | null;
  times: number;
  first_at: Date;
  last_at: Date;
  /** A person has decided between this driver and the ID's holder. */
  is_settled: boolean;
};

const MOST = 20;

/** Other drivers' attempts at the transaction ID, one each, the earliest first. */
export const attemptsBeside = async (
  db: Db,
  { transactionId, payer }: { transactionId: string; payer: Pick<PaymentPayer, 'driver_id' | 'tenant_id'> },
): Promise<Attempt[]> =>
  (
    await sql<Attempt>`
      SELECT (array_agg(id ORDER BY first_at, id))[1]::text AS id, min(transaction_id) AS transaction_id,
        min(transaction_key(transaction_id)) AS key, ${PAYER_COLUMNS}, claim.zone_id,
        type_code, payment_year, payment_month, amount::text, max(claimed_network) AS claimed_network,
        sum(times)::integer AS times, min(first_at) AS first_at,
        max(last_at) AS last_at, bool_and(settled_at IS NOT NULL) AS is_settled
      FROM payment_attempts AS claim
      WHERE transaction_key(transaction_id) = transaction_key(${transactionId}) AND ${isNotOf(payer)}
      GROUP BY ${PAYER_COLUMNS}, claim.zone_id, type_code, payment_year, payment_month, amount
      ORDER BY min(first_at), claim.driver_id, claim.tenant_id LIMIT ${sql.lit(MOST)}`.execute(db)
  ).rows;

export const attemptOfId = async (db: Db, id: string): Promise<Attempt | null> =>
  (
    await sql<Attempt>`
      SELECT id, transaction_id, transaction_key(transaction_id) AS key, ${PAYER_COLUMNS}, claim.zone_id, type_code,
        payment_year, payment_month, amount::text, claimed_network, times,
        first_at, last_at, settled_at IS NOT NULL AS is_settled
      FROM payment_attempts AS claim WHERE id = ${id}`.execute(db)
  ).rows[0] ?? null;

/** Claims whose transaction ID another driver sent too. */
export const disputedAmong = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM payments WHERE id = ANY(${ids}::bigint[]) AND EXISTS (
      SELECT FROM payment_attempts AS attempt
      WHERE transaction_key(attempt.transaction_id) = transaction_key(payments.transaction_id)
        AND ${isOfOtherPayer('payments')}
    )`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** Marks other drivers' open attempts at an ID as decided, and counts them. */
export const settleAttempts = async (
  tx: Tx,
  {
    transactionId,
    payer,
    now,
  }: { transactionId: string; payer: Pick<PaymentPayer, 'driver_id' | 'tenant_id'>; now: Date },
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    UPDATE payment_attempts AS claim SET settled_at = ${now}
    WHERE transaction_key(transaction_id) = transaction_key(${transactionId}) AND ${isNotOf(payer)}
      AND settled_at IS NULL`.execute(tx);
  return Number(numAffectedRows);
};

/** Reopens the attempts at these transaction IDs, because their payment was reversed. */
export const reopenAttempts = async (tx: Tx, transactionIds: readonly string[]): Promise<void> => {
  await sql`
    UPDATE payment_attempts SET settled_at = NULL
    WHERE transaction_key(transaction_id) = ANY(
      ARRAY(SELECT transaction_key(id) FROM unnest(${transactionIds}::text[]) AS ids (id))
    ) AND settled_at IS NOT NULL`.execute(tx);
};
