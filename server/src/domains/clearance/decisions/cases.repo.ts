import {
  type CaseReason,
  CLEARANCE_REACH,
  type clearanceList,
  type ListQuery,
  normalizeCarNumber,
  type PayerSide,
} from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { Listed, ListSql, Order } from '#db/list/list-sql.ts';
import { isPaidBack } from '../missing/missing.repo.ts';
import type { Transfer } from '../transfers/transfers.repo.ts';
import {
  type CaseRelations,
  type CaseRow,
  casesAmong,
  claimCases,
  isShownEnded,
  lastChange,
  moneyCases,
  referenceKey,
  waitingCases,
  waitingCounts,
  waitingIds,
  withDrivers,
} from './case-sql.repo.ts';
import { casesFound, type FoundBy } from './cases-found.repo.ts';

type Query = ListQuery<typeof clearanceList>;

const COLUMNS = [
  'id',
  'kind',
  'record',
  'since',
  'reason',
  'type_code',
  'payment_year',
  'payment_month',
  'amount',
  'price',
  'transaction_id',
  'money_id',
  'money_amount',
  'money_mode',
  'source',
  'payer_name',
  'reference',
  'first_name',
  'last_name',
  'driver_code',
  'car_number',
  'side',
  'land_name',
  'land_details',
] as const;

const orderOf = (direction: RawBuilder<unknown>) =>
  sql`ORDER BY since ${direction}, kind ${direction}, record ${direction}`;

/** Counts waiting cases up to the reach of each kind, and says whether there are more. */
export const countWaiting = async (db: Db, relations: CaseRelations): Promise<{ count: number; isCut: boolean }> => {
  // One more row than the reach shows that there are more.
  const { rows } = await sql<{ count: number; is_cut: boolean }>`
    SELECT least(count, ${sql.lit(CLEARANCE_REACH)})::integer AS count, count > ${sql.lit(CLEARANCE_REACH)} AS is_cut
    FROM (${waitingCounts(relations, CLEARANCE_REACH + 1)}) AS kinds`.execute(db);
  return { count: rows.reduce((sum, kind) => sum + kind.count, 0), isCut: rows.some(({ is_cut }) => is_cut) };
};

/** A page of waiting cases: only the page's rows are judged. */
const pageOfWaiting = async (
  db: Db,
  relations: CaseRelations,
  { page, size, sort }: Pick<Query, 'page' | 'size' | 'sort'>,
): Promise<Listed<CaseRow>> => {
  const direction = sort === 'since' ? sql`ASC` : sql`DESC`;
  const order = orderOf(direction);
  const last = Math.min(page * size, CLEARANCE_REACH);
  const { rows } = await sql<CaseRow>`
    WITH page AS MATERIALIZED (
      SELECT kind, record FROM (${waitingIds(relations, direction, last)}) AS ids
      ${order} LIMIT ${size} OFFSET ${(page - 1) * size}
    )
    ${withDrivers(relations, casesAmong(relations, sql`page`))} ${order}`.execute(db);
  return { rows, ...(await countWaiting(db, relations)) };
};

/** A page of the cases with a reason: all are judged once, for the count and the page. */
const pageOfReason = async (
  db: Db,
  relations: CaseRelations,
  reason: CaseReason,
  { page, size, sort }: Pick<Query, 'page' | 'size' | 'sort'>,
): Promise<Listed<CaseRow>> => {
  const order = orderOf(sort === 'since' ? sql`ASC` : sql`DESC`);
  const { rows } = await sql<CaseRow & { count: number }>`
    WITH judged AS MATERIALIZED (
      SELECT kind, record, since FROM (${waitingCases(relations, reason)}) AS cases WHERE reason = ${reason}
    ), page AS MATERIALIZED (
      SELECT kind, record FROM judged ${order} LIMIT ${size} OFFSET ${(page - 1) * size}
    )
    SELECT counted.count, shown.*
    FROM (SELECT least(count(*), ${sql.lit(CLEARANCE_REACH)})::integer AS count FROM judged) AS counted
    LEFT JOIN (${withDrivers(relations, casesAmong(relations, sql`page`))}) AS shown ON true ${order}`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { rows: rows.filter(({ id }) => id !== null), count, isCut: count === CLEARANCE_REACH };
};

