import type { PaymentMode } from '@banbo/contract';
import { PAYMENT_MODES } from '@banbo/contract';
import { type NotNull, type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { rangedTotals, type TotalRange, totalParts } from '#db/totals/read-totals.ts';
import { bookedMeasure, measureOf } from '../payments.repo.ts';

/** Payments of a type and a mode in a range by the books, less those that were reversed then. */
export type IncomeSum = { name: string; type_code: string; mode: PaymentMode; count: number; amount: string };

/** Received money in each of the ranges, by type and mode, and reversals as negative sums. */
export const incomeIn = async (
  db: Db,
  types: readonly string[],
  ranges: readonly TotalRange[],
): Promise<IncomeSum[]> => {
  const modes = new Map(
    (['received', 'returned'] as const).flatMap((what) =>
      PAYMENT_MODES.map((mode) => [bookedMeasure(what, mode), { what, mode }] as const),
    ),
  );
  const totals = await rangedTotals(db, { measures: [...modes.keys()], keys: types, ranges });
  return totals.flatMap(({ measure, key, count, ...of }) => {
    const booked = modes.get(measure);
    if (!booked) return [];
    return [{ ...of, count: booked.what === 'received' ? count : -count, type_code: key, mode: booked.mode }];
  });
};

type Periods = { first: string; last: string };
type PeriodIncome = { period: string; amount: string };

/** Received less reversed money of the days and months that have any, both ends included. */
export const incomeBy = async (
  db: Db,
  spans: Readonly<Record<'day' | 'month', Periods>>,
): Promise<Record<'day' | 'month', PeriodIncome[]>> => {
  const measures = [bookedMeasure('received'), bookedMeasure('returned')] as const;
  const of = (grain: 'day' | 'month') => sql`
    SELECT ${sql.lit(grain)} AS grain, period, sum(amount)::numeric(20, 2)::text AS amount
    FROM (${totalParts({ measures: [...measures] }, grain)}) AS parts
    WHERE period BETWEEN ${spans[grain].first} AND ${spans[grain].last} GROUP BY period HAVING sum(amount) <> 0`;
  const { rows } = await sql<PeriodIncome & { grain: 'day' | 'month' }>`
    ${of('day')} UNION ALL ${of('month')} ORDER BY period`.execute(db);
  const [day, month] = (['day', 'month'] as const).map((grain) => rows.filter((row) => row.grain === grain));
  return { day: day ?? [], month: month ?? [] };
};

type MinuteIncome = { day: string; minute: number; amount: string };

/** Drivers’ money by the minute of the day, from 0 on, at which it was booked. */
export const incomeByMinute = async (
  db: Db,
  booked: RawBuilder<{ posted_at: Date; amount: string; payment_id: string }>,
): Promise<MinuteIncome[]> => {
  const { rows } = await sql<MinuteIncome>`
    SELECT to_char(at, 'YYYY-MM-DD') AS day, (60 * extract(hour FROM at) + extract(minute FROM at))::integer AS minute,
      sum(amount)::numeric(20, 2)::text AS amount
    FROM (
      SELECT posted_at AT TIME ZONE 'UTC' AS at, booked.amount FROM (${booked}) AS booked
      JOIN payments ON payments.id = payment_id WHERE driver_id IS NOT NULL
    ) AS posted
    GROUP BY 1, 2`.execute(db);
  return rows;
};

/** The number and sum of waiting claims, and the oldest one's moment. */
export const waitingFigures = async (db: Db): Promise<{ count: number; amount: string; oldest_at: Date | null }> => {
  const { rows } = await sql<{ count: string; amount: string; oldest_at: Date | null }>`
    SELECT coalesce(sum(count), 0)::text AS count, coalesce(sum(amount), 0)::numeric(20, 2)::text AS amount,
      (SELECT created_at FROM payments WHERE status = 'submitted' AND driver_id IS NOT NULL ORDER BY created_at, id LIMIT 1) AS oldest_at
    FROM (${totalParts({ measures: [measureOf('submitted')] }, 'all')}) AS parts`.execute(db);
  const { count = '0', amount = '0.00', oldest_at = null } = rows[0] ?? {};
  return { count: Number(count), amount, oldest_at };
};

/** How many claims with a payment date in these months, such as `2026-10`, wait. */
export const countClaimsOf = async (db: Db, { from, to }: { from: string; to: string }): Promise<number> => {
  const parts = totalParts({ measures: [measureOf('submitted')] }, 'month');
  const { rows } = await sql<{ count: string }>`
    SELECT coalesce(sum(count), 0)::text AS count FROM (${parts}) AS parts WHERE period BETWEEN ${from} AND ${to}`.execute(
    db,
  );
  return Number(rows[0]?.count);
};

/** The newest payments of drivers in any state. */
export const latestPayments = (db: Db, limit: number) =>
  db
    .selectFrom('payments')
    .select(['id', 'driver_id', 'type_code', 'payment_year', 'payment_month', 'amount', 'created_at'])
    .where('driver_id', 'is not', null)
    .$narrowType<{ driver_id: NotNull }>()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
