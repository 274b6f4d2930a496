import type { ListQuery, lookList } from '@banbo/contract';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { equals, fromDay, untilDay } from '#db/list/list-sql.ts';

/** Stores a look, unless the same person looked at the same driver in this hour. */
export const insertLook = async (db: Db, look: Insertable<Tables['driver_looks']>): Promise<void> => {
  await db
    .insertInto('driver_looks')
    .values(look)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const deleteLooksBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('driver_looks').where('looked_at', '<', before).execute();
};

const looks = (db: Db) =>
  db
    .selectFrom('driver_looks')
    // Every look is of a driver who is there; an outer join is left out of the statement that counts.
    .leftJoin('drivers', 'drivers.id', 'driver_looks.driver_id')
    .select(['driver_looks.id', 'looked_at', 'actor', 'driver_id'])
    .select((eb) => [
      eb.ref('driver_code').$notNull().as('driver_code'),
      eb.ref('first_name').$notNull().as('first_name'),
      eb.ref('middle_name').$notNull().as('middle_name'),
      eb.ref('last_name').$notNull().as('last_name'),
    ]);

export type LookRow = Awaited<ReturnType<ReturnType<typeof looks>['executeTakeFirstOrThrow']>>;

export const looksSql: ListSql<ListQuery<typeof lookList>, LookRow> = {
  rows: looks,
  filters: {
    driver_code: (code) => sql`driver_id = (SELECT id FROM drivers WHERE driver_code = ${code.toUpperCase()})`,
    actor: (username) => equals('actor')(username.toLowerCase()),
    from: fromDay('looked_at'),
    to: untilDay('looked_at'),
  },
  sorts: { looked_at: ['looked_at', 'driver_looks.id'] },
};
