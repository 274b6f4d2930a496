import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { among, holdRecords, lastId, type Records } from '#db/records.ts';

/** A use of credit with its driver; undefined where there is no such use. */
export const findCreditUse = (tx: Tx, id: string) =>
  tx.selectFrom('credit_uses').select(['driver_id', 'amount']).where('id', '=', id).executeTakeFirst();

const BOOKED = [
  'id',
  'status',
  'driver_id',
  'type_code',
  'payment_year',
  'payment_month',
  'amount',
  'waived',
  'waived_as',
  'used_on',
  'used_by',
  'waiver_reason',
  'asked_by',
] as const;

/** Amounts are text with two decimals; the fee's price is what was used and what was waived. */
export type BookedUse = Pick<Selectable<Tables['credit_uses']>, (typeof BOOKED)[number]>;

export const bookedUseRows = (db: Db, records: Records): Promise<BookedUse[]> =>
  db.selectFrom('credit_uses').select(BOOKED).where(among('id', records)).execute();

/** Stores fees that credit pays, and gives them as stored. The drivers are locked. */
export const insertCreditUses = async (
  tx: Tx,
  uses: readonly Insertable<Tables['credit_uses']>[],
): Promise<BookedUse[]> =>
  uses.length === 0
    ? []
    : tx
        .insertInto('credit_uses')
        .values([...uses])
        .returning(BOOKED)
        .execute();

/** Makes returned uses of credit of locked drivers anew, and gives them as stored. */
export const copyUses = async (
  tx: Tx,
  ids: readonly string[],
  { day, now }: { day: string; now: Date },
): Promise<BookedUse[]> => {
  const own = [
    ...['driver_id', 'type_code', 'period', 'payment_year', 'payment_month', 'amount', 'used_by', 'waived'],
    ...['waived_as', 'waiver_reason', 'asked_by'],
  ];
  const columns = sql.join(own.map((name) => sql.ref(name)));
  const { rows } = await sql<BookedUse>`
    INSERT INTO credit_uses (${columns}, used_on, used_at)
    SELECT ${columns}, ${day}::date, ${now}::timestamptz FROM credit_uses WHERE id = ANY(${ids}::bigint[]) ORDER BY id
    RETURNING ${sql.join(BOOKED.map((name) => sql.ref(name)))}`.execute(tx);
  return rows;
};

/** The uses of credit of these locked drivers, the newest first. */
export const usesOfDrivers = (tx: Tx, driverIds: readonly string[]) =>
  tx
    .selectFrom('credit_uses')
    .select([...BOOKED, 'used_by'])
    .where(sql<boolean>`driver_id = ANY(${driverIds}::bigint[])`)
    .where('status', '=', sql.lit('used'))
    .orderBy('id', 'desc')
    .execute();

/** Those of these drivers whose credit pays nothing by itself. */
export const driversHoldingCredit = async (db: Db, driverIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ driver_id: string }>`
    SELECT driver_id FROM credit_uses WHERE driver_id = ANY(${driverIds}::bigint[]) AND holds_credit`.execute(db);
  return new Set(rows.map(({ driver_id }) => driver_id));
};

/** Lets these locked drivers' credit pay by itself again. */
export const releaseCredit = async (tx: Tx, driverIds: readonly string[]): Promise<void> => {
  await sql`
    UPDATE credit_uses SET holds_credit = false
    WHERE driver_id = ANY(${driverIds}::bigint[]) AND holds_credit`.execute(tx);
};

/**
 * The next drivers, by id, with a cleared payment that made credit, whether or not it is used, and
 * `others`, who have credit of another kind.
 */
export const driversMadeCredit = async (
  db: Db,
  { after, limit, others }: { after: string; limit: number; others: RawBuilder<{ driver_id: string }> },
): Promise<string[]> => {
  const { rows } = await sql<{ driver_id: string }>`
    SELECT driver_id FROM (
      (SELECT DISTINCT driver_id FROM payments
      WHERE status = 'cleared' AND (is_credit OR amount > amount_due) AND driver_id > ${after}
      ORDER BY driver_id LIMIT ${sql.lit(limit)})
      UNION (SELECT driver_id FROM (${others}) AS other WHERE driver_id > ${after}
      ORDER BY driver_id LIMIT ${sql.lit(limit)})
    ) AS credited ORDER BY driver_id LIMIT ${sql.lit(limit)}`.execute(db);
  return rows.map(({ driver_id }) => driver_id);
};

export type CreditedPayment = {
  id: string;
  transfer_id: string | null;
  transaction_id: string;
  transaction_date: string;
  credit: string;
};

/** All cleared payments that made credit of a driver, the newest first; `credit` in pesewas. */
export const paymentsThatMadeCredit = async (db: Db, driverId: string): Promise<CreditedPayment[]> => {
  const { rows } = await sql<CreditedPayment>`
    SELECT id::text, transfer_id::text, transaction_id, transaction_date,
      (100 * CASE WHEN is_credit THEN amount ELSE amount - amount_due END)::bigint::text AS credit
    FROM payments WHERE driver_id = ${driverId} AND status = 'cleared' AND (is_credit OR amount > amount_due)
    ORDER BY payments.id DESC`.execute(db);
  return rows;
};

/** Keeps these uses as they are until the transaction ends. */
export const holdUses = (tx: Tx, ids: readonly string[]): Promise<void> => holdRecords(tx, 'credit_uses', ids);

/** The drivers of these uses of credit, by the uses' ids. */
export const driversOfUses = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.selectFrom('credit_uses').select(['id', 'driver_id']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, driver_id }) => [id, driver_id]));
};

/** The highest record number of a use of credit; `0` without any. */
export const lastCreditUseId = (db: Db): Promise<string> => lastId(db, 'credit_uses');
