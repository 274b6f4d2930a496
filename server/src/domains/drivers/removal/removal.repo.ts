import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { type DriverRow, PERSON_COLUMNS, SHOWN, withIds } from '../drivers.repo.ts';

/**
 * Marks drivers as removed. Their cars are free from then on, and the numbers of persons without
 * another car. A removed car of a person with other cars keeps its data in a row of its own.
 */
export const markRemoved = async (
  db: Db,
  ids: readonly string[],
  { now, reason }: { now: Date; reason: string },
): Promise<void> => {
  if (ids.length === 0) return;
  // A second removal at the same time sees the result of the first.
  const persons = sql`SELECT person_id FROM drivers WHERE ${withIds(ids)}`;
  await sql`SELECT FROM persons WHERE id IN (${persons}) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  const columns = sql.join(PERSON_COLUMNS.map((name) => sql.ref(name)));
  await sql`
    WITH leaving AS (
      SELECT id, person_id, CASE WHEN EXISTS (
        SELECT FROM drivers AS other
        WHERE other.person_id = drivers.person_id AND other.removed_at IS NULL
          AND (other.id < drivers.id OR other.id <> ALL(${ids}::bigint[]))
      ) THEN nextval(pg_get_serial_sequence('persons', 'id')) END AS former_id
      FROM drivers WHERE ${withIds(ids)} AND removed_at IS NULL
    ), former AS (
      INSERT INTO persons (id, former_of, is_current, is_imported, ${columns}) OVERRIDING SYSTEM VALUE
      SELECT former_id, root_id, false, is_imported, ${columns}
      FROM leaving JOIN persons ON persons.id = person_id WHERE former_id IS NOT NULL
    )
    UPDATE drivers SET removed_at = ${now}, removal_reason = ${reason}, person_id = coalesce(former_id, drivers.person_id)
    FROM leaving WHERE drivers.id = leaving.id`.execute(db);
};

/**
 * Days without the fee count for registrations alone: an imported driver was a customer before, and
 * so is one whose imported duplicate was merged into theirs (docs/product/drivers.md, rule 47).
 */
const countingFrom = (moment: Date) => sql<Date | null>`CASE WHEN import_id IS NULL AND NOT EXISTS (
  SELECT FROM drivers AS duplicate WHERE duplicate.merged_into = drivers.id AND duplicate.import_id IS NOT NULL
) THEN ${moment}::timestamptz END`;

/**
 * Makes a removed driver current again, on the row of the person's current cars if there are any.
 * The days to pay an open fee start anew.
 */
export const markRestored = async (
  tx: Tx,
  { id, person_id: former }: Pick<DriverRow, 'id' | 'person_id'>,
  { person_id, now }: { person_id: string; now: Date },
): Promise<void> => {
  await sql`
    UPDATE drivers SET (person_id, ${SHOWN}) = (SELECT id, ${SHOWN} FROM persons WHERE id = ${person_id}),
      removed_at = NULL, removal_reason = '', unpaid_since = CASE WHEN unpaid_since IS NOT NULL THEN ${now}::timestamptz END
    WHERE id = ${id}`.execute(tx);
  if (former !== person_id) await tx.deleteFrom('persons').where('id', '=', former).execute();
};

/** A current driver without a cleared registration fee. */
export type Unpaid = Pick<DriverRow, 'id' | 'account_id'>;

/**
 * Locks current drivers who have not paid since before the moment, the longest first. Leaves rows
 * that another server or a payment has locked for the next run.
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
 * Sets the moment from which the first fee is due and days count; null once it is paid. Locks the
 * drivers in the order of their ids, since their payments may be cleared at once in any order.
 */
export const setUnpaidSince = async (db: Db, ids: readonly string[], since: Date | null): Promise<void> => {
  if (ids.length === 0) return;
  const locked = db.selectFrom('drivers').select('id').where(withIds(ids)).orderBy('id').forNoKeyUpdate();
  await db
    .updateTable('drivers')
    .set({ is_fee_due: since !== null, unpaid_since: since && countingFrom(since) })
    .where('id', 'in', locked)
    .execute();
};

/** Stops the days until a locked driver is archived; the fee stays due. */
export const endDaysToPay = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('drivers').set({ unpaid_since: null }).where('id', '=', id).execute();
};
