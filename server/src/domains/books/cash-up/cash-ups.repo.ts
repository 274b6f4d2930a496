import type {
  CashUpStatus,
  cashUpList,
  Denomination,
  ListQuery,
  missingCashUpList,
  ownCashUpList,
} from '@banbo/contract';
import { toPesewas } from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, type ListRows, type ListSql } from '#db/list/list-sql.ts';
import { type ArchivedRow, among, anyOf, isInYear, lastId, type OfYear, type Records, utcText } from '#db/records.ts';

type Stored = Selectable<Tables['cash_ups']>;
export type CashUp = Omit<Stored, 'status'> & { status: CashUpStatus };
type Relation = RawBuilder<unknown>;

const cashUps = (db: Db) => db.selectFrom('cash_ups').selectAll().$castTo<CashUp>();

export const cashUpById = (db: Db, id: string): Promise<CashUp | undefined> =>
  cashUps(db).where('id', '=', id).executeTakeFirst();

export const lockCashUp = (tx: Tx, id: string): Promise<CashUp | undefined> =>
  cashUps(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** The closed ones among these in which the count was another sum than expected. */
export const cashUpsWithDifference = (db: Db, records: Records): Promise<CashUp[]> =>
  cashUps(db)
    .where(among('id', records))
    .where('status', '=', sql.lit('closed'))
    .whereRef('expected', '<>', 'counted')
    .execute();

/**
 * The money by which counts of a span of time differ from what was expected: below zero where cash
 * was missing, whether or not somebody has approved it yet. Of a cash-up the last count alone.
 */
export const differencesCounted = async (db: Db, { after, upTo }: { after: Date; upTo: Date }): Promise<string> => {
  const { rows } = await sql<{ difference: string }>`
    SELECT coalesce(sum(counted - expected), 0)::numeric(14, 2)::text AS difference FROM cash_ups
    WHERE handed_in_at > ${after} AND handed_in_at <= ${upTo}`.execute(db);
  return rows[0]?.difference ?? '0.00';
};

/** Cash-ups of a range of days that are not closed: they wait, or are to be counted again. */
export const countOpenCashUps = async (db: Db, { from, to }: { from: string; to: string }): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM cash_ups
    WHERE status <> 'closed' AND day BETWEEN ${from}::date AND ${to}::date`.execute(db);
  return rows[0]?.count ?? 0;
};

export const lastCashUpId = (db: Db): Promise<string> => lastId(db, 'cash_ups');

const ofClerk = (db: Db, clerkId: string) =>
  cashUps(db).where('clerk_id', '=', clerkId).orderBy('day', 'desc').limit(1);

/** The clerk's last cash-up, or their last one before a day. */
export const lastCashUp = (db: Db, clerkId: string, before?: string): Promise<CashUp | undefined> =>
  (before === undefined ? ofClerk(db, clerkId) : ofClerk(db, clerkId).where('day', '<', before)).executeTakeFirst();

export const insertCashUp = async (tx: Tx, row: Insertable<Tables['cash_ups']>): Promise<string> =>
  (await tx.insertInto('cash_ups').values(row).returning('id').executeTakeFirstOrThrow()).id;

export type Piece = { denomination: string; pieces: number };

type Moved = { clerk: Relation; day: string | Relation; entry: Relation };

/**
 * True where the cash-up that has the cash that an entry moved on a day is so, and false without
 * one. Of a clerk's cash-ups the earliest has it whose day and entry are not before its own.
 */
const isOfCashUp = ({ clerk, day, entry }: Moved, isSo: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql`
  coalesce((
    SELECT ${isSo} AND (since IS NULL OR since <= ${day}::date) FROM cash_ups
    WHERE cash_ups.clerk_id = ${clerk}::bigint AND cash_ups.day >= ${day}::date AND head_entry >= ${entry}
    ORDER BY cash_ups.day LIMIT 1
  ), false)`;

/** True where a cash-up of a clerk has the cash that an entry moved on a day. */
export const isCashHandedIn = (moved: Moved): RawBuilder<SqlBool> => isOfCashUp(moved, sql`true`);

/** Keeps a count for good with its pieces. */
export const insertCount = async (
  tx: Tx,
  count: Insertable<Tables['cash_up_counts']>,
  pieces: readonly Piece[],
): Promise<void> => {
  await tx.insertInto('cash_up_counts').values(count).execute();
  const { cash_up_id, attempt } = count;
  const rows = pieces.map((one) => ({ cash_up_id, attempt, denomination_id: one.denomination, pieces: one.pieces }));
  if (rows.length > 0) await tx.insertInto('cash_up_pieces').values(rows).execute();
};

/** An entry that was the last one when a clerk handed in a count, with its hash of then. */
type CountedHash = { cashUp: string; number: string; hash: Buffer };

/** The last entries of the moments of counts: of the newest cash-ups, each of their counts. */
export const countedHashes = (db: Db, limit: number): Promise<CountedHash[]> =>
  db
    .selectFrom('cash_up_counts')
    .innerJoin('cash_ups', 'cash_ups.id', 'cash_up_counts.cash_up_id')
    .select(['cash_ups.number as cashUp', 'cash_up_counts.head_entry as number', 'cash_up_counts.head_hash as hash'])
    .orderBy('cash_up_counts.cash_up_id', 'desc')
    .orderBy('cash_up_counts.attempt', 'desc')
    .limit(limit)
    .execute();

/** The counts of a cash-up, the last one first. */
export const countsOf = (db: Db, cashUpId: string): Promise<Selectable<Tables['cash_up_counts']>[]> =>
  db.selectFrom('cash_up_counts').selectAll().where('cash_up_id', '=', cashUpId).orderBy('attempt', 'desc').execute();

/** Cash-ups of a year's days as its archive has them; `counted_by` and `agreed_by` are accounts. */
export const cashUpsOfYear = async (db: Db, { year, after, limit }: OfYear): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, number, day::text, clerk_id::text AS counted_by, status, status_reason AS reason, attempt AS counts,
      expected::text, counted::text, (counted - expected)::text AS difference, agreed_by::text AS agreed_by,
      ${utcText('agreed_at')} AS agreed_at
    FROM cash_ups WHERE ${isInYear('day', year)} AND id > ${after} ORDER BY cash_ups.id LIMIT ${limit}`.execute(db);
  return rows;
};

