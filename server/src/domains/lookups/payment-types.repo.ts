import type { PAYMENT_SIDES, Page } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

type Side = (typeof PAYMENT_SIDES)[number];

/** Types of one side, or all with the drivers' first. */
export const pageOfPaymentTypes = async (db: Db, { page, size, side }: Page & { side?: Side | undefined }) => {
  const types = db
    .selectFrom('payment_types')
    .$if(side !== undefined, (query) => query.where('side', '=', side ?? 'drivers'));
  const { count } = await types.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const rows = await types
    .select(['id', 'type_code', 'description', 'side'])
    .orderBy('side')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { rows, count: Number(count) };
};

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

/** The drivers' payment types that have no price, by year, of the years from `first` to `last`. */
export const unpricedTypes = (db: Db, first: number, last: number) =>
  db
    .selectFrom(sql<{ year: number }>`generate_series(${first}::int, ${last}::int)`.as<'years'>(sql`years(year)`))
    .crossJoin('payment_types')
    .leftJoin('payment_list', (join) =>
      join
        .onRef('payment_list.type_code', '=', 'payment_types.type_code')
        .onRef('payment_list.year', '=', 'years.year'),
    )
    .select(['years.year', 'payment_types.type_code', 'description'])
    .where('side', '=', 'drivers')
    .where('amount', 'is', null)
    .orderBy('years.year')
    .orderBy('payment_types.id')
    .execute();

/** The payment type of a code in uppercase, or null. */
export const paymentTypeOf = async (db: Db, typeCode: string) =>
  (await db
    .selectFrom('payment_types')
    .select(['id', 'type_code', 'description', 'side'])
    .where('type_code', '=', typeCode)
    .executeTakeFirst()) ?? null;

/** True when the name is one of the list's. */
export const isNationality = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom('nationalities').select('id').where('nationality', '=', name).executeTakeFirst()) !== undefined;

export const isIdentification = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom('identifications').select('id').where('identification', '=', name).executeTakeFirst()) !==
  undefined;
