import type { PaymentStatus } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { MergedMoney } from '#db/json-shapes.ts';
import { among, countRows } from '#db/records.ts';
import type { Fee } from '../claims/fee-rules.ts';

/** How many payments of a state a driver has, and their sum with two decimals. */
export type StateSum = { status: PaymentStatus; count: number; amount: string };

export const sumsOfDriver = async (db: Db, driverId: string): Promise<StateSum[]> =>
  (
    await sql<StateSum>`
      SELECT status, count(*)::integer AS count, sum(amount)::text AS amount FROM payments
      WHERE driver_id = ${driverId} GROUP BY status`.execute(db)
  ).rows;

/**
 * A fee that two records have both paid, with what covers it for one of them and becomes credit:
 * `amount` of a payment or a use of credit. `waived` was given up with the use.
 */
export type PaidTwice = Fee & {
  kind: 'payment' | 'use';
  id: string;
  driver_id: string;
  amount: string;
  waived: string;
  transaction_id: string | null;
};

/**
 * The fees that both records have paid, by fee. A use of credit is given back rather than a
 * payment, that with a waiver first, and rather the duplicate's than the kept record's.
 */
export const paidTwice = async (db: Db, { id, into }: { id: string; into: string }): Promise<PaidTwice[]> => {
  const fee = sql`type_code, payment_year, payment_month`;
  const both = sql`driver_id IN (${id}, ${into})`;
  const { rows } = await sql<PaidTwice>`
    WITH covers AS (
      SELECT 'payment' AS kind, id::text, driver_id::text, ${fee}, least(amount, amount_due)::text AS amount,
        '0.00' AS waived, transaction_id
      FROM payments WHERE ${both} AND status = 'cleared' AND period <> 'any' AND NOT is_credit
      UNION ALL
      SELECT 'use', id::text, driver_id::text, ${fee}, amount::text, waived::text, NULL
      FROM credit_uses WHERE ${both} AND status = 'used'
    )
    SELECT DISTINCT ON (${fee}) * FROM covers AS one WHERE EXISTS (
      SELECT FROM covers AS other WHERE other.driver_id <> one.driver_id AND other.type_code = one.type_code
        AND other.payment_year IS NOT DISTINCT FROM one.payment_year
        AND other.payment_month IS NOT DISTINCT FROM one.payment_month
    )
    ORDER BY ${fee}, waived <> '0.00' DESC, kind DESC, driver_id <> ${id}`.execute(db);
  return rows;
};

const TABLES = ['payments', 'credit_uses'] as const;

