import type { Page } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/** Prices, the newest year first; of one year when given. Amounts are text with two decimals. */
export const pageOfPrices = async (db: Db, { page, size, year }: Page & { year?: number | undefined }) => {
  const prices = db
    .selectFrom('payment_list')
    .innerJoin('payment_types', 'payment_types.type_code', 'payment_list.type_code')
    .$if(year !== undefined, (query) => query.where('year', '=', year ?? 0));
  const { count } = await prices.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const rows = await prices
    .select(['payment_list.id', 'year', 'payment_list.type_code', 'description', 'amount'])
    .orderBy('year', 'desc')
    .orderBy('payment_types.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { rows, count: Number(count) };
};

/** The price of a type in a year, `"200.00"`, or null when none is set. */
export const priceOf = async (db: Db, year: number, typeCode: string): Promise<string | null> => {
  const row = await db
    .selectFrom('payment_list')
    .select('amount')
    .where('year', '=', year)
    .where('type_code', '=', typeCode)
    .executeTakeFirst();
  return row?.amount ?? null;
};

/** The drivers' types that are due and have no price, by year, of the years from `first` to `last`. */
export const unpricedTypes = (db: Db, first: number, last: number) =>
  db
    .selectFrom(sql<{ year: number }>`generate_series(${first}::int, ${last}::int)`.as<'years'>(sql`years(year)`))
    .innerJoin('payment_types', (join) =>
      join.on(sql<boolean>`side <> 'land' AND period <> 'any' AND extract(year FROM due_from) <= years.year`),
    )
    .leftJoin('payment_list', (join) =>
      join
        .onRef('payment_list.type_code', '=', 'payment_types.type_code')
        .onRef('payment_list.year', '=', 'years.year'),
    )
    .select(['years.year', 'period', 'description'])
    .where('amount', 'is', null)
    .orderBy('years.year')
    .orderBy('payment_types.id')
    .execute();

/** `amount` is money with two decimals. */
export type NewPrice = { year: number; type_code: string; amount: string };

/** Adds prices, but for types that staff have deleted. */
export const addPrices = async (tx: Tx, prices: readonly NewPrice[]): Promise<void> => {
  const types = await tx.selectFrom('payment_types').select('type_code').execute();
  const known = new Set(types.map((type) => type.type_code));
  const values = prices.filter((price) => known.has(price.type_code));
  if (values.length === 0) return;
  await tx
    .insertInto('payment_list')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
