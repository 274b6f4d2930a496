import type { Denomination } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { LookupTable } from '#db/lookup/lookup-table.ts';

export const denominationTable: LookupTable = {
  table: 'denominations',
  columns: ['denomination', 'value', 'kind', 'is_active'],
  key: 'id',
  unique: ['denomination'],
  order: sql`value DESC, kind DESC`,
};

/** Notes and coins by their record number, those that are out of use too. */
export const readDenominations = async (db: Db): Promise<ReadonlyMap<string, Denomination>> => {
  const rows = await db.selectFrom('denominations').selectAll().$castTo<Denomination>().execute();
  return new Map(rows.map((row) => [row.id, row]));
};
