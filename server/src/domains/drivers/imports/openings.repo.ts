import { type DriverOpening, OPENING_BALANCE } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { among, anyOf, type Records } from '#db/records.ts';

/** How an imported driver stood at the take-over. `owed` is null without a debt. */
export type Opening = DriverOpening & { owed: string | null };

/** A driver's opening, as a column of a query on `drivers`. */
export const openingOfDriver = sql<Opening | null>`(
  SELECT json_build_object('billed_from', billed_from, 'amount', amount::text, 'owed', CASE WHEN amount > 0 THEN amount::text END)
  FROM driver_openings WHERE driver_id = drivers.id
)`;

type NewOpening = { driver_id: string; billed_from: string; amount: string };

/** Stores how drivers stood at the take-over. */
export const insertOpenings = async (
  tx: Tx,
  openings: readonly NewOpening[],
  { by, now }: { by: string | null; now: Date },
): Promise<void> => {
  await sql`
    INSERT INTO driver_openings (driver_id, billed_from, amount, type_code, opened_at, opened_by)
    SELECT driver_id, billed_from, amount, CASE WHEN amount > 0 THEN ${OPENING_BALANCE} END, ${now}, ${by}
    FROM jsonb_to_recordset(${JSON.stringify(openings)}::jsonb) AS given (driver_id bigint, billed_from date, amount numeric)`.execute(
    tx,
  );
};

/** Credit of a take-over. `owner_id` is the record that has it, since a merge may have moved it. */
export type OpeningCredit = {
  driver_id: string;
  driver_code: string;
  owner_id: string;
  /** Below zero. */
  amount: string;
  /** Null until its list is released. */
  posted_on: string | null;
  is_taken_back: boolean;
};

/** The credits of take-overs, by their drivers. */
export const openingCredits = async (db: Db, records: Records): Promise<OpeningCredit[]> => {
  const { rows } = await sql<OpeningCredit>`
    SELECT driver_id::text, driver_code, coalesce(merged_into, driver_id)::text AS owner_id, amount::text, posted_on,
      taken_back_at IS NOT NULL AS is_taken_back
    FROM driver_openings JOIN drivers ON drivers.id = driver_id
    WHERE amount < 0 AND ${among('driver_id', records)} ORDER BY drivers.id`.execute(db);
  return rows;
};

/**
 * The drivers with credit of a take-over, as a relation for another domain: `driver_id`, in the
 * order of an index. None is merged into another record (docs/product/drivers.md, rule 64).
 */
export const driversWithOpeningCredit = sql<{ driver_id: string }>`
  SELECT driver_id FROM driver_openings WHERE amount < 0 AND posted_on IS NOT NULL AND taken_back_at IS NULL`;

/** Credit that is not in the books, of imports for which `released` holds. */
const waitingCredit = (released: RawBuilder<boolean>) => sql`
  FROM driver_openings AS opening JOIN drivers ON drivers.id = driver_id
  JOIN driver_imports AS list ON list.id = import_id
  WHERE amount < 0 AND posted_on IS NULL AND opening.taken_back_at IS NULL AND ${released}`;

export type HeldCredit = { drivers: number; amount: string };

/** How many drivers of each list that nobody has released bring how much credit, by the lists. */
export const heldCredits = async (db: Db): Promise<ReadonlyMap<string, HeldCredit>> => {
  const { rows } = await sql<HeldCredit & { import_id: string }>`
    SELECT import_id::text, count(*)::integer AS drivers, sum(-amount)::text AS amount
    ${waitingCredit(sql`debts_released_at IS NULL`)} GROUP BY import_id`.execute(db);
  return new Map(rows.map(({ import_id, ...held }) => [import_id, held]));
};

/** The first drivers, by id, whose released credit is not in the books. */
export const driversOfReleasedCredit = async (db: Db, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT driver_id::text AS id ${waitingCredit(sql`debts_released_at IS NOT NULL`)}
    ORDER BY driver_id LIMIT ${sql.lit(limit)}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Marks credit of these drivers that still waits as posted, and gives the drivers whose it is. */
export const markPosted = async (tx: Tx, ids: readonly string[], day: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    UPDATE driver_openings SET posted_on = ${day} WHERE driver_id IN (
      SELECT driver_id ${waitingCredit(sql`debts_released_at IS NOT NULL`)} AND driver_id = ANY(${ids}::bigint[])
    ) RETURNING driver_id::text AS id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** The debts of the take-over of those of these drivers who owed then, as a relation of text. */
export const openingDebts = (ids: readonly string[]) => sql<{ driver_id: string; amount: string }>`
  SELECT driver_id::text, amount::text FROM driver_openings
  WHERE driver_id = ${anyOf(ids)} AND amount > 0`;

/** Those of these drivers who came from a list with an opening. */
export const openingsOf = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ driver_id: string }>`
    SELECT driver_id::text FROM driver_openings WHERE driver_id = ANY(${ids}::bigint[])`.execute(db);
  return new Set(rows.map(({ driver_id }) => driver_id));
};

/** The last driver with credit of a take-over; `0` without any. */
export const lastOpeningCredit = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    SELECT coalesce(max(driver_id), 0)::text AS id FROM driver_openings WHERE amount < 0`.execute(db);
  return rows[0]?.id ?? '0';
};

/** Locks openings to the transaction's end. */
export const lockOpenings = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`
    SELECT FROM driver_openings WHERE driver_id = ANY(${ids}::bigint[]) ORDER BY driver_id FOR UPDATE`.execute(tx);
};

export const markTakenBack = async (tx: Tx, ids: readonly string[], now: Date): Promise<void> => {
  await sql`UPDATE driver_openings SET taken_back_at = ${now} WHERE driver_id = ANY(${ids}::bigint[])`.execute(tx);
};

export type HeldImport = { id: string; file_name: string; uploaded_by: string; uploader: string; uploaded_at: Date };

/** The imports, all or this one, whose debts nobody has released, the oldest first. */
export const heldImports = (db: Db, id?: string): Promise<HeldImport[]> =>
  db
    .selectFrom('driver_imports')
    .select(['id', 'file_name', 'uploaded_by', 'uploader', 'uploaded_at'])
    .where('debts_released_at', 'is', null)
    .where('drivers', '>', sql.lit(0))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('id')
    .execute();

export const markReleased = async (tx: Tx, id: string, { by, now }: { by: string; now: Date }): Promise<void> => {
  await tx
    .updateTable('driver_imports')
    .set({ debts_released_at: now, debts_released_by: by })
    .where('id', '=', id)
    .execute();
};
