import {
  type ListQuery,
  type landRefundList,
  type PayerSide,
  REFUND_KINDS,
  type RefundFigure,
  type RefundStatus,
  type refundList,
} from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, fromDay, type ListSql, untilDay } from '#db/list/list-sql.ts';
import { type ArchivedRow, among, anyOf, holdRecords, lastId, type Records, utcText } from '#db/records.ts';

export type Refund = Selectable<Tables['refunds']>;

const refunds = (db: Db) => db.selectFrom('refunds').selectAll();

/** A refund whose people are those of the side. */
export const refundOfSide = (db: Db, id: string, side: PayerSide): Promise<Refund | undefined> =>
  refunds(db).where('id', '=', id).where('side', '=', side).executeTakeFirst();

/** In a side's list: its own refunds, and those of money that paid nothing. */
const isListed = (side: PayerSide) => sql<SqlBool>`(side = ${sql.lit(side)} OR source = 'money')`;

/** A refund of a side's list. */
export const listedRefund = (db: Db, id: string, side: PayerSide): Promise<Refund | undefined> =>
  refunds(db).where('id', '=', id).where(isListed(side)).executeTakeFirst();

/** Stores a refund that is asked for; undefined if one of the same payment waits or was made. */
export const insertRefund = async (tx: Tx, row: Insertable<Tables['refunds']>): Promise<string | undefined> => {
  const inserted = tx
    .insertInto('refunds')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id');
  return (await inserted.executeTakeFirst())?.id;
};

/** The sum of refunds of records' credit, or of money, that wait for approval, as text. */
export const sumAsked = async (
  db: Db,
  of: { source: 'credit'; driverIds: readonly string[] } | { source: 'money'; transferId: string },
): Promise<string> => {
  const mine =
    of.source === 'credit'
      ? sql<boolean>`driver_id = ANY(${of.driverIds}::bigint[])`
      : sql<boolean>`transfer_id = ${of.transferId}`;
  const row = await db
    .selectFrom('refunds')
    .select(sql<string>`coalesce(sum(amount), 0)::numeric(20, 2)::text`.as('sum'))
    .where('status', '=', sql.lit('asked'))
    .where('source', '=', of.source)
    .where(mine)
    .executeTakeFirstOrThrow();
  return row.sum;
};

const ofTransfer = (db: Db, transferId: string) =>
  refunds(db)
    .where((is) => is.or([is('transfer_id', '=', transferId), is('recovered_from', '=', transferId)]))
    .orderBy('id');

/** The refunds of some money or its payments, and those settled with it. */
export const refundsOfTransfer = (db: Db, transferId: string): Promise<Refund[]> =>
  ofTransfer(db, transferId).execute();

/** Same, locked. */
export const lockRefundsOfMoney = (tx: Tx, transferId: string): Promise<Refund[]> =>
  ofTransfer(tx, transferId).forNoKeyUpdate().execute();

/** A refund of a side, locked until the transaction ends. */
export const lockRefund = (tx: Tx, id: string, side: PayerSide): Promise<Refund | undefined> =>
  refunds(tx).where('id', '=', id).where('side', '=', side).forNoKeyUpdate().executeTakeFirst();

/** The newest refund of a payment, or of the receipt whose first payment it is. */
export const lastRefundOfPayment = (db: Db, paymentId: string): Promise<Refund | undefined> =>
  refunds(db).where('payment_id', '=', paymentId).orderBy('id', 'desc').executeTakeFirst();

type Settlement = Partial<Pick<Insertable<Tables['refunds']>, 'settled_at' | 'recovered_from' | 'written_off'>>;

/** Notes how what is owed of locked refunds was settled, or that it is owed again. */
export const setSettled = async (tx: Tx, ids: readonly string[], settlement: Settlement): Promise<void> => {
  if (ids.length > 0) await tx.updateTable('refunds').set(settlement).where('id', 'in', ids).execute();
};

/** Notes that these locked refunds, which were paid, are owed back. */
export const markOwed = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length > 0) await tx.updateTable('refunds').set({ owed_at: now }).where('id', 'in', ids).execute();
};

/** True if a refund of the payment waits, is to be paid or was paid. */
export const isRefunded = async (db: Db, paymentId: string): Promise<boolean> => {
  const found = db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where(sql<boolean>`status IN ('asked', 'approved', 'paid')`);
  return (await found.executeTakeFirst()) !== undefined;
};

