import { addDays } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { totalParts } from '#db/totals/read-totals.ts';
import { CURRENT_DRIVERS } from '../drivers.repo.ts';

export type NewDrivers = { registered_today: number; registered_this_week: number; unpaid: number };

/** The Monday of a day's week. */
const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** Current drivers registered on the day and since its Monday, and those whose first fee is due, counted up to `most`. */
export const countNewDrivers = async (db: Db, day: string, most: number): Promise<NewDrivers> => {
  const { rows } = await sql<NewDrivers>`
    SELECT coalesce(sum(count) FILTER (WHERE period = ${day}), 0)::integer AS registered_today,
      coalesce(sum(count), 0)::integer AS registered_this_week,
      (SELECT count(*)::integer FROM (
        SELECT FROM drivers WHERE removed_at IS NULL AND is_fee_due LIMIT ${sql.lit(most)}
      ) AS counted) AS unpaid
    FROM (${totalParts(CURRENT_DRIVERS, 'day')}) AS parts WHERE period BETWEEN ${mondayOf(day)} AND ${day}`.execute(db);
  return rows[0] ?? { registered_today: 0, registered_this_week: 0, unpaid: 0 };
};

/** How many current drivers registered on each day of a span that has any. */
export const registrationsByDay = async (
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ period: string; count: number }>`
    SELECT period, sum(count)::integer AS count FROM (${totalParts(CURRENT_DRIVERS, 'day')}) AS parts
    WHERE period BETWEEN ${from} AND ${to} GROUP BY period`.execute(db);
  return new Map(rows.map(({ period, count }) => [period, count]));
};

/** How many current drivers registered on a day by themselves or with staff, not by a list, counted up to `most`. */
export const countRegisteredSingly = async (db: Db, day: string, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM drivers WHERE removed_at IS NULL AND registered_on = ${day} AND import_id IS NULL LIMIT ${sql.lit(most)}
    ) AS counted`.execute(db);
  return rows[0]?.count ?? 0;
};

/** The current drivers who registered last. */
export const latestDrivers = (db: Db, limit: number) =>
  db
    .selectFrom('driver_records')
    .select(['id', 'first_name', 'middle_name', 'last_name', 'car_number', 'registered_at'])
    .where('removed_at', 'is', null)
    .orderBy('registered_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
