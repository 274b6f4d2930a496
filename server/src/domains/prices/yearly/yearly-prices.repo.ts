import type { LandUse, PaymentSide, Period, PlanSlug } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { countRows } from '#db/records.ts';
import { OF_DRIVERS } from '../prices.repo.ts';

/** The two desks that set prices; a price of both sides without a place stands at both. */
export type PriceDesk = 'drivers' | 'land';

/** The rows of `payment_list` that the land side pays. */
export const OF_LAND = sql<boolean>`payment_list.side <> 'drivers' AND plan IS NULL`;

/** The rows of `payment_list` that a desk sets. */
const atDesk = (desk: PriceDesk): RawBuilder<boolean> => (desk === 'land' ? OF_LAND : OF_DRIVERS);

export type Key = {
  year: number;
  type_code: string;
  plan: PlanSlug | null;
  zone_id: string | null;
  land_use: LandUse | null;
};

export type PricedType = Key & {
  id: string;
  description: string;
  amount: string;
  side: PaymentSide;
  period: Period;
  due_from: string;
};

const COLUMNS = ['id', 'year', 'type_code', 'plan', 'zone_id', 'land_use', 'amount'] as const;

const rowsOf = (db: Db) =>
  db
    .selectFrom('payment_list')
    .innerJoin('payment_types', 'payment_types.type_code', 'payment_list.type_code')
    .select(COLUMNS.map((name) => `payment_list.${name}` as const))
    .select(['description', 'payment_types.side', 'period', 'due_from']);

const rowOf = (db: Db, desk: PriceDesk, id: string) => rowsOf(db).where('payment_list.id', '=', id).where(atDesk(desk));

/** The price of an id at a desk, or undefined. */
export const priceById = (db: Db, desk: PriceDesk, id: string): Promise<PricedType | undefined> =>
  rowOf(db, desk, id).executeTakeFirst();

/** The price at a desk, locked until the transaction ends. */
export const lockPrice = (tx: Tx, desk: PriceDesk, id: string): Promise<PricedType | undefined> =>
  rowOf(tx, desk, id).forUpdate('payment_list').executeTakeFirst();

/** A price of any desk, locked until the transaction ends. */
export const lockAnyPrice = (tx: Tx, id: string): Promise<PricedType | undefined> =>
  rowsOf(tx).where('payment_list.id', '=', id).forUpdate('payment_list').executeTakeFirst();

/** The type by its code in uppercase, locked until the transaction ends; or undefined. */
export const holdType = (tx: Tx, typeCode: string) =>
  tx
    .selectFrom('payment_types')
    .select(['type_code', 'description', 'by_plan', 'side'])
    .where('type_code', '=', typeCode)
    .forKeyShare()
    .executeTakeFirst();

/** The new price's id, or undefined if the same one is there. `amount` is money text. */
export const insertPrice = async (tx: Tx, price: Key & { amount: string }): Promise<string | undefined> => {
  const added = await tx
    .insertInto('payment_list')
    .values(price)
    .onConflict((conflict) => conflict.constraint('payment_list_price').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
};

const ofKey = (db: Db, { type_code, plan, zone_id, land_use }: Omit<Key, 'year'>) =>
  db
    .selectFrom('payment_list')
    .select(['id', 'year', 'amount'])
    .where('type_code', '=', type_code)
    .where(sql<boolean>`(plan, zone_id, land_use) IS NOT DISTINCT FROM (${plan}, ${zone_id}::bigint, ${land_use})`);

type StoredPrice = { id: string; year: number; amount: string };

/** The price that has this key, or undefined. */
export const priceOfKey = (db: Db, key: Key): Promise<StoredPrice | undefined> =>
  ofKey(db, key).where('year', '=', key.year).executeTakeFirst();

/** The latest price of the same type, plan and place in an earlier year, or undefined. */
export const priceBefore = (db: Db, key: Key): Promise<StoredPrice | undefined> =>
  ofKey(db, key).where('year', '<', key.year).orderBy('year', 'desc').limit(1).executeTakeFirst();

export const updateAmount = async (tx: Tx, id: string, amount: string): Promise<void> => {
  await tx.updateTable('payment_list').set({ amount }).where('id', '=', id).execute();
};

export const deletePrice = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('payment_list').where('id', '=', id).execute();
};

/** A price as a copy names it. */
export type CopiedRow = Key & { id: string; description: string; amount: string };

/**
 * Copies a desk's missing prices from the year before and gives them in its order. Locks the
 * originals, so that neither they nor their types are deleted meanwhile.
 */
export const copyFromYearBefore = async (tx: Tx, desk: PriceDesk, year: number): Promise<CopiedRow[]> => {
  const { rows } = await sql<CopiedRow>`
    WITH before AS (
      SELECT id, type_code, plan, zone_id, land_use, amount FROM payment_list
      WHERE year = ${year - 1} AND ${atDesk(desk)} ORDER BY id FOR SHARE
    ), copied AS (
      INSERT INTO payment_list (year, type_code, plan, zone_id, land_use, amount)
      SELECT ${year}, type_code, plan, zone_id, land_use, amount FROM before ORDER BY id
      ON CONFLICT ON CONSTRAINT payment_list_price DO NOTHING
      RETURNING id, year, type_code, plan, zone_id, land_use, amount
    )
    SELECT copied.id, year, copied.type_code, description, plan, zone_id, land_use, amount::text AS amount
    FROM copied JOIN payment_types ON payment_types.type_code = copied.type_code
    ORDER BY payment_types.id, copied.id`.execute(tx);
  return rows;
};

/** How many prices of a year a desk has. */
export const countOfYear = (db: Db, desk: PriceDesk, year: number): Promise<number> =>
  countRows(db, db.selectFrom('payment_list').where('year', '=', year).where(atDesk(desk)));
