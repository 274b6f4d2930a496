import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { among, type RecordRange, type Records } from '#db/records.ts';
import type { Transfer } from './transfers.repo.ts';

type TransferChange = Insertable<Tables['transfer_changes']>;
export type TransferChangeKind = TransferChange['what'];

/** Keeps a change of the part in the books, and gives its number, under which it is posted. */
export const insertTransferChange = async (tx: Tx, change: TransferChange): Promise<string> =>
  (await tx.insertInto('transfer_changes').values(change).returning('id').executeTakeFirstOrThrow()).id;

/** Sets the part in the books and the state; without a reason that of its state stays. */
export const setHeldMoney = async (
  tx: Tx,
  id: string,
  { posted_amount, status, reason }: Pick<Transfer, 'posted_amount' | 'status'> & { reason: string | null | undefined },
): Promise<void> => {
  const held = {
    ...{ posted_amount, status },
    ...(reason !== undefined && { status_reason: reason }),
    // A statement that shows ended money is another question than the one that was settled.
    ...(status === 'ended' && { difference_accepted: false }),
  };
  await tx.updateTable('transfers').set(held).where('id', '=', id).execute();
};

/** The changes by which refunds take of money, or money settles them, and their undoing. */
const BY_REFUNDS = sql`('refunded', 'refund_withdrawn', 'refund_owed', 'recovered', 'recovery_undone')`;

/** The sum of money's refunds that stand and are not owed, and of refunds it settled, as text. */
export const refundedOf = async (tx: Tx, transferId: string): Promise<string> => {
  const { rows } = await sql<{ sum: string }>`
    SELECT coalesce(sum(amount_before - amount_after), 0)::numeric(14, 2)::text AS sum FROM transfer_changes
    WHERE transfer_id = ${transferId} AND what IN ${BY_REFUNDS}`.execute(tx);
  return rows[0]?.sum ?? '0.00';
};

/**
 * How each money that turned out never to have come did so, also where a part of it had been
 * refunded; absent is money that came.
 */
export const waysOfNotComing = async (
  db: Db,
  transferIds: readonly string[],
): Promise<ReadonlyMap<string, 'never_came' | 'bounced'>> => {
  const { rows } = await sql<{ transfer_id: string; what: 'never_came' | 'bounced' }>`
    SELECT transfer_id::text, what FROM (
      SELECT DISTINCT ON (transfer_id) transfer_id, what FROM transfer_changes
      WHERE transfer_id = ANY(${transferIds}::bigint[])
        AND what IN ('never_came', 'bounced', 'came_after_all', 'bank_paid')
      ORDER BY transfer_id, id DESC
    ) AS last WHERE what IN ('never_came', 'bounced')`.execute(db);
  return new Map(rows.map(({ transfer_id, what }) => [transfer_id, what]));
};

/** A change of money's part in the books: `amount` is what was added, as text. */
export type HeldChange = { id: string; what: TransferChangeKind; amount: string };

/**
 * Each transfer's part in the books with what was refunded of it, which its own postings leave
 * there, and less `directlyTakenFrom` it, as text; with its changes.
 */
export const heldMoney = async (
  db: Db,
  records: Records,
  directlyTakenFrom: (transferId: RawBuilder<unknown>) => RawBuilder<string>,
) =>
  (
    await sql<Pick<Transfer, 'id' | 'transaction_id' | 'mode'> & { own: string; changes: HeldChange[] }>`
      SELECT id::text, transaction_id, mode, (posted_amount - ${directlyTakenFrom(sql`transfers.id`)} + coalesce((
        SELECT sum(change.amount_before - change.amount_after) FROM transfer_changes AS change
        WHERE change.transfer_id = transfers.id AND change.what IN ${BY_REFUNDS}
      ), 0))::text AS own, coalesce((
        SELECT jsonb_agg(jsonb_build_object(
          'id', change.id::text, 'what', what, 'amount', (amount_after - amount_before)::text
        )) FROM transfer_changes AS change WHERE change.transfer_id = transfers.id
      ), '[]') AS changes
      FROM transfers WHERE ${among('id', records)} ORDER BY transfers.id`.execute(db)
  ).rows;

/** The sum that all money is in the books with, for a statement with other sums. */
export const sumHeld = sql<string>`(SELECT coalesce(sum(posted_amount), 0) FROM transfers)`;

/** The ids of the changes of money in the range. */
export const moneyChangesIn = async (db: Db, range: RecordRange): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('transfer_changes').select('id').where(among('id', range)).execute();
  return new Set(rows.map(({ id }) => id));
};

/** The money of these changes, by the changes' ids. */
export const transfersOfChanges = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.selectFrom('transfer_changes').select(['id', 'transfer_id']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, transfer_id }) => [id, transfer_id]));
};

/** Money of these days that has paid nothing yet, and money that its statement lacks. */
export const countMoneyLeft = async (
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<{ open: number; missing: number }> => {
  const { rows } = await sql<{ open: number; missing: number }>`
    SELECT (
      SELECT count(*)::integer FROM transfers WHERE status = 'open' AND received_on BETWEEN ${from}::date AND ${to}::date
    ) AS open, (
      SELECT count(*)::integer FROM transfers
      WHERE missing_since IS NOT NULL AND received_on BETWEEN ${from}::date AND ${to}::date
    ) AS missing`.execute(db);
  return rows[0] ?? { open: 0, missing: 0 };
};

/** True while a statement's lines become money. */
export const isStatementImporting = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('statement_imports').select('id').where('status', '=', sql.lit('importing')).limit(1).execute())
    .length > 0;
