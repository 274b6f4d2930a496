import type { PaymentSide, Period, PlanSlug, YearlyPrice } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { countRows } from '#db/records.ts';

export type PricedType = YearlyPrice & { side: PaymentSide; period: Period; due_from: string };

const rowsOf = (db: Db) =>
  db
    .selectFrom('payment_list')
    .innerJoin('payment_types', 'payment_types.type_code', 'payment_list.type_code')
    .select(['payment_list.id', 'year', 'payment_list.type_code', 'description', 'plan', 'amount'])
    .select(['side', 'period', 'due_from']);

/** The price of an id, or undefined. */
export const priceById = (db: Db, id: string): Promise<PricedType | undefined> =>
  rowsOf(db).where('payment_list.id', '=', id).executeTakeFirst();

/** The price, locked until the transaction ends. */
export const lockPrice = (tx: Tx, id: string): Promise<PricedType | undefined> =>
  rowsOf(tx).where('payment_list.id', '=', id).forUpdate('payment_list').executeTakeFirst();

/** The type by its code in uppercase, locked until the transaction ends; or undefined. */
export const holdType = (tx: Tx, typeCode: string) =>
  tx
    .selectFrom('payment_types')
    .select(['type_code', 'description', 'by_plan'])
    .where('type_code', '=', typeCode)
    .forKeyShare()
    .executeTakeFirst();

type Key = { year: number; type_code: string; plan: PlanSlug | null };

/** The new price's id, or undefined if year, type and plan have one. `amount` is money text. */
export const insertPrice = async (tx: Tx, price: Key & { amount: string }): Promise<string | undefined> => {
  const added = await tx
    .insertInto('payment_list')
    .values(price)
    .onConflict((conflict) => conflict.constraint('payment_list_price').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
};

/** The amount of a year, type and plan, or undefined. */
export const amountOf = async (db: Db, { year, type_code, plan }: Key): Promise<string | undefined> => {
  const found = await db
    .selectFrom('payment_list')
    .select('amount')
    .where('year', '=', year)
    .where('type_code', '=', type_code)
    .where(sql<boolean>`plan IS NOT DISTINCT FROM ${plan}`)
    .executeTakeFirst();
  return found?.amount;
};

export const updateAmount = async (tx: Tx, id: string, amount: string): Promise<void> => {
  await tx.updateTable('payment_list').set({ amount }).where('id', '=', id).execute();
};

export const deletePrice = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('payment_list').where('id', '=', id).execute();
};

/**
 * Copies missing prices from the year before and gives them in its order. Locks the originals, so
 * that neither they nor their types are deleted meanwhile.
 */
export const copyFromYearBefore = async (tx: Tx, year: number): Promise<YearlyPrice[]> => {
  const { rows } = await sql<YearlyPrice>`
    WITH before AS (
      SELECT id, type_code, plan, amount FROM payment_list WHERE year = ${year - 1} ORDER BY id FOR SHARE
    ), copied AS (
      INSERT INTO payment_list (year, type_code, plan, amount)
      SELECT ${year}, type_code, plan, amount FROM before ORDER BY id
      ON CONFLICT ON CONSTRAINT payment_list_price DO NOTHING
      RETURNING id, year, type_code, plan, amount
    )
    SELECT copied.id, year, copied.type_code, description, plan, amount::text AS amount
    FROM copied JOIN payment_types ON payment_types.type_code = copied.type_code
    ORDER BY payment_types.id, copied.id`.execute(tx);
  return rows;
};

/** How many prices a year has. */
export const countOfYear = (db: Db, year: number): Promise<number> =>
  countRows(db, db.selectFrom('payment_list').where('year', '=', year));
