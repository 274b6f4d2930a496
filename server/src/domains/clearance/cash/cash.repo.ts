import { type CashChoice, type CashKind, type cashMovements, kindsOf, type ListQuery } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listed, ListRows } from '#db/list/list-sql.ts';

/** Whether a cash-up of a clerk has the cash that an entry moved on a day. */
export type IsHandedIn = (cash: {
  clerk: RawBuilder<unknown>;
  day: string;
  entry: RawBuilder<unknown>;
}) => RawBuilder<SqlBool>;

/**
 * Relations of other domains: what the cash account moved on a day, accounts by username, and what
 * cash-ups have.
 */
export type CashRelations = {
  cashOn: (day: string) => RawBuilder<unknown>;
  accountsOfLogin: (login: string) => RawBuilder<unknown>;
  loginOf: (accountId: RawBuilder<unknown>) => RawBuilder<unknown>;
  isHandedIn: IsHandedIn;
};

type Query = ListQuery<typeof cashMovements>;

export type MovementRow = {
  id: string;
  kind: CashKind;
  at: Date;
  clerk_id: string | null;
  transfer_id: string | null;
  transaction_id: string | null;
  payer_name: string;
  received_on: string | null;
  amount: string;
  /** False of cash that its clerk is still to count. */
  is_counted: boolean;
};

export type ClerkRow = {
  id: string;
  clerk: string | null;
  count: number;
  taken: string;
  returned_count: number;
  returned: string;
  cheque_count: number;
  cheques: string;
  net: string;
  is_counted: boolean;
};

/** Entries whose cash a clerk takes or pays out; journals and cash-ups are nobody's drawer. */
const OF_CLERKS = sql`('payment', 'freed payment', 'money', 'money change', 'refund payout')`;

/** Cash that entries of these kinds moved, with the clerk who took it, or who paid it out. */
const clerksCash = (moved: RawBuilder<unknown>) => sql`(${moved}) AS moved
  LEFT JOIN transfer_changes ON moved.kind = 'money change' AND transfer_changes.id = moved.subject_id
  LEFT JOIN transfers ON transfers.id =
    CASE WHEN moved.kind = 'money' THEN moved.subject_id ELSE transfer_changes.transfer_id END
  WHERE moved.kind IN ${OF_CLERKS}`;

const CLERK = sql`coalesce(transfers.captured_by, posted_by)`;

/** The same by entry, as a relation: `number`, `day`, `clerk_id` and `amount`. */
export const cashOfClerks = (moved: RawBuilder<unknown>) => sql`
  SELECT moved.number, moved.day, ${CLERK} AS clerk_id, moved.amount FROM ${clerksCash(moved)}`;

/**
 * Cash that the books moved on the day, of the clerk who took it, and who paid it out; and cheques
 * that the desk received then.
 */
const movementsOfDay = (day: string, { cashOn, isHandedIn }: CashRelations) => sql`
  SELECT 'cash-' || moved.number AS id, posted_at AS at,
    CASE WHEN moved.amount > 0 THEN 'taken' WHEN moved.kind = 'refund payout' THEN 'refunded' ELSE 'taken_back' END AS kind,
    ${CLERK} AS clerk_id, transfers.id AS transfer_id, transaction_id,
    coalesce(payer_name, '') AS payer_name, received_on, moved.amount,
    ${isHandedIn({ clerk: CLERK, day, entry: sql`moved.number` })} AS is_counted
  FROM ${clerksCash(cashOn(day))}
  UNION ALL
  SELECT 'cheque-' || id, captured_at, 'cheque', captured_by, id, transaction_id, payer_name, received_on, amount, true
  FROM transfers WHERE mode = 'cheque' AND captured_at >= ${day}::timestamp AT TIME ZONE 'UTC'
    AND captured_at < (${day}::timestamp + interval '1 day') AT TIME ZONE 'UTC'`;

const rowsOf = <Row>(db: Db, relation: RawBuilder<unknown>): ListRows<Row> =>
  db.selectFrom(sql<Row>`(${relation})`.as('found')).selectAll() as unknown as ListRows<Row>;

const shownOf = (day: string, relations: CashRelations) => sql`
  SELECT id, kind, at, clerk_id::text, transfer_id::text, transaction_id, payer_name, received_on::text, amount::text,
    is_counted FROM (${movementsOfDay(day, relations)}) AS movements`;

/** The movements of a day. */
export const movementRows = (db: Db, day: string, relations: CashRelations): ListRows<MovementRow> =>
  rowsOf(db, shownOf(day, relations));