/** Cases that wait come first, then decided ones, the newest first, in both sorts of a search. */
const orderOfFound = ({ sort }: Pick<Query, 'sort'>): Order =>
  sort === 'since'
    ? { columns: ['is_decided', 'place', 'kind', 'turn'], direction: 'asc' }
    : { columns: ['is_waiting', 'since', 'kind', 'record'], direction: 'desc' };

export const casesSql = (relations: CaseRelations, found: FoundBy | null): ListSql<Query, CaseRow> => {
  const cases = found ? casesFound(relations, found) : waitingCases(relations);
  return {
    rows: (db) =>
      db.selectFrom(sql<CaseRow>`(${withDrivers(relations, cases)})`.as<'found'>(sql`found`)).select(COLUMNS),
    filters: {
      search: () => null,
      reason: (reason) => sql`reason = ${reason}`,
      payment_type: isOfType,
      side: isOfSide,
    },
    sorts: { since: ['since', 'kind', 'record'] },
    order: (query) => (found ? orderOfFound(query) : null),
    rollUp: {
      knows: ['reason'],
      page: (db, query) =>
        query.reason ? pageOfReason(db, relations, query.reason, query) : pageOfWaiting(db, relations, query),
    },
  };
};

export const findCase = async (
  db: Db,
  relations: CaseRelations,
  { kind, id }: { kind: CaseRow['kind']; id: string },
  claim: RawBuilder<unknown>,
) => {
  const cases = kind === 'claim' ? claimCases(relations, claim) : sql`${moneyCases(relations)} WHERE money.id = ${id}`;
  return (await withDrivers(relations, cases).execute(db)).rows[0] ?? null;
};

type Counted = { reason: CaseReason; count: number; amount: string };

const isOfType = (paymentType: string) => sql<SqlBool>`type_code = ${paymentType}`;

const isOfSide = (side: PayerSide) => sql<SqlBool>`side = ${side}`;

export type CountedOf = Pick<Query, 'payment_type' | 'side'>;

/** Number and sum of the waiting cases by reason, or of claims of one payment type or side. */
export const countCases = async (
  db: Db,
  relations: CaseRelations,
  { payment_type, side }: CountedOf,
): Promise<Counted[]> =>
  (
    await sql<Counted>`
      SELECT reason, count(*)::integer AS count, sum(amount::numeric)::numeric(20, 2)::text AS amount
      FROM (${waitingCases(relations)}) AS cases
      WHERE ${payment_type === undefined ? sql`true` : isOfType(payment_type)}
        AND ${side === undefined ? sql`true` : isOfSide(side)}
      GROUP BY reason`.execute(db)
  ).rows;

/** The oldest cases that are ready, with the money of each. */
export const readyCases = async (
  db: Db,
  relations: CaseRelations,
  most: number,
): Promise<{ id: string; money_id: string; amount: string }[]> =>
  (
    await sql<{ id: string; money_id: string; amount: string }>`
      SELECT id, money_id, amount FROM (${claimCases(relations, relations.waitingClaims(CLEARANCE_REACH))}) AS cases
      WHERE reason = 'ready' ORDER BY since, record LIMIT ${sql.lit(most)}`.execute(db)
  ).rows;

/** The oldest open money that pays nothing yet and whose claim does not wait, with its payers. */
export const unclaimedMoney = async (
  db: Db,
  relations: CaseRelations,
  most: number,
): Promise<{ id: string; reference: string; number: string; name: string }[]> =>
  (
    await sql<{ id: string; reference: string; number: string; name: string }>`
      SELECT money.id::text, reference, payer_number AS number, payer_name AS name FROM transfers AS money
      WHERE status = 'open' AND reference ~ '[0-9]' AND NOT ${relations.keyWaits(sql`transaction_key(money.transaction_id)`)}
      ORDER BY money.waits_since, money.id LIMIT ${sql.lit(most)}`.execute(db)
  ).rows;