/** The counts of these cash-ups as an archive has them. */
export const archivedCounts = async (db: Db, ids: readonly string[]): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT number AS cash_up, count.attempt AS count, ${utcText('count.handed_in_at')} AS handed_in_at, count.reason,
      count.expected::text, count.counted::text, count.head_entry::text AS last_entry, encode(head_hash, 'hex') AS last_hash
    FROM cash_up_counts AS count JOIN cash_ups ON id = cash_up_id
    WHERE cash_up_id = ${anyOf(ids)} ORDER BY cash_up_id, count.attempt`.execute(db);
  return rows;
};

type CountedPiece = Pick<Denomination, 'value' | 'kind'> & { attempt: number; pieces: number };

/** The pieces of all counts of a cash-up, those of the most value first. */
export const piecesOf = (db: Db, cashUpId: string): Promise<CountedPiece[]> =>
  db
    .selectFrom('cash_up_pieces')
    .innerJoin('denominations', 'denominations.id', 'denomination_id')
    .select(['attempt', 'value', 'kind', 'pieces'])
    .where('cash_up_id', '=', cashUpId)
    .orderBy('value', 'desc')
    .orderBy('kind', 'desc')
    .$castTo<CountedPiece>()
    .execute();

/** The sum of a clerk's part of cash, in pesewas. */
export const sumOfClerk = async (db: Db, cash: Relation, clerkId: string): Promise<bigint> => {
  const { rows } = await sql<{ sum: string }>`
    SELECT coalesce(sum(amount), 0)::numeric(20, 2)::text AS sum FROM (${cash}) AS cash WHERE clerk_id = ${clerkId}`.execute(
    db,
  );
  return toPesewas(rows[0]?.sum ?? '0.00');
};

const OF_ROW = { clerk: sql`cash.clerk_id`, day: sql`cash.day`, entry: sql`cash.number` };

/** Cash that no closed cash-up has. */
const missing = (cash: Relation) => sql`
  FROM (${cash}) AS cash WHERE clerk_id IS NOT NULL AND NOT ${isOfCashUp(OF_ROW, sql`status = 'closed'`)}`;

/** How many days of clerks have cash that no closed cash-up has. */
export const countMissingCashUps = async (db: Db, cash: Relation): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (SELECT DISTINCT clerk_id, day ${missing(cash)}) AS days`.execute(db);
  return rows[0]?.count ?? 0;
};

export type MissingRow = {
  id: string;
  day: string;
  clerk_id: string;
  clerk: string;
  count: number;
  amount: string;
  is_counted: boolean;
};

/** The relations of other domains that lists of cash-ups need. */
export type CashUpRelations = {
  cashWithin: (days: { from: string; to: string }) => Relation;
  loginOf: (accountId: Relation) => Relation;
  accountsOfLogin: (login: string) => Relation;
};

export const missingSql = ({
  cashWithin,
  loginOf,
}: CashUpRelations): ListSql<ListQuery<typeof missingCashUpList>, MissingRow, string> => ({
  rows: (db, { from, to }) =>
    db
      .selectFrom(
        sql<MissingRow>`(
          SELECT clerk_id || '-' || day AS id, day, clerk_id::text, ${loginOf(sql`clerk_id`)} AS clerk,
            count(*)::integer AS count, sum(amount)::numeric(20, 2)::text AS amount,
            bool_and(${isCashHandedIn(OF_ROW)}) AS is_counted ${missing(cashWithin({ from, to }))} GROUP BY clerk_id, day
        )`.as('missing'),
      )
      .selectAll() as unknown as ListRows<MissingRow>,
  filters: { from: () => null, to: () => null },
  sorts: { day: ['day', 'id'] },
});

const days = {
  from: (day: string) => sql<boolean>`day >= ${day}::date`,
  to: (day: string) => sql<boolean>`day <= ${day}::date`,
  status: equals('status'),
};

export const cashUpsSql = ({ accountsOfLogin }: CashUpRelations): ListSql<ListQuery<typeof cashUpList>, CashUp> => ({
  rows: (db) => cashUps(db) as never,
  filters: { ...days, clerk: (login) => sql`clerk_id = ANY(ARRAY(${accountsOfLogin(login)}))` },
  sorts: { day: ['day', 'id'] },
});

/** The cash-ups of one account, which is the scope. */
export const ownCashUpsSql: ListSql<ListQuery<typeof ownCashUpList>, CashUp, string> = {
  rows: (db) => cashUps(db) as never,
  filters: days,
  scope: (accountId) => sql`clerk_id = ${accountId}`,
  sorts: { day: ['day', 'id'] },
};
