import { firstTypeOf, priceIn } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { paymentTypes } from './payment-types.repo.ts';
import { pricesBetween } from './prices.repo.ts';

type Priced = { type_code: string; year: number; plan: string | null };

/** Reads the prices of the years from `first` to `last` and gives what tells the price of a type in one of them on a plan. */
export const readPrices = async (
  db: Db,
  years: { first: number; last: number; typeCode?: string },
): Promise<(priced: Priced) => string | null> => {
  const byYear = Map.groupBy(await pricesBetween(db, years), ({ year }) => year);
  return ({ type_code, year, plan }) => priceIn(byYear.get(year) ?? [], type_code, plan);
};

/** The price of a type in a year for a driver on the plan, `"300.00"`, or null while the year has none for it. */
export const priceOf = async (db: Db, priced: Priced): Promise<string | null> => {
  const { year, type_code: typeCode } = priced;
  return (await readPrices(db, { first: year, last: year, typeCode }))(priced);
};

type Types = Awaited<ReturnType<typeof paymentTypes>>;

/** The drivers' type among all types that the others require first, or null where there is none. */
export const firstFeeOf = (types: Types): Types[number] | null =>
  firstTypeOf(types.filter(({ side }) => side !== 'land')) ?? null;

/** As `firstFeeOf`, of the types that are stored. */
export const firstFee = async (db: Db): Promise<Types[number] | null> => firstFeeOf(await paymentTypes(db));