/** Refunds as the archive of a year has them. */
export const archivedRefunds = async (db: Db, ids: readonly string[]): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, source, side, driver_id::text AS driver, payment_id::text AS payment, transfer_id::text AS money,
      amount::text, written_off::text, mode, paid_to, reason, status, status_reason, reference, paid_on::text,
      asked_by::text AS asked_by, approved_by::text AS approved_by, ${utcText('approved_at')} AS approved_at,
      ended_by::text AS ended_by
    FROM refunds WHERE id = ${anyOf(ids)}`.execute(db);
  return rows;
};

/** The number of cash that is paid out. A failed transaction uses its number up. */
export const nextPayoutNumber = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ number: string }>`SELECT nextval('refund_cash_numbers') AS number`.execute(tx);
  return Number(rows[0]?.number);
};

/** The records that a text names, as another domain knows them. */
type Named = (text: string) => RawBuilder<unknown>;

const FILTERS = {
  status: (kind: RefundFigure['status']) => (kind === 'owed' ? owedByPayer : sql<SqlBool>`status = ${sql.lit(kind)}`),
  source: equals('source'),
  reference: (text: string) => sql<SqlBool>`transaction_key(reference) = transaction_key(upper(${text}))`,
  from: fromDay('asked_at'),
  to: untilDay('asked_at'),
};
const BY_ASKING = { rows: refunds, sorts: { asked_at: ['asked_at', 'id'] } };

/** Refunds of the drivers' list; `driversNamed` finds drivers by a code or a car number. */
export const refundSql = (driversNamed: Named): ListSql<ListQuery<typeof refundList>, Refund> => ({
  ...BY_ASKING,
  always: () => isListed('drivers'),
  filters: { ...FILTERS, driver: (text) => sql`driver_id = ANY(ARRAY(${driversNamed(text)}))` },
});

/** Refunds of the land side's list, found by the receipt or the money that is given back. */
export const landRefundSql = (named: {
  payments: Named;
  transfers: Named;
}): ListSql<ListQuery<typeof landRefundList>, Refund> => ({
  ...BY_ASKING,
  always: () => isListed('land'),
  filters: {
    ...FILTERS,
    search: (text) => sql`(
      payment_id = ANY(ARRAY(${named.payments(text)})) OR transfer_id = ANY(ARRAY(${named.transfers(text)}))
    )`,
  },
});

const owedByPayer = sql<boolean>`(owed_at IS NOT NULL AND settled_at IS NULL AND driver_id IS NULL)`;

/** The number and sum of a list's refunds of each state, and of those that payers owe back. */
export const refundFigures = async (db: Db, side: PayerSide): Promise<RefundFigure[]> => {
  const figure = sql`count(*)::integer AS count, sum(amount)::numeric(20, 2)::text AS amount`;
  const { rows } = await sql<RefundFigure>`
    SELECT status, ${figure} FROM refunds WHERE ${isListed(side)} GROUP BY status
    UNION ALL SELECT 'owed', ${figure} FROM refunds WHERE ${owedByPayer} AND ${isListed(side)} HAVING count(*) > 0`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.status, row]));
  return REFUND_KINDS.map((status) => found.get(status) ?? { status, count: 0, amount: '0.00' });
};

/** Refunds of a driver's records in these states, the newest first. */
export const refundsOfDriver = (
  db: Db,
  { driverIds, states, limit }: { driverIds: readonly string[]; states: readonly RefundStatus[]; limit: number },
): Promise<Refund[]> =>
  refunds(db)
    .where('driver_id', 'in', driverIds)
    .where('status', 'in', states)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Filters the drivers to those of whom a refund was asked for, whatever became of it. */
export const driversWithRefunds = async (db: Db, driverIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ driver_id: string }>`
    SELECT DISTINCT driver_id::text FROM refunds WHERE driver_id = ANY(${driverIds}::bigint[])`.execute(db);
  return rows.map(({ driver_id }) => driver_id);
};

/** Refunds of the records that were approved, with the present driver of their credit. */
export const bookedRefundRows = (db: Db, records: Records): Promise<Refund[]> =>
  refunds(db).where('approved_at', 'is not', null).where(among('id', records)).execute();

/** Keeps these refunds as they are until the transaction ends. */
export const lockRefunds = (tx: Tx, ids: readonly string[]): Promise<void> => holdRecords(tx, 'refunds', ids);

export const lastRefundId = (db: Db): Promise<string> => lastId(db, 'refunds');

/** An expression: the sum of what is approved and not paid yet. */
export const sumToPay = sql<string>`(SELECT coalesce(sum(amount), 0) FROM refunds WHERE status = 'approved')`;
