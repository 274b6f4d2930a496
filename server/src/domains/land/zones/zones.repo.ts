import { sql } from 'kysely';
import type { LookupTable } from '#db/lookup/lookup-table.ts';

export const zoneTable: LookupTable = {
  table: 'zones',
  columns: ['zone', 'district'],
  key: 'id',
  unique: ['zone'],
  uppercase: ['district'],
  order: sql`zone COLLATE "C"`,
};
