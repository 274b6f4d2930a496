import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { SUMMARY, type SummaryRow } from '../drivers.repo.ts';
import { begins, type Prefixes } from './list-drivers.repo.ts';

/** Numbers are written with these alone. */
const IS_NUMBER = /^[\d\s+().-]+$/;

/** Up to `most` drivers whose code, car or mobile number begins as typed; those who have exactly that come first. */
export const findByNumber = async (
  db: Db,
  text: string,
  { prefixes, most }: { prefixes: Prefixes; most: number },
): Promise<SummaryRow[]> => {
  // Each reading stops in its own index, at the exact one if there is one.
  const reading = (
    field: 'driver_code' | 'car_number' | 'mobile_number',
    column: string,
  ): RawBuilder<{ id: string }> => {
    const current = field === 'driver_code' ? sql`true` : sql`removed_at IS NULL`;
    return sql`(SELECT id FROM drivers WHERE ${current} AND ${begins(field, prefixes)(text)}
      ORDER BY ${sql.ref(column)} LIMIT ${sql.lit(most)})`;
  };
  const readings = [
    reading('driver_code', 'driver_code'),
    reading('car_number', 'car_key'),
    ...(IS_NUMBER.test(text) ? [reading('mobile_number', 'mobile_number')] : []),
  ];
  const isExact = sql`(driver_code = ${prefixes.driver_code(text)} OR car_key = ${prefixes.car_number(text)}
    OR mobile_number = ${prefixes.mobile_number(text)}) IS TRUE`;
  return db
    .selectFrom('drivers')
    .select(SUMMARY)
    .where('id', 'in', sql<string>`(${sql.join(readings, sql` UNION `)})`)
    .orderBy(isExact, 'desc')
    .orderBy(sql`removed_at IS NOT NULL`)
    .orderBy('driver_code')
    .limit(most)
    .execute();
};
