import type { DriverMapping, driverLineList, ListQuery } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { equals } from '#db/list/list-sql.ts';

export type DriverImportRow = Selectable<Tables['driver_imports']>;

type LineRow = Selectable<Tables['driver_import_lines']>;
export type ListedLine = Pick<
  LineRow,
  'import_id' | 'line' | 'cells' | 'reason' | 'known_id' | 'driver_id' | 'is_imported'
> & { outcome: NonNullable<LineRow['outcome']>; mapping: DriverMapping | null };

/** Lines that were read, each with the mapping of its list; those above the column names are none. */
export const driverLinesSql: ListSql<ListQuery<typeof driverLineList>, ListedLine> = {
  rows: (db) =>
    db
      .selectFrom('driver_import_lines')
      .innerJoin('driver_imports', 'driver_imports.id', 'import_id')
      .select(['import_id', 'line', 'cells', 'reason', 'known_id', 'driver_id', 'is_imported', 'mapping'])
      .select((eb) => eb.ref('outcome').$notNull().as('outcome')),
  filters: { driver_import: equals('import_id'), outcome: equals('outcome') },
  always: () => sql`outcome IS NOT NULL`,
  sorts: { line: ['import_id', 'line'] },
};
