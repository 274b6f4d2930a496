import type { ListQuery, lookList } from '@banbo/contract';
import { type Insertable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { equals, fromDay, untilDay } from '#db/list/list-sql.ts';
import { type DriverRow, PERSON_COLUMNS } from '../drivers.repo.ts';
import { forgetMerges, recordAndMerged } from '../merging/merge.repo.ts';

const ERASED = 'ERASED';

/** Columns that stay filled after an erasure (migration 0096). */
const FILLED = {
  id_number: ERASED,
  email: ERASED,
  next_of_kin: ERASED,
  mobile_number: '',
  reference_person: '',
} as const;
const WITHOUT_NAMES = PERSON_COLUMNS.filter((name) => !name.endsWith('_name'));
/** A person's columns that the books do not need, with their values after erasing. */
const ALWAYS = { ...Object.fromEntries(WITHOUT_NAMES.map((name) => [name, null])), ...FILLED };

/** The name: receipts show it like the plate, and auditors find entries by it. */
const UNLESS_BOOKED = { first_name: ERASED, middle_name: '', last_name: ERASED } as const;

/**
 * Empties a removed driver and the person's row of that record. Deletes the history, requests for
 * cars, and the texts of imported lines and merges, also of records that were merged into this one.
 * `isBooked`: the books have an entry, so name and plate stay.
 */
export const emptyDriver = async (
  tx: Tx,
  { id, person_id }: Pick<DriverRow, 'id' | 'person_id'>,
  { isBooked, reason, now }: { isBooked: boolean; reason: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('persons')
    .set({ ...ALWAYS, ...(!isBooked && UNLESS_BOOKED), erased_at: now })
    .where('id', '=', person_id)
    .execute();
  await tx
    .updateTable('drivers')
    .set({ gps_address: '', ...(!isBooked && { car_number: ERASED }), removal_reason: reason })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('driver_changes').where('driver_id', '=', id).execute();
  await tx
    .deleteFrom('car_requests')
    .where('driver_id', 'in', await recordAndMerged(tx, id))
    .execute();
  await tx
    .updateTable('driver_import_lines')
    .set({ cells: '[]', reason: '' })
    .where((eb) => eb.or([eb('driver_id', '=', id), eb('known_id', '=', id)]))
    .execute();
  await forgetMerges(tx, id);
};

/** Stores a look, unless the same person looked at the same of this driver in the same hour. */
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

/** Looks at the cars of these records, the newest first. */
export const looksAtPlace = (db: Db, driverIds: readonly string[], limit: number) =>
  db
    .selectFrom('driver_looks')
    .select(['actor', 'looked_at'])
    .where('driver_id', 'in', driverIds)
    .where('what', '=', sql.lit('place'))
    .orderBy('looked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

const looks = (db: Db) =>
  db
    .selectFrom('driver_looks')
    // Every look has a driver; the planner drops an outer join from the statement that counts.
    .leftJoin('drivers', 'drivers.id', 'driver_looks.driver_id')
    .select(['driver_looks.id', 'looked_at', 'actor', 'what', 'driver_id'])
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
    what: equals('what'),
    from: fromDay('looked_at'),
    to: untilDay('looked_at'),
  },
  sorts: { looked_at: ['looked_at', 'driver_looks.id'] },
};
