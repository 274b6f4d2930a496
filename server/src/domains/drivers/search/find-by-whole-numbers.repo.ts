import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { SUMMARY, type SummaryRow } from '../drivers.repo.ts';
import type { Prefixes } from './list-drivers.repo.ts';

const COLUMN = { driver_code: 'driver_code', mobile_number: 'mobile_number', car_number: 'car_key' } as const;

type Numbers = Record<keyof typeof COLUMN, string>;

/**
 * Up to `most` drivers who have all of these numbers, those that are empty left aside: the current ones, then those removed, the
 * last first. Current and removed drivers have indexes of their own, so they are read one after the other.
 */
export const findByWholeNumbers = async (
  db: Db,
  numbers: Numbers,
  { prefixes, most }: { prefixes: Prefixes; most: number },
): Promise<SummaryRow[]> => {
  const fields = (['driver_code', 'car_number', 'mobile_number'] as const).filter((field) => numbers[field] !== '');
  const keys = fields.map((field) => ({ column: COLUMN[field], key: prefixes[field](numbers[field]) }));
  // A text without a letter or digit is nobody's number.
  if (keys.some(({ key }) => key === null)) return [];
  const has = sql<boolean>`${sql.join(
    keys.map(({ column, key }) => sql`${sql.ref(column)} = ${key}`),
    sql` AND `,
  )}`;
  const drivers = db.selectFrom('drivers').select(SUMMARY).where(has);
  const current = await drivers.where('removed_at', 'is', null).orderBy('id').limit(most).execute();
  if (current.length === most) return current;
  const removed = drivers.where('removed_at', 'is not', null).orderBy('removed_at', 'desc').orderBy('id', 'desc');
  return [...current, ...(await removed.limit(most - current.length).execute())];
};
