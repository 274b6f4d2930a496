import { SHARED_WITH_FORMER, sameIdNumbers } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { DriverRow } from '../drivers.repo.ts';

/** More than one person leaves behind; the newest are shown. */
const MOST = 20;

const [PERSON, CAR, MOBILE, ID_NUMBER] = SHARED_WITH_FORMER;

type FormerRecord = { id: string; removed_at: Date; shared: (typeof SHARED_WITH_FORMER)[number][] };
type Known = Pick<DriverRow, 'id' | 'root_id' | 'car_key' | 'mobile_number' | 'id_number'>;

/**
 * The removed records with a driver's person, car, mobile or ID number, the last one first, and
 * which of these they share. Merged duplicates are left out: the kept record has what they owed.
 */
export const formerRecords = async (
  db: Db,
  { id, root_id, car_key, mobile_number, id_number }: Known,
): Promise<FormerRecord[]> => {
  const isOfPerson = sql`root_id = ${root_id}`;
  const hasId = sql`id_key = ANY(${sameIdNumbers(id_number ?? '')}::text[])`;
  const { rows } = await sql<FormerRecord>`
    SELECT id, removed_at, array_remove(ARRAY[
      CASE WHEN ${isOfPerson} THEN ${sql.lit(PERSON)} END, CASE WHEN car_key = ${car_key} THEN ${sql.lit(CAR)} END,
      CASE WHEN mobile_number = ${mobile_number} THEN ${sql.lit(MOBILE)} END,
      CASE WHEN ${hasId} THEN ${sql.lit(ID_NUMBER)} END], NULL) AS shared
    FROM driver_records
    WHERE id IN (
      SELECT id FROM drivers WHERE car_key = ${car_key} AND removed_at IS NOT NULL
      UNION SELECT id FROM drivers WHERE mobile_number = ${mobile_number} AND removed_at IS NOT NULL
      UNION SELECT id FROM drivers WHERE removed_at IS NOT NULL AND person_id IN (
        SELECT id FROM persons WHERE ${isOfPerson} UNION SELECT id FROM persons WHERE ${hasId} AND NOT is_current)
    ) AND id <> ${id} AND merged_into IS NULL
    ORDER BY removed_at DESC, id DESC LIMIT ${sql.lit(MOST)}`.execute(db);
  return rows;
};
