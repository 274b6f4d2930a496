import { type PaymentStatus, type Price, toPesewas } from '@banbo/contract';
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { Counting } from '#db/list/list-sql.ts';
import { countRows } from '#db/records.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { presentOf } from '#lib/values.ts';
import { driversIn } from '../payer.repo.ts';
import { ACTIVE_STATUSES, furtherOf, type NewPayment } from '../payments.repo.ts';
import type { Fee } from './fee-rules.ts';

/** Locks a claim to the transaction's end and gives its state. */
export const statusOfLockedClaim = async (tx: Tx, id: string): Promise<PaymentStatus> =>
  (await tx.selectFrom('payments').select('status').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow())
    .status;

/**
 * Sets a claim's fee and transaction ID; money that was found for the old ID is detached. Returns
 * false if another payment has the ID, or further ones that were cleared; the transaction is then
 * unusable.
 */
export const updateClaim = async (
  tx: Tx,
  id: string,
  { payment_year, payment_month, amount_due, transaction_id }: NewPayment,
): Promise<boolean> => {
  try {
    const values = { payment_year, payment_month, amount_due, transaction_id, has_transfer: false };
    const { rows } = await sql<{ is_used: boolean }>`
      SELECT EXISTS (${furtherOf(transaction_id)} AND id <> ${id}) AS is_used`.execute(tx);
    if (rows[0]?.is_used) return false;
    await tx.updateTable('payments').set(values).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (violatedUnique(error) === 'payments_transaction_id') return false;
    throw error;
  }
};

/** True for a tenant of whom money for land was cleared. */
export const hasPaidForLand = async (db: Db, tenantId: string): Promise<boolean> => {
  const { rows } = await sql<{ has_paid: boolean }>`
    SELECT EXISTS (
      SELECT FROM payments WHERE tenant_id = ${tenantId} AND status IN ('cleared', 'reversed')
    ) AS has_paid`.execute(db);
  return rows[0]?.has_paid === true;
};

/** Of whom or what money for land is: an application, else a plot, else a tenant without a plot. */
type PaidLand = { application_id: string | null; plot_id: string | null; tenant_id: string | null };

/** Cleared pesewas; `isExact` where the last of them were what was due, and none were reversed. */
type ClearedOfLand = { paid: bigint; isExact: boolean };

/** The money that was cleared since a day, of an application on any day, by payment type. */
export const clearedOfLand = async (
  db: Db,
  { application_id, plot_id, tenant_id }: PaidLand,
  from: string,
): Promise<ReadonlyMap<string, ClearedOfLand>> => {
  const of =
    application_id !== null
      ? sql`application_id = ${application_id}`
      : plot_id !== null
        ? sql`plot_id = ${plot_id}`
        : sql`tenant_id = ${tenant_id} AND plot_id IS NULL`;
  const since = application_id === null ? sql`transaction_date >= ${from}::date` : sql`true`;
  const { rows } = await sql<{ type_code: string; amount: string; is_exact: boolean }>`
    SELECT type_code, coalesce(sum(amount) FILTER (WHERE status = 'cleared'), 0)::numeric(20, 2)::text AS amount,
      bool_and(status = 'cleared') AND (array_agg(amount IS NOT DISTINCT FROM amount_due ORDER BY id DESC))[1] AS is_exact
    FROM payments WHERE ${of} AND status IN ('cleared', 'reversed') AND ${since} GROUP BY type_code`.execute(db);
  return new Map(
    rows.map(({ type_code, amount, is_exact }) => [type_code, { paid: toPesewas(amount), isExact: is_exact }]),
  );
};

/** The payers of the `limit` oldest claims of `day` or before that still wait, each once. */
const payersOfOldClaims = async (tx: Tx, day: string, limit: number) => {
  const rows = await tx
    .selectFrom('payments')
    .select(['driver_id', 'tenant_id'])
    .where('status', '=', sql.lit('submitted'))
    .where('waiting_since', '<=', day)
    .where('has_transfer', '=', sql.lit(false))
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(limit)
    .execute();
  return { drivers: driversIn(rows), tenants: presentOf(rows.map(({ tenant_id }) => tenant_id)) };
};

