import type { PayerSide, PaymentMode, PaymentStatus, Period } from '@banbo/contract';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { Counting } from '#db/list/list-sql.ts';
import { among, anyOf, holdRecords, lastId, type Records } from '#db/records.ts';
import { violatedCheck, violatedUnique } from '#db/violated-constraint.ts';
import { COLUMNS, type ListedPayment, type Owners } from './list/payment-columns.repo.ts';
import { isOfDriver } from './payer.repo.ts';
import type { BookedPayment } from './posted.ts';

/** `month` compares the month; it avoids IS NOT DISTINCT FROM, which no index serves. */
const covered = (month: (fee: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`(EXISTS (
  SELECT FROM payments AS paid
  WHERE paid.status = 'cleared' AND paid.period <> 'any' AND NOT paid.is_credit AND paid.id <> claim.id
    AND paid.driver_id = claim.driver_id AND paid.type_code = claim.type_code AND ${month(sql`paid`)}
) OR EXISTS (
  SELECT FROM credit_uses AS used
  WHERE used.status = 'used' AND used.driver_id = claim.driver_id AND used.type_code = claim.type_code
    AND ${month(sql`used`)}
))`;

/** True if another payment or credit has paid the fee of the payment `claim`. */
export const FEE_IS_PAID = sql<boolean>`(CASE WHEN claim.payment_year IS NULL
  THEN ${covered((fee) => sql`${fee}.payment_year IS NULL AND ${fee}.payment_month IS NULL`)}
  ELSE ${covered((fee) => sql`${fee}.payment_year = claim.payment_year AND ${fee}.payment_month = claim.payment_month`)} END)`;

/** States that hold the transaction ID; only cleared money is checked. */
export const ACTIVE_STATUSES = ['submitted', 'cleared'] as const satisfies readonly PaymentStatus[];

/** The first word of the totals' measures of each side. */
const MEASURED = { drivers: 'payments', land: 'land' } as const satisfies Record<PayerSide, string>;

/** The totals' measure of a side's payments of a state, and of a mode, by type and date. */
export const measureOf = (status: PaymentStatus, mode?: PaymentMode, side: PayerSide = 'drivers'): string =>
  mode === undefined ? `${MEASURED[side]}:${status}` : `${MEASURED[side]}:${status}:${mode}`;

/**
 * The totals' measure of payments posted in the books, and of reversals, as negative amounts; by
 * type and by the day on which reports count them (docs/product/payments.md, rule 32).
 */
export const bookedMeasure = (what: 'received' | 'returned', mode?: PaymentMode, side: PayerSide = 'drivers'): string =>
  `${side === 'land' ? 'land:' : ''}${what}${mode === undefined ? '' : `:${mode}`}`;

export type NewPayment = Insertable<Tables['payments']>;
export type CoveredFee = {
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
  status: PaymentStatus;
  /** Its money became the driver's credit; it covers no fee. */
  is_credit: boolean;
};

/** `id` is null if a count was full, or further payments of the ID are cleared (`is_used`). */
export type Added = { id: string | null; counted: number; is_used: boolean };

/** Cleared payments of an ID beside its first one, as money for several fees or drivers has. */
export const furtherOf = (transactionId: string) => sql`
  SELECT FROM payments
  WHERE transaction_key(transaction_id) = transaction_key(${transactionId}) AND part > 1 AND status = 'cleared'`;

/**
 * Stores a payment if all counts have room, and gives its id. Reports a taken transaction ID or a
 * merged driver; then nothing is counted, and the transaction is unusable.
 */
export const addPayment = async (
  db: Db,
  payment: NewPayment,
  counting: Counting | null,
): Promise<Added | 'transaction_id_taken' | 'driver_merged'> => {
  // A claim is the first of its ID, which says nothing of further ones whose first was reversed.
  const used = payment.part === undefined ? furtherOf(payment.transaction_id) : sql`SELECT WHERE false`;
  const columns = sql.join(Object.keys(payment).map((column) => sql.ref(column)));
  try {
    const { rows } = await sql<Added>`
      WITH claim AS (SELECT), ${counting ? sql`${counting.steps('claim')},` : sql``} used AS (${used}), stored AS (
        INSERT INTO payments (${columns}) SELECT ${sql.join(Object.values(payment))} FROM ${counting?.last ?? sql`claim`}
        WHERE NOT EXISTS (SELECT FROM used)
        RETURNING id
      )
      SELECT (SELECT id FROM stored) AS id, ${counting?.counted ?? sql`0`} AS counted,
        EXISTS (SELECT FROM used) AS is_used`.execute(db);
    return rows[0] ?? { id: null, counted: 0, is_used: false };
  } catch (error) {
    if (violatedUnique(error) === 'payments_transaction_id') return 'transaction_id_taken';
    if (violatedCheck(error) === 'payments_of_kept_driver') return 'driver_merged';
    throw error;
  }
};

/** Payments whose fee is already paid by another payment or from credit. */
export const idsOfPaidFees = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payments AS claim WHERE id = ${anyOf(ids)} AND ${FEE_IS_PAID}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** The first payment of each one's receipt, itself where it has its own, by its id. */
export const receiptLeads = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; lead: string }>`
    SELECT id::text, coalesce(received_with, id)::text AS lead FROM payments WHERE id = ${anyOf(ids)}
    ORDER BY payments.id`.execute(db);
  return new Map(rows.map(({ id, lead }) => [id, lead]));
};

