import { addDays } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listed, ListRows } from '#db/list/list-sql.ts';
import { type DayRange, daysIn, startDayIn, startDayOf } from '#db/list/seek-page.ts';
import { type TotalFilter, totalParts } from '#db/totals/read-totals.ts';
import { balanceThrough } from './balances.repo.ts';

/** A posting with its entry. Amounts are text, debits above zero; `balance` is after it. */
export type StatedPosting = {
  entry: string;
  line: number;
  day: string;
  amount: string;
  balance: string;
  kind: string;
  subject_id: string;
  description: string;
  reverses: string | null;
  late_for: string | null;
};

/** Later than any posting. */
const LAST_DAY = '9999-12-31';

type Asked = { account: string; row: number; size: number } & DayRange;

const countedOf = (account: string): TotalFilter => ({ measures: ['ledger'], key: account });

const countOf = async (db: Db, { account, ...range }: Omit<Asked, 'row' | 'size'>): Promise<number> => {
  const isRange = range.from !== undefined || range.to !== undefined;
  const { rows } = await sql<{ count: string }>`
    SELECT coalesce(sum(count), 0)::text AS count
    FROM (${totalParts(countedOf(account), isRange ? 'day' : 'all')}) AS parts
    WHERE ${isRange ? daysIn(range) : sql`true`}`.execute(db);
  return Number(rows[0]?.count);
};

const within = ({ from, to }: DayRange): RawBuilder<SqlBool> =>
  sql`${from ? sql`day >= ${from}::date` : sql`true`} AND ${to ? sql`day <= ${to}::date` : sql`true`}`;

/**
 * Postings of an account from a row on (counted from 0), the newest first, with the balance after
 * each. The totals find the day of the first row, so a page costs the same wherever it is; of that
 * day the rows before the page are added up from the index.
 */
const newestFrom = async (db: Db, { account, row, size, ...range }: Asked): Promise<StatedPosting[]> => {
  const filter = countedOf(account);
  const isRange = range.from !== undefined || range.to !== undefined;
  const start = isRange ? startDayIn(filter, range, row) : startDayOf(filter, { page: row + 1, size: 1 });
  const ofAccount = sql<SqlBool>`account = ${account} AND ${within(range)}`;
  const firstDay = sql`(SELECT period FROM start_day)`;
  const { rows } = await sql<StatedPosting>`
    WITH ${start}, skipped AS (
      SELECT coalesce(sum(amount), 0) AS amount FROM (
        SELECT amount FROM ledger_postings WHERE ${ofAccount} AND day = ${firstDay}
        ORDER BY entry DESC, line DESC LIMIT (SELECT skip::bigint FROM start_day)
      ) AS rows
    ), page AS (
      SELECT entry, line, day, amount FROM ledger_postings WHERE ${ofAccount} AND day <= ${firstDay}
      ORDER BY day DESC, entry DESC, line DESC LIMIT ${sql.lit(size)} OFFSET (SELECT skip::bigint FROM start_day)
    )
    SELECT entry::text, line, page.day, page.amount::text, kind, subject_id::text, description, reverses::text, late_for,
      (${balanceThrough(account, firstDay)} - (SELECT amount FROM skipped) + page.amount
        - sum(page.amount) OVER (ORDER BY page.day DESC, page.entry DESC, line DESC))::numeric(20, 2)::text AS balance
    FROM page JOIN ledger_entries ON number = entry
    ORDER BY page.day DESC, page.entry DESC, line DESC`.execute(db);
  return rows;
};

type Query = { account: string; sort: 'day' | '-day' } & DayRange;

/** A page of an account's statement, the newest or the oldest posting first. */
export const pageOfStatement = async (
  db: Db,
  { account, page, size, sort, from, to }: Query & { page: number; size: number },
): Promise<Listed<StatedPosting>> => {
  const asked = { account, from, to };
  const count = await countOf(db, asked);
  const row = (page - 1) * size;
  const length = Math.min(size, count - row);
  if (length <= 0) return { rows: [], count };
  if (sort === '-day') return { rows: await newestFrom(db, { ...asked, row, size: length }), count };
  // Reads the page from the newest end and reverses it.
  const rows = await newestFrom(db, { ...asked, row: count - row - length, size: length });
  return { rows: rows.reverse(), count };
};

const statementRows = ({ account, sort, from, to }: Query): RawBuilder<StatedPosting> => {
  const through = (day: string) => balanceThrough(account, sql`${day}::date`);
  const running =
    sort === '-day'
      ? sql`${through(to ?? LAST_DAY)} + amount - sum(amount) OVER (ORDER BY day DESC, entry DESC, line DESC)`
      : sql`${from ? through(addDays(from, -1)) : sql`0`} + sum(amount) OVER (ORDER BY day, entry, line)`;
  return sql`
    SELECT entry, line, page.day, page.amount::text AS amount, balance, kind, subject_id::text AS subject_id, description,
      reverses::text AS reverses, late_for
    FROM (
      SELECT entry, line, day, amount, (${running})::numeric(20, 2)::text AS balance
      FROM ledger_postings WHERE account = ${account} AND ${within({ from, to })}
    ) AS page JOIN ledger_entries ON number = entry`;
};

/** All postings of an account in a range, with the balance after each, as the file lists them. */
export const listStatement = (db: Db, query: Query): ListRows<StatedPosting> =>
  db.selectFrom(sql<StatedPosting>`(${statementRows(query)})`.as('statement')).selectAll() as never;