export type MoneyRow = {
  payer_name: string;
  payer_number: string;
  reference: string;
  captured_at: Date;
  status_reason: string | null;
  missing_in: string | null;
  /** It ended as never come, and a statement shows it; the account that ended it. */
  is_shown_ended: boolean;
  /** All of it was paid back, or settled a debt. */
  is_paid_back: boolean;
  ended_by: string | null;
};

export const moneyDetails = async (db: Db, id: string): Promise<MoneyRow> =>
  db
    .selectFrom('transfers as money')
    .select(['payer_name', 'payer_number', 'reference', 'captured_at', 'status_reason', 'missing_in'])
    .select([
      sql<boolean>`coalesce(${isShownEnded}, false)`.as('is_shown_ended'),
      sql<boolean>`coalesce(${isPaidBack}, false)`.as('is_paid_back'),
      sql<string | null>`(SELECT changed_by::text FROM ${lastChange} WHERE what = 'never_came')`.as('ended_by'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Keeps the money as it was recorded, although the statement differs. */
export const acceptDifference = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('transfers').set({ difference_accepted: true }).where('id', '=', id).execute();
};

/** Replaces the captured amount and day by the statement's. */
export const takeStatementFacts = async (tx: Tx, id: string): Promise<void> => {
  await sql`
    UPDATE transfers SET amount = statement_amount, received_on = coalesce(statement_day, received_on)
    WHERE id = ${id} AND statement_amount IS NOT NULL`.execute(tx);
};

export type OpenMoney = { id: string; payer_name: string; reference: string; transaction_id: string; amount: string };

/** Other networks' open money with the ID of this one. */
export const openTwins = async (db: Db, { id, twin_of }: Pick<Transfer, 'id' | 'twin_of'>): Promise<OpenMoney[]> =>
  (
    await sql<OpenMoney>`
      SELECT id::text, payer_name, reference, transaction_id, amount::text FROM transfers
      WHERE status = 'open' AND id <> ${id} AND (twin_of = ${twin_of ?? id} OR id = ${twin_of ?? id})
      ORDER BY transfers.id`.execute(db)
  ).rows;

type LikeClaim = { carNumber: string; mobileNumber: string; amount: string; day: string };

/**
 * Open money that may be for a claim whose transaction ID is another: that which names its car or
 * number, first that of its amount, then the oldest; then that of its amount of within three days,
 * the nearest first, unless a claim of its own waits.
 */
export const openMoneyLike = async (
  db: Db,
  { keyWaits }: CaseRelations,
  { carNumber, mobileNumber, amount, day }: LikeClaim,
): Promise<(OpenMoney & { is_named: boolean })[]> => {
  const isNamed = sql`coalesce(${referenceKey(sql`reference`)} = nullif(${normalizeCarNumber(carNumber)}, ''), false)
    OR coalesce(payer_number = nullif(${mobileNumber}, ''), false)`;
  const columns = sql`id::text, payer_name, reference, transaction_id, amount::text`;
  const { rows } = await sql<OpenMoney & { is_named: boolean }>`
    (SELECT ${columns}, true AS is_named FROM transfers
      WHERE status = 'open' AND (
        ${referenceKey(sql`reference`)} = nullif(${normalizeCarNumber(carNumber)}, '')
        OR payer_number = nullif(${mobileNumber}, '')
      ) ORDER BY amount <> ${amount}, captured_at, transfers.id LIMIT 10)
    UNION ALL
    (SELECT ${columns}, false FROM transfers
      WHERE status = 'open' AND missing_since IS NULL AND amount = ${amount}
        AND received_on BETWEEN ${day}::date - 3 AND ${day}::date + 3
        AND NOT (${isNamed}) AND NOT ${keyWaits(sql`transaction_key(transfers.transaction_id)`)}
      ORDER BY abs(received_on - ${day}::date), transfers.id LIMIT 5)`.execute(db);
  return rows;
};