/** A receipt's first payment, what all of its payments come to, and whether they were reversed. */
export type ReceiptSum = { id: string; transaction_id: string; amount: string; is_reversed: boolean };

/** The contents that receipts of cleared and reversed payments must have, by first payments. */
export const receiptSums = async (db: Db, records: Records): Promise<ReadonlyMap<string, ReceiptSum>> => {
  const lead = sql`coalesce(received_with, id)`;
  const { rows } = await sql<ReceiptSum>`
    SELECT ${lead}::text AS id, min(transaction_id) AS transaction_id, sum(amount)::text AS amount,
      bool_and(status = 'reversed') AS is_reversed
    FROM payments
    WHERE status IN ('cleared', 'reversed')
      AND (received_with IS NULL AND ${among('id', records)} OR ${among('received_with', records)})
    GROUP BY ${lead}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};

/** The cleared payments of the same receipt as each of these, itself among them, by its id. */
export const groupsOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> => {
  const { rows } = await sql<{ id: string; other: string }>`
    SELECT own.id::text, other.id::text AS other FROM payments AS own JOIN LATERAL (
      SELECT id FROM payments WHERE id = coalesce(own.received_with, own.id) AND status = 'cleared'
      UNION SELECT id FROM payments WHERE received_with = coalesce(own.received_with, own.id) AND status = 'cleared'
    ) AS other ON true
    WHERE own.id = ${anyOf(ids)} ORDER BY other.id`.execute(db);
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byId].map(([id, group]) => [id, group.map(({ other }) => other)]));
};

/** Rejected payments whose ID, without zeros, an active or earlier one has. */
export const idsOfTakenIds = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payments AS payment WHERE id = ANY(${ids}::bigint[]) AND (EXISTS (
      SELECT FROM payments AS taken
      WHERE transaction_key(taken.transaction_id) = transaction_key(payment.transaction_id)
        AND (taken.part = payment.part AND taken.status = 'submitted' OR taken.status = 'cleared')
    ) OR EXISTS (
      SELECT FROM payments AS earlier
      WHERE earlier.id = ANY(${ids}::bigint[]) AND earlier.id < payment.id AND earlier.part = payment.part
        AND transaction_key(earlier.transaction_id) = transaction_key(payment.transaction_id)
    ))`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** Payments of the records that are or were cleared. Amounts are text with two decimals. */
export const bookedRows = (db: Db, records: Records): Promise<(BookedPayment & { status: string })[]> =>
  db
    .selectFrom('payments')
    .select(['id', 'status', 'driver_id', 'type_code', 'amount', 'amount_due', 'mode', 'from_unallocated'])
    .select(['tenancy_id', 'shares'])
    .select(['transaction_id', 'transaction_date'])
    // The entry of a payment that became credit later is that of its fee.
    .select(
      sql<boolean>`is_credit AND NOT EXISTS (SELECT FROM freed_payments WHERE payment_id = payments.id)`.as(
        'is_credit',
      ),
    )
    .where('status', 'in', ['cleared', 'reversed'])
    .where(among('id', records))
    .execute();

/** Keeps these payments as they are until the transaction ends. */
export const holdPayments = (tx: Tx, ids: readonly string[]): Promise<void> => holdRecords(tx, 'payments', ids);

/** The highest record number of a payment; `0` without any. */
export const lastPaymentId = (db: Db): Promise<string> => lastId(db, 'payments');

type PaymentDetailsRow = ListedPayment & {
  amount_due: string | null;
  claimed_amount: string | null;
  waived: string;
  has_transfer: boolean;
  transfer_id: string | null;
  created_at: Date;
};

/** One payment with its driver, or null. */
export const findPayment = async (db: Db, id: string, owners: Owners): Promise<PaymentDetailsRow | null> => {
  const { rows } = await sql<PaymentDetailsRow>`
    SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))}, amount_due, claimed_amount, has_transfer, transfer_id,
      created_at, coalesce((
        SELECT waived FROM credit_uses AS used
        WHERE used.driver_id = payments.driver_id AND used.type_code = payments.type_code AND used.status = 'used'
          AND used.payment_year IS NOT DISTINCT FROM payments.payment_year
          AND used.payment_month IS NOT DISTINCT FROM payments.payment_month
      ), 0)::numeric(14, 2) AS waived
    FROM payments JOIN (${owners}) AS owner ON owner.id = payments.driver_id WHERE payments.id = ${id}`.execute(db);
  return rows[0] ?? null;
};

/** True when the payment is one of these drivers'. */
export const isPaymentOf = async (
  db: Db,
  { id, driverIds }: { id: string; driverIds: readonly string[] },
): Promise<boolean> => {
  const payment = db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`driver_id = ANY(${driverIds}::bigint[])`);
  return (await payment.executeTakeFirst()) !== undefined;
};