/** All old claims of the payers with the `limit` oldest, so that each gets one text. */
export const idsOfOldClaims = async (tx: Tx, { day, limit }: { day: string; limit: number }): Promise<string[]> => {
  const { drivers, tenants } = await payersOfOldClaims(tx, day, limit);
  const waits = sql`waiting_since <= ${day} AND status = 'submitted' AND NOT has_transfer`;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payments WHERE driver_id = ANY(${drivers}::bigint[]) AND ${waits}
    UNION SELECT id FROM payments WHERE tenant_id = ANY(${tenants}::bigint[]) AND ${waits}`.execute(tx);
  return rows.map(({ id }) => id);
};

type NewAttempt = Insertable<Tables['payment_attempts']>;

const isOfPayer = ({ driver_id = null, tenant_id = null }: NewAttempt) =>
  driver_id === null ? sql<SqlBool>`tenant_id = ${tenant_id}` : sql<SqlBool>`driver_id = ${driver_id}`;

/** The most attempts kept for an address and day, so that they cannot fill the disk. */
const MAX_KEPT_A_DAY = 20;

/** Whose attempts of a day are counted: a tenant's, who is signed in, else those of the address. */
const senderOf = ({ tenant_id = null, address }: NewAttempt) =>
  tenant_id === null
    ? { key: address, isSender: sql<boolean>`address = ${address}` }
    : { key: `tenant ${tenant_id}`, isSender: sql<boolean>`tenant_id = ${tenant_id}` };

/**
 * Stores an attempt, or increments an identical one of the same day, which of a tenant may have
 * come
 * from another address. Drops it once the sender has reached the limit. A claimant whose case was
 * decided opens no new one by sending the ID again.
 */
export const keepAttempt = (db: Db, attempt: NewAttempt): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { key, isSender } = senderOf(attempt);
    // One at a time for a sender and day, so that the count below holds.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${key} ${attempt.attempted_on}`}, 0))`.execute(tx);
    const again = await tx
      .updateTable('payment_attempts')
      .set((eb) => ({ times: eb('times', '+', 1), last_at: attempt.last_at }))
      .where(isSender)
      .where('attempted_on', '=', attempt.attempted_on)
      .where('transaction_id', '=', attempt.transaction_id)
      .where(isOfPayer(attempt))
      .executeTakeFirst();
    if (again.numUpdatedRows > 0n) return;
    const kept = tx.selectFrom('payment_attempts').where(isSender);
    if ((await countRows(tx, kept.where('attempted_on', '=', attempt.attempted_on))) >= MAX_KEPT_A_DAY) return;
    const settled_at = sql<Date | null>`(
      SELECT max(settled_at) FROM payment_attempts
      WHERE transaction_key(transaction_id) = transaction_key(${attempt.transaction_id}) AND ${isOfPayer(attempt)})`;
    await tx
      .insertInto('payment_attempts')
      .values({ ...attempt, settled_at })
      .execute();
  });

/** Relations of other domains, with at most one row of `type` and of `driver`. */
type Judged<Type, Driver> = {
  type: RawBuilder<Type>;
  driver: RawBuilder<Driver>;
  /** Columns `type_code`, `plan` and `amount`, as text. */
  prices: RawBuilder<Price>;
};

export type JudgedFacts<Type, Driver> = {
  type: Type | null;
  driver: Driver | null;
  prices: Price[];
  /** True for a paid fee, unless its type can be paid any number of times. */
  is_paid: boolean;
  /** The driver has paid or claimed the type that must come first. */
  has_required: boolean;
  counted: number;
};

const IS_ACTIVE = sql`status IN (${sql.join(ACTIVE_STATUSES.map((status) => sql.lit(status)))})`;

/** Written out for a fee with a month and for one without: no index serves IS NOT DISTINCT FROM. */
const monthIs = ({ payment_year, payment_month }: Fee) => sql`
  payment_year ${payment_year === null ? sql`IS NULL` : sql`= ${payment_year}`}
  AND payment_month ${payment_month === null ? sql`IS NULL` : sql`= ${payment_month}`}`;

/**
 * Reads everything that decides a claim and counts `counting`. One statement, because the round
 * trip dominates the cost. Rows come as JSON, so exact numbers must be text in `judged`.
 */
export const claimFacts = async <Type extends object, Driver extends object>(
  db: Db,
  fee: Fee,
  { type, driver, prices }: Judged<Type, Driver>,
  counting: Counting | null,
): Promise<JudgedFacts<Type, Driver>> => {
  const { rows } = await sql<JudgedFacts<Type, Driver>>`
    WITH claim AS (SELECT), claimed AS (${type}), payer AS (${driver})${counting ? sql`, ${counting.steps('claim')}` : sql``}
    SELECT row_to_json(claimed) AS type, row_to_json(payer) AS driver,
      (SELECT coalesce(json_agg(price), '[]') FROM (${prices}) AS price) AS prices,
      EXISTS (
        SELECT FROM payments
        WHERE driver_id = payer.id::bigint AND type_code = claimed.type_code AND ${monthIs(fee)}
          AND status = 'cleared' AND period <> 'any' AND NOT is_credit
      ) OR EXISTS (
        SELECT FROM credit_uses
        WHERE driver_id = payer.id::bigint AND type_code = claimed.type_code AND ${monthIs(fee)} AND status = 'used'
      ) AS is_paid,
      EXISTS (
        SELECT FROM payments
        WHERE driver_id = payer.id::bigint AND type_code = claimed.required_type AND ${IS_ACTIVE}
          AND NOT is_credit
      ) OR EXISTS (
        SELECT FROM credit_uses
        WHERE driver_id = payer.id::bigint AND type_code = claimed.required_type AND status = 'used'
      ) AS has_required,
      ${counting?.counted ?? sql`0`} AS counted
    FROM claim LEFT JOIN claimed ON true LEFT JOIN payer ON true`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('No facts of a claim');
  return facts;
};
