import { firstTypeOf, type MissingPrices, PLANS, planOf, priceIn, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type MissingPlan, missingPlans, pricesBetween, readPaymentTypes } from './prices.repo.ts';

type Priced = { type_code: string; year: number; plan: string | null };

type YearlyPrices = Awaited<ReturnType<typeof pricesBetween>>;

const priceAmong = (prices: YearlyPrices): ((priced: Priced) => string | null) => {
  const byYear = Map.groupBy(prices, ({ year }) => year);
  return ({ type_code, year, plan }) => priceIn(byYear.get(year) ?? [], type_code, plan);
};

/** Reads prices of years, and gives a function that finds the price of a type, year and plan. */
export const readPrices = async (
  db: Db,
  years: { first: number; last: number; typeCode?: string },
): Promise<(priced: Priced) => string | null> => priceAmong(await pricesBetween(db, years));

/** A type's price in a year for a driver on the plan, `"300.00"`; null while there is none. */
export const priceInYear = async (db: Db, priced: Priced): Promise<string | null> => {
  const { year, type_code: typeCode } = priced;
  return (await readPrices(db, { first: year, last: year, typeCode }))(priced);
};

type Types = Awaited<ReturnType<typeof readPaymentTypes>>;

/** The drivers' type that the others require first, or null. */
export const firstFeeOf = (types: Types): Types[number] | null =>
  firstTypeOf(types.filter(({ side }) => side !== 'land')) ?? null;

export const firstFee = async (db: Db): Promise<Types[number] | null> => firstFeeOf(await readPaymentTypes(db));

/** Leaves three months to agree on next year's prices and enter them. */
export const FIRST_MONTH = 10;

/** A fee's description, with the plans that lack a price if others have one. */
const nameOf = (description: string, lacking: readonly MissingPlan[]): string => {
  const plans = lacking.flatMap(({ plan }) => planOf(plan)?.name ?? []);
  const isWhole = plans.length === 0 || plans.length === PLANS.length;
  return isWhole ? description : `${description} (${plans.join(', ')})`;
};

const namesOf = (lacking: readonly MissingPlan[]): string[] =>
  [...Map.groupBy(lacking, ({ description }) => description)].map(([name, one]) => nameOf(name, one));

/** The names of drivers' types without a price in a year, with the plans that lack one. */
export const missingIn = async (db: Db, year: number): Promise<string[]> =>
  namesOf(await missingPlans(db, { first: year, last: year, of: 'all' }));

/**
 * The missing prices of drivers' fees: of this year, from October also of the next, and of monthly
 * fees back to `owedFrom`, since other fees are owed at this year's price.
 */
export const missingPrices = async (db: Db, now: Date, owedFrom: number | null): Promise<MissingPrices[]> => {
  const [year = 0, month = 0] = today(now).split('-').map(Number);
  const last = month >= FIRST_MONTH ? year + 1 : year;
  const missing = await missingPlans(db, { first: Math.min(owedFrom ?? year, year), last, of: 'owed' });
  const owed = missing.filter((price) => price.year >= year || price.period === 'monthly');
  return [...Map.groupBy(owed, (price) => price.year)].map(([of, lacking]) => ({
    year: of,
    descriptions: namesOf(lacking),
  }));
};
