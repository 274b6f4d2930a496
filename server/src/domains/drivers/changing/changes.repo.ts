import type { driverChangeList, ListQuery } from '@banbo/contract';
import type { Selectable, Updateable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { equals } from '#db/list/list-sql.ts';

export type ChangeRow = Selectable<Tables['driver_changes']>;
type Values = Readonly<Record<string, string | null>>;
type NewChange = Omit<ChangeRow, 'id' | 'before' | 'after'> & { before: Values; after: Values };

/** Updates a driver's columns; the driver is locked. */
export const updateDriver = async (tx: Tx, id: string, columns: Updateable<Tables['drivers']>): Promise<void> => {
  await tx.updateTable('drivers').set(columns).where('id', '=', id).execute();
};

/** Keeps what was changed of a driver, in the transaction of the change. */
export const keepChange = async (tx: Tx, { before, after, ...change }: NewChange): Promise<void> => {
  const values = { before: JSON.stringify(before), after: JSON.stringify(after) };
  await tx
    .insertInto('driver_changes')
    .values({ ...change, ...values })
    .execute();
};

/** The changes that made later versions of a driver than this one, the last one first. */
export const changesSince = (
  db: Db,
  driverId: string,
  version: number,
): Promise<Pick<ChangeRow, 'changed_by' | 'after'>[]> =>
  db
    .selectFrom('driver_changes')
    .select(['changed_by', 'after'])
    .where('driver_id', '=', driverId)
    .where('version', '>', version)
    .orderBy('version', 'desc')
    .execute();

/** Changes come in the order of their ids, which is that of their versions. */
export const driverChangesSql: ListSql<ListQuery<typeof driverChangeList>, ChangeRow> = {
  rows: (db) => db.selectFrom('driver_changes').selectAll(),
  filters: { driver_id: equals('driver_id') },
  sorts: { changed_at: ['id'] },
};