/** The drivers of those of these payments that are a driver's, by the payments' ids. */
export const driversOfPayments = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'driver_id'])
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .execute();
  return new Map(rows.filter(isOfDriver).map(({ id, driver_id }) => [id, driver_id]));
};

/** The payers of the land side as their receipts name them, with their number, by payment id. */
export const landPayersOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, LandPayerOf>> => {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'payer_name', 'payer_number'])
    .where(sql<boolean>`id = ANY(${ids}::bigint[]) AND driver_id IS NULL`)
    .execute();
  return new Map(
    rows.map(({ id, payer_name, payer_number }) => [id, { name: payer_name ?? '', number: payer_number }]),
  );
};
type LandPayerOf = { name: string; number: string | null };

/** A payment that may be given back; on the land side with all that its receipt is for. */
type PaymentToRefund = Pick<ListedPayment, 'id' | 'status' | 'transaction_id' | 'transaction_date'> & {
  side: PayerSide;
  driver_id: string | null;
  transfer_id: string | null;
  amount: string;
};

/** The payment, or the first one of its receipt, with the sum of those that are cleared. */
export const paymentToRefund = async (db: Db, id: string): Promise<PaymentToRefund | undefined> => {
  const { rows } = await sql<PaymentToRefund>`
    SELECT first.id::text, first.side, first.driver_id::text, first.status, first.transaction_id,
      first.transfer_id::text, first.transaction_date, (
        SELECT coalesce(sum(paid.amount), 0) FROM payments AS paid
        WHERE (paid.id = first.id OR paid.received_with = first.id) AND paid.status = 'cleared'
      )::numeric(14, 2)::text AS amount
    FROM payments AS own JOIN payments AS first ON first.id = coalesce(own.received_with, own.id)
    WHERE own.id = ${id}`.execute(db);
  return rows[0];
};

/** All payments of the receipt whose first payment this is, whatever became of them. */
export const paymentsOfReceipt = async (db: Db, firstId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM payments WHERE id = ${firstId} OR received_with = ${firstId} ORDER BY payments.id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * True if a submitted or cleared payment was priced by the year's price of the type: for a monthly
 * type a month of the year counts, otherwise the date.
 */
export const isPaidInYear = async (
  db: Db,
  { type_code, period, year }: { type_code: string; period: Period; year: number },
): Promise<boolean> => {
  const inYear =
    period === 'monthly'
      ? sql`payment_year = ${year}`
      : sql`transaction_date BETWEEN make_date(${year}::int, 1, 1) AND make_date(${year}::int, 12, 31)`;
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
      SELECT FROM payments WHERE type_code = ${type_code} AND ${inYear} AND status IN ('submitted', 'cleared')
    ) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

/** The states that a driver's payments are in. */
export const statesOfDriver = async (db: Db, driverId: string): Promise<PaymentStatus[]> =>
  (await db.selectFrom('payments').select('status').distinct().where('driver_id', '=', driverId).execute()).map(
    ({ status }) => status,
  );

/** The drivers with a payment in any state. */
export const driversWithPayments = async (db: Db, driverIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${driverIds}::bigint[]) AS given (id)
    WHERE EXISTS (SELECT FROM payments WHERE driver_id = given.id)
      OR EXISTS (SELECT FROM credit_uses WHERE driver_id = given.id)`.execute(db);
  return rows.map(({ id }) => id);
};
