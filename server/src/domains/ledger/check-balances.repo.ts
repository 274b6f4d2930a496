import { formatDay, formatMoney, formatMonth } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import {
  checkMonthTotals,
  checkWholeTotals,
  nextMonthOfTotals,
  type TotalDifference,
} from '#db/totals/check-totals.ts';
import { ALL_KEYS } from '#db/totals/read-totals.ts';
import { accountByCode } from './chart.repo.ts';

/** Before every month that the books can have. */
export const BEFORE_ALL_MONTHS = '0000-01';

const nameOf = async (db: Db, key: string): Promise<string> =>
  key === ALL_KEYS ? 'All accounts together' : `Account ${key} ${(await accountByCode(db, key))?.name ?? ''}`.trim();

const sumInWords = (amount: string, count: string): string =>
  `${formatMoney(amount)} in ${count === '1' ? '1 posting' : `${count} postings`}`;

/** The second half of a sentence on a total: its period, what the postings are and what is kept. */
export const sidesInWords = ({ grain, period, ...sides }: TotalDifference): string => {
  const when = grain === 'day' ? formatDay(period) : formatMonth(period);
  const counted = sumInWords(sides.counted_amount, sides.counted);
  return `${when}: the postings are ${counted}, and the kept total is ${sumInWords(sides.kept_amount, sides.kept)}.`;
};

const inWords = async (db: Db, one: TotalDifference): Promise<string> =>
  `${await nameOf(db, one.key)}, ${sidesInWords(one)}`;

/** The first month after one, `2026-11`, of which the books have anything; null after the last. */
export const nextMonthOfBooks = async (db: Db, month: string): Promise<string | null> => {
  const { rows } = await sql<{ month: string | null }>`
    SELECT least(${nextMonthOfTotals('ledger', month)}, (
      SELECT min(to_char(next.day, 'YYYY-MM')) FROM ledger_accounts
      CROSS JOIN LATERAL (
        SELECT day FROM ledger_postings WHERE account = code AND day >= ${nextFirst(month)}::date ORDER BY day LIMIT 1
      ) AS next
    )) AS month`.execute(db);
  return rows[0]?.month?.slice(0, 7) ?? null;
};

/** The first day after a month. */
const nextFirst = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  if (year === 0) return '0001-01-01';
  const [next, first] = number === 12 ? [year + 1, 1] : [year, number + 1];
  return `${String(next).padStart(4, '0')}-${String(first).padStart(2, '0')}-01`;
};

/**
 * Adds up the postings of a month and compares them with the totals that balances are read from:
 * of each account and of all, by day and by month. Gives a sentence for each that differs, days
 * before months.
 */
export const checkBalancesOf = async (db: Db, month: string): Promise<string[]> => {
  const differing = await checkMonthTotals(db, {
    measure: 'ledger',
    month,
    rows: sql`
      SELECT code AS key, sums.day, sums.count, sums.amount FROM ledger_accounts
      CROSS JOIN LATERAL (
        SELECT day, count(*) AS count, sum(amount) AS amount FROM ledger_postings
        WHERE account = code AND day >= ${`${month}-01`}::date AND day < ${nextFirst(month)}::date GROUP BY day
      ) AS sums`,
  });
  return Promise.all(differing.map((one) => inWords(db, one)));
};

/** The postings of payments' entries that are of a month or were posted in it, as a relation. */
export const paymentPostingsOf = (month: string) => {
  const [first, next] = [sql`${`${month}-01`}::date`, sql`${nextFirst(month)}::date`];
  return sql`
    SELECT posting.* FROM ledger_entries JOIN ledger_postings AS posting ON entry = number
    WHERE kind = 'payment' AND posted_at >= ${first}::timestamp AT TIME ZONE 'UTC'
      AND posted_at < ${next}::timestamp AT TIME ZONE 'UTC'
    UNION
    SELECT posting.* FROM ledger_accounts
    CROSS JOIN LATERAL (
      SELECT * FROM ledger_postings WHERE account = code AND day >= ${first} AND day < ${next}
    ) AS posting JOIN ledger_entries AS paid ON paid.number = entry AND paid.kind = 'payment'`;
};

/** The first month after one, `2026-11`, in which an entry was posted; null after the last. */
export const nextMonthOfPosting = async (db: Db, month: string): Promise<string | null> => {
  const { rows } = await sql<{ month: string }>`
    SELECT to_char(posted_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month FROM ledger_entries
    WHERE posted_at >= ${nextFirst(month)}::date::timestamp AT TIME ZONE 'UTC'
    ORDER BY ledger_entries.posted_at LIMIT 1`.execute(db);
  return rows[0]?.month ?? null;
};

/** Checks that the whole balance of each account is the sum of its months. */
export const checkWholeBalances = async (db: Db): Promise<string[]> => {
  const differing = await checkWholeTotals(db, 'ledger');
  return Promise.all(
    differing.map(
      async ({ key, kept, months }) =>
        `${await nameOf(db, key)}: the kept balance is ${formatMoney(kept)}, and its months come to ${formatMoney(months)}.`,
    ),
  );
};