/** Locks and counts drivers' payments, by id. Uses of credit change under their driver's lock. */
export const lockPaymentsOf = async (tx: Tx, driverIds: readonly string[]): Promise<number> => {
  const { rows } = await sql`
    SELECT FROM payments WHERE driver_id = ANY(${driverIds}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  return rows.length;
};

/** How many payments drivers have. */
export const countPaymentsOf = (tx: Tx, driverIds: readonly string[]): Promise<number> =>
  countRows(tx, tx.selectFrom('payments').where('driver_id', 'in', driverIds));

type Move = { from: string; to: string };

/** Moves one driver's locked payments and uses of credit to another, and gives their ids. */
export const moveMoney = async (tx: Tx, { from, to }: Move): Promise<Pick<MergedMoney, (typeof TABLES)[number]>> => {
  const moved = { payments: [] as string[], credit_uses: [] as string[] };
  for (const table of TABLES) {
    const { rows } = await sql<{ id: string }>`
      UPDATE ${sql.table(table)} SET driver_id = ${to} WHERE driver_id = ${from} RETURNING id::text`.execute(tx);
    moved[table] = rows.map(({ id }) => id);
  }
  return moved;
};

/** Moves them back to the former driver. */
export const moveMoneyBack = async (
  tx: Tx,
  moved: Pick<MergedMoney, (typeof TABLES)[number]>,
  { from, to }: Move,
): Promise<void> => {
  for (const table of TABLES) {
    await sql`
      UPDATE ${sql.table(table)} SET driver_id = ${from}
      WHERE id = ANY(${moved[table]}::bigint[]) AND driver_id = ${to}`.execute(tx);
  }
};

/** The ids of these drivers' cleared payments and active uses of credit. */
export const countedMoneyOf = async (
  tx: Tx,
  driverIds: readonly string[],
): Promise<Pick<MergedMoney, 'cleared' | 'used'>> => {
  const { rows } = await sql<{ kind: 'cleared' | 'used'; id: string }>`
    SELECT 'cleared' AS kind, id::text FROM payments WHERE driver_id = ANY(${driverIds}::bigint[]) AND status = 'cleared'
    UNION ALL
    SELECT 'used', id::text FROM credit_uses WHERE driver_id = ANY(${driverIds}::bigint[]) AND status = 'used'`.execute(
    tx,
  );
  const of = (kind: 'cleared' | 'used') => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return { cleared: of('cleared'), used: of('used') };
};

/** The transaction IDs of payments, in the order of their record numbers. */
export const transactionIdsOf = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ transaction_id: string }>`
    SELECT transaction_id FROM payments WHERE id = ANY(${ids}::bigint[]) ORDER BY id`.execute(tx);
  return rows.map(({ transaction_id }) => transaction_id);
};

/** Payments with what leads to their money. */
export const moneyOfPayments = (db: Db, ids: readonly string[]) =>
  db.selectFrom('payments').select(['id', 'transfer_id', 'transaction_id']).where(among('id', { ids })).execute();

/** Moves a driver's attempts at taken IDs; equal ones of a day are added up. */
export const moveAttempts = async (tx: Tx, { from, to }: Move): Promise<MergedMoney['attempts']> => {
  const { rows: counted } = await sql<MergedMoney['attempts']['counted'][number]>`
    WITH counted AS (
      UPDATE payment_attempts AS own SET times = own.times + twin.times, last_at = greatest(own.last_at, twin.last_at)
      FROM payment_attempts AS twin, payment_attempts AS before
      WHERE own.driver_id = ${to} AND twin.driver_id = ${from} AND own.address = twin.address
        AND own.attempted_on = twin.attempted_on AND own.transaction_id = twin.transaction_id AND before.id = own.id
      RETURNING own.id AS own_id, before.last_at, twin.id AS twin_id, to_jsonb(twin) AS twin
    ), gone AS (
      DELETE FROM payment_attempts WHERE id IN (SELECT twin_id FROM counted)
    )
    SELECT own_id::text, to_jsonb(last_at) #>> '{}' AS last_at, twin FROM counted`.execute(tx);
  const { rows: moved } = await sql<{ id: string }>`
    UPDATE payment_attempts SET driver_id = ${to} WHERE driver_id = ${from} RETURNING id::text`.execute(tx);
  return { moved: moved.map(({ id }) => id), counted };
};

/** Moves attempts back to the former driver, and splits those that were added up. */
export const moveAttemptsBack = async (
  tx: Tx,
  { moved, counted }: MergedMoney['attempts'],
  { from, to }: Move,
): Promise<void> => {
  await sql`
    UPDATE payment_attempts SET driver_id = ${from} WHERE id = ANY(${moved}::bigint[]) AND driver_id = ${to}`.execute(
    tx,
  );
  if (counted.length === 0) return;
  await sql`
    WITH counted AS (
      SELECT own_id, last_at, jsonb_populate_record(NULL::payment_attempts, twin) AS twin
      FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) AS counted (own_id bigint, last_at timestamptz, twin jsonb)
    ), apart AS (
      UPDATE payment_attempts AS own SET times = own.times - (twin).times,
        last_at = CASE WHEN own.last_at = greatest(counted.last_at, (twin).last_at) THEN counted.last_at ELSE own.last_at END
      FROM counted WHERE own.id = own_id
    )
    INSERT INTO payment_attempts OVERRIDING SYSTEM VALUE SELECT (twin).* FROM counted`.execute(tx);
};
