import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { CurrentDriver } from './reading/repeat-of-line.ts';

type Keys = { cars: readonly string[]; mobiles: readonly string[]; ids: readonly string[] };

/** The current drivers with any of these cars, mobile numbers in E.164 or ID numbers, the first two as their keys are stored. */
export const driversWithKeys = async (db: Db, { cars, mobiles, ids }: Keys): Promise<CurrentDriver[]> => {
  const columns = sql`id, car_key, mobile_number, id_key`;
  const { rows } = await sql<CurrentDriver>`
    SELECT ${columns} FROM driver_records WHERE removed_at IS NULL AND car_key = ANY(${cars})
    UNION SELECT ${columns} FROM driver_records WHERE is_current AND mobile_number = ANY(${mobiles})
    UNION SELECT ${columns} FROM driver_records WHERE is_current AND id_key = ANY(${ids})`.execute(db);
  return rows;
};