/** Each clerk's day. Accounts are few, so that their names sort without an index. */
const byClerk = (day: string, relations: CashRelations) => {
  const of = (what: 'count' | 'sum', condition: RawBuilder<SqlBool>) =>
    what === 'count'
      ? sql`count(*) FILTER (WHERE ${condition})::integer`
      : sql`coalesce(sum(amount) FILTER (WHERE ${condition}), 0)::numeric(20, 2)`;
  const [taken, cheque] = [sql<SqlBool>`kind = 'taken'`, sql<SqlBool>`kind = 'cheque'`];
  const returned = sql<SqlBool>`kind IN ('taken_back', 'refunded')`;
  return sql`
    SELECT coalesce(clerk_id, 0)::text AS id, ${relations.loginOf(sql`clerk_id`)} AS clerk,
      ${of('count', taken)} AS count, ${of('sum', taken)}::text AS taken,
      ${of('count', returned)} AS returned_count, (-${of('sum', returned)})::text AS returned,
      ${of('count', cheque)} AS cheque_count, ${of('sum', cheque)}::text AS cheques,
      ${of('sum', sql`kind <> 'cheque'`)}::text AS net, bool_and(is_counted) AS is_counted
    FROM (${movementsOfDay(day, relations)}) AS movements GROUP BY clerk_id`;
};

export const clerkRows = (db: Db, day: string, relations: CashRelations): ListRows<ClerkRow> =>
  rowsOf(db, byClerk(day, relations));

/** `viewer` is the account that reads, whose own cash is hidden until it is counted. */
type Seen = { relations: CashRelations; viewer: string };
type Asked = { page: number; size: number; sort: string };
type Columns = { by: string; net: RawBuilder<unknown>; cheques: RawBuilder<unknown> };

/** A page of a relation with its count, its cash and its cheques. */
const pageOf = async <Row>(
  db: Db,
  relation: RawBuilder<unknown>,
  { page, size, sort, by, net, cheques }: Asked & Columns,
): Promise<Listed<Row>> => {
  const direction = sort.startsWith('-') ? sql`DESC` : sql`ASC`;
  const { rows: whole } = await sql<{ count: number; amount: string; waiting: string }>`
    SELECT count(*)::integer AS count, coalesce(sum(${net}), 0)::numeric(20, 2)::text AS amount,
      coalesce(sum(${cheques}), 0)::numeric(20, 2)::text AS waiting FROM (${relation}) AS found`.execute(db);
  const { rows } = await sql<Row>`
    SELECT * FROM (${relation}) AS found ORDER BY ${sql.ref(by)} ${direction}, id ${direction}
    LIMIT ${size}::bigint OFFSET ${(page - 1) * size}::bigint`.execute(db);
  return { rows, ...(whole[0] ?? { count: 0, amount: '0.00', waiting: '0.00' }) };
};

/** The amount, or nothing where it is cash that the viewer is still to count. */
const unlessHidden = (amount: RawBuilder<unknown>, clerk: 'id' | 'clerk_id', viewer: string) =>
  sql`CASE WHEN is_counted OR ${sql.ref(clerk)} IS DISTINCT FROM ${viewer} THEN ${amount}::numeric ELSE 0 END`;

export const pageOfClerks = (
  db: Db,
  { day, ...asked }: Asked & { day: string },
  { relations, viewer }: Seen,
): Promise<Listed<ClerkRow>> =>
  pageOf(db, byClerk(day, relations), {
    ...asked,
    by: 'clerk',
    net: unlessHidden(sql`net`, 'id', viewer),
    cheques: sql`cheques::numeric`,
  });

/** The conditions of the filters of movements; their day makes the rows. */
export const movementFilters = ({ accountsOfLogin }: CashRelations) => ({
  day: () => null,
  kind: (choice: CashChoice) => sql<SqlBool>`kind = ANY(${kindsOf(choice)}::text[])`,
  clerk: (login: string) => sql<SqlBool>`clerk_id::bigint = ANY(ARRAY(${accountsOfLogin(login)}))`,
});

export const ofAccount = (accountId: string): RawBuilder<SqlBool> => sql<SqlBool>`clerk_id::bigint = ${accountId}`;

/** A page of movements, with the sums of the amounts that they show. */
export const pageOfMovements = (
  db: Db,
  { day, kind, clerk, ...asked }: Query,
  { relations, viewer, isOwn = false }: Seen & { isOwn?: boolean },
): Promise<Listed<MovementRow>> => {
  const filters = movementFilters(relations);
  const where = [
    sql`true`,
    ...(kind === undefined ? [] : [filters.kind(kind)]),
    ...(clerk === undefined ? [] : [filters.clerk(clerk)]),
    ...(isOwn ? [ofAccount(viewer)] : []),
  ];
  const found = sql`SELECT * FROM (${shownOf(day, relations)}) AS movements WHERE ${sql.join(where, sql` AND `)}`;
  const cheques = sql`CASE WHEN kind = 'cheque' THEN amount::numeric ELSE 0 END`;
  const net = sql`CASE WHEN kind = 'cheque' THEN 0 ELSE ${unlessHidden(sql`amount`, 'clerk_id', viewer)} END`;
  return pageOf(db, found, { ...asked, by: 'at', net, cheques });
};
