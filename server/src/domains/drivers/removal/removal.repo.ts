import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { among, type DriverRow, PERSON_COLUMNS } from '../drivers.repo.ts';

/**
 * Removes the drivers from the current ones; their cars are free from then on, and the numbers of those who have no other. A car
 * whose person has others keeps what it had in a row of its own.
 */
export const markRemoved = async (
  db: Db,
  ids: readonly string[],
  { now, reason }: { now: Date; reason: string },
): Promise<void> => {
  if (ids.length === 0) return;
  // Of two removals of a person's cars at once, the second one sees what the first one left.
  const persons = sql`SELECT person_id FROM drivers WHERE ${among(ids)}`;
  await sql`SELECT FROM persons WHERE id IN (${persons}) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  const columns = sql.join(PERSON_COLUMNS.map((name) => sql.ref(name)));
  await sql`
    WITH leaving AS (
      SELECT id, person_id, CASE WHEN EXISTS (
        SELECT FROM drivers AS other
        WHERE other.person_id = drivers.person_id AND other.removed_at IS NULL
          AND (other.id < drivers.id OR other.id <> ALL(${ids}::bigint[]))
      ) THEN nextval(pg_get_serial_sequence('persons', 'id')) END AS former_id
      FROM drivers WHERE ${among(ids)} AND removed_at IS NULL
    ), former AS (
      INSERT INTO persons (id, former_of, is_current, is_imported, ${columns}) OVERRIDING SYSTEM VALUE
      SELECT former_id, root_id, false, is_imported, ${columns}
      FROM leaving JOIN persons ON persons.id = person_id WHERE former_id IS NOT NULL
    )
    UPDATE drivers SET removed_at = ${now}, removal_reason = ${reason}, person_id = coalesce(former_id, drivers.person_id)
    FROM leaving WHERE drivers.id = leaving.id`.execute(db);
};

/**
 * Days without the registration fee count for registrations alone: an imported driver was a customer before, and so is one whose
 * imported duplicate was merged into theirs (docs/product/drivers.md, rule 47).
 */
const countingFrom = (moment: Date) => sql<Date | null>`CASE WHEN import_id IS NULL AND NOT EXISTS (
  SELECT FROM drivers AS duplicate WHERE duplicate.merged_into = drivers.id AND duplicate.import_id IS NOT NULL
) THEN ${moment}::timestamptz END`;

/**
 * Makes a removed driver current again, with the person's row of their current cars where there are some; where the fee is not
 * paid, with the whole time to pay from now on.
 */
export const markRestored = async (
  tx: Tx,
  { id, person_id: former }: Pick<DriverRow, 'id' | 'person_id'>,
  { person_id, now }: { person_id: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('drivers')
    .set({
      person_id,
      removed_at: null,
      removal_reason: '',
      unpaid_since: sql<Date | null>`CASE WHEN unpaid_since IS NOT NULL THEN ${now}::timestamptz END`,
    })
    .where('id', '=', id)
    .execute();
  if (former !== person_id) await tx.deleteFrom('persons').where('id', '=', former).execute();
};

/** A current driver without a cleared registration fee. */
export type Unpaid = Pick<DriverRow, 'id' | 'account_id'>;

/**
 * Current drivers unpaid since before the moment, the longest first, locked to the transaction's end. Rows that another
 * server or an arriving payment has locked are left for the next time.
 */
export const lockUnpaid = (tx: Tx, { before, limit }: { before: Date; limit: number }): Promise<Unpaid[]> =>
  tx
    .selectFrom('drivers')
    .select(['id', 'account_id'])
    .where('removed_at', 'is', null)
    .where('unpaid_since', '<', before)
    .orderBy('unpaid_since')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/**
 * Sets from when on the first fee is due and days without it count; null once it is paid for. Locks the drivers in the order of their ids:
 * payments of the same drivers may be cleared at once, in any order.
 */
export const setUnpaidSince = async (db: Db, ids: readonly string[], since: Date | null): Promise<void> => {
  if (ids.length === 0) return;
  const locked = db.selectFrom('drivers').select('id').where(among(ids)).orderBy('id').forNoKeyUpdate();
  await db
    .updateTable('drivers')
    .set({ is_fee_due: since !== null, unpaid_since: since && countingFrom(since) })
    .where('id', 'in', locked)
    .execute();
};

/** Ends the days until a locked driver is archived; the fee stays due. */
export const endDaysToPay = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('drivers').set({ unpaid_since: null }).where('id', '=', id).execute();
};
