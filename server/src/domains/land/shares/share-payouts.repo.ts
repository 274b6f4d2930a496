import type { Beneficiary, ListQuery, SharePayoutStatus, sharePayoutList } from '@banbo/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, fromDay, type ListSql, untilDay } from '#db/list/list-sql.ts';
import { among, holdRecords, lastId, type Records } from '#db/records.ts';

export type SharePayoutRow = Omit<Selectable<Tables['share_payouts']>, 'receipt' | 'receipt_sha256' | 'came_back_by'>;

/** All columns but the receipt's content. */
const COLUMNS = [
  ...(['id', 'number', 'beneficiary', 'amount', 'mode', 'paid_to', 'reason', 'status', 'status_reason'] as const),
  ...(['asked_by', 'asked_at', 'approved_by', 'approved_at', 'is_alone', 'paid_on', 'reference'] as const),
  ...(['ended_by', 'ended_at', 'receipt_name', 'receipt_type', 'receipt_by', 'receipt_at'] as const),
  ...(['came_back_on', 'came_back_reason'] as const),
] as const;

const payouts = (db: Db) => db.selectFrom('share_payouts').select(COLUMNS);

export const sharePayoutById = (db: Db, id: string): Promise<SharePayoutRow | undefined> =>
  payouts(db).where('id', '=', id).executeTakeFirst();

export const lockSharePayout = (tx: Tx, id: string): Promise<SharePayoutRow | undefined> =>
  payouts(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const insertSharePayout = async (tx: Tx, row: Insertable<Tables['share_payouts']>): Promise<string> =>
  (await tx.insertInto('share_payouts').values(row).returning('id').executeTakeFirstOrThrow()).id;

type CameBack = { came_back_on: string; came_back_reason: string; came_back_by: string };

export const storeCameBack = async (tx: Tx, id: string, cameBack: CameBack): Promise<void> => {
  await tx.updateTable('share_payouts').set(cameBack).where('id', '=', id).execute();
};

/** Held by those who ask for or approve a payout, so that of two at once one sees the other. */
const SHARES_LOCK = 7_236_010_267_006;

export const holdShares = async (tx: Tx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(SHARES_LOCK)})`.execute(tx);
};

/** The sums of payouts in these states by beneficiary, as text; without those of none. */
export const sumsOfPayouts = async (
  db: Db,
  states: readonly SharePayoutStatus[],
): Promise<ReadonlyMap<Beneficiary, string>> => {
  const { rows } = await sql<{ beneficiary: Beneficiary; sum: string }>`
    SELECT beneficiary, sum(amount)::numeric(20, 2)::text AS sum FROM share_payouts
    WHERE status IN ('asked', 'approved') AND status = ANY(${states}::text[]) GROUP BY beneficiary`.execute(db);
  return new Map(rows.map(({ beneficiary, sum }) => [beneficiary, sum]));
};

const MOST_PAID = 500;

/** Payouts in a range of days, the first first. */
export const paidBetween = (db: Db, { from, to }: { from: string; to: string }): Promise<SharePayoutRow[]> =>
  payouts(db)
    .where('status', '=', sql.lit('paid'))
    .where('paid_on', '>=', from)
    .where('paid_on', '<=', to)
    .orderBy('paid_on')
    .orderBy('id')
    .limit(sql.lit(MOST_PAID))
    .execute();

/** Payouts among the records that were paid. */
export const paidShareRows = (db: Db, records: Records): Promise<SharePayoutRow[]> =>
  payouts(db).where('status', '=', sql.lit('paid')).where(among('id', records)).execute();

export const holdSharePayouts = (tx: Tx, ids: readonly string[]): Promise<void> =>
  holdRecords(tx, 'share_payouts', ids);

export const lastSharePayoutId = (db: Db): Promise<string> => lastId(db, 'share_payouts');

type Receipt = { name: string; type: 'application/pdf' | 'image/jpeg'; content: Buffer; sha256: Buffer };

export const storeShareReceipt = async (
  tx: Tx,
  id: string,
  { name, type, content, sha256, by, now }: Receipt & { by: string; now: Date },
): Promise<void> => {
  const receipt = { receipt_name: name, receipt_type: type, receipt: content, receipt_sha256: sha256 };
  await tx
    .updateTable('share_payouts')
    .set({ ...receipt, receipt_by: by, receipt_at: now })
    .where('id', '=', id)
    .execute();
};

export type SignedReceipt = { id: string; number: string; name: string; sha256: string; by: string; at: Date };

/** The receipts of payouts among these that the payees signed, without their content. */
export const signedReceipts = (db: Db, records: Records): Promise<SignedReceipt[]> =>
  db
    .selectFrom('share_payouts')
    .select(['id', 'number', 'receipt_name as name', 'receipt_by as by', 'receipt_at as at'])
    .select(sql<string>`encode(receipt_sha256, 'hex')`.as('sha256'))
    .where('receipt_at', 'is not', null)
    .where(among('id', records))
    .$castTo<SignedReceipt>()
    .execute();

/** The receipt of a payout with its content. */
export const shareReceiptOf = (db: Db, id: string) =>
  db
    .selectFrom('share_payouts')
    .select(['receipt_name', 'receipt_type', 'receipt'])
    .where('id', '=', id)
    .executeTakeFirst();

export const sharePayoutSql: ListSql<ListQuery<typeof sharePayoutList>, SharePayoutRow> = {
  rows: payouts,
  filters: {
    beneficiary: equals('beneficiary'),
    status: equals('status'),
    from: fromDay('asked_at'),
    to: untilDay('asked_at'),
  },
  sorts: { asked_at: ['asked_at', 'id'] },
};
