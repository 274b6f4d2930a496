import {
  type LandUse,
  type NewPaymentType,
  OPENING_BALANCE,
  type PageAsked,
  type Period,
  PLAN_SLUGS,
  type PlanSlug,
  type Price,
} from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { findEntry, type LookupTable } from '#db/lookup/lookup-table.ts';
import { countRows } from '#db/records.ts';

/** The rows of `payment_list` that drivers pay: neither of land alone, nor for a place of land. */
export const OF_DRIVERS = sql<boolean>`payment_list.side <> 'land' AND zone_id IS NULL AND land_use IS NULL`;

/**
 * Drivers' prices, the newest year first; of one year when given. Amounts are text with two
 * decimals.
 */
export const pageOfPrices = async (db: Db, { page, size, year }: PageAsked & { year?: number | undefined }) => {
  const prices = db
    .selectFrom('payment_list')
    .innerJoin('payment_types', 'payment_types.type_code', 'payment_list.type_code')
    .where(OF_DRIVERS)
    .$if(year !== undefined, (query) => query.where('year', '=', year ?? 0));
  const rows = await prices
    .select(['payment_list.id', 'year', 'payment_list.type_code', 'description', 'plan', 'amount'])
    .orderBy('year', 'desc')
    .orderBy('payment_types.id')
    .orderBy('payment_list.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { rows, count: await countRows(db, prices) };
};

/** Drivers' prices of some years, of one type or all; amounts have two decimals. */
export const pricesBetween = (
  db: Db,
  { first, last, typeCode }: { first: number; last: number; typeCode?: string },
): Promise<(Price & { year: number })[]> =>
  db
    .selectFrom('payment_list')
    .select(['year', 'type_code', 'plan', 'amount'])
    .where('year', '>=', first)
    .where('year', '<=', last)
    .where(OF_DRIVERS)
    .$if(typeCode !== undefined, (query) => query.where('type_code', '=', typeCode ?? ''))
    .execute();

/** A drivers' type's prices in a year as a relation; amounts are text. */
export const pricesOfYear = ({ typeCode, year }: { typeCode: string; year: number }) => sql<Price>`
  SELECT type_code, plan, amount::text AS amount FROM payment_list
  WHERE type_code = ${typeCode} AND year = ${year} AND ${OF_DRIVERS}`;

/** The lowest price of drivers in all years as a relation of one row; null where there is none. */
export const lowestPrice = sql<{ amount: string | null }>`
  SELECT min(amount)::text AS amount FROM payment_list WHERE ${OF_DRIVERS}`;

/** A missing price; `plan` is null for a price of all plans. */
export type MissingPlan = { year: number; period: Period; description: string; plan: PlanSlug | null };

/** Drivers' missing prices of years, by year and type: of types that they owe, or of all. */
export const missingPlans = (
  db: Db,
  { first, last, of }: { first: number; last: number; of: 'owed' | 'all' },
): Promise<MissingPlan[]> =>
  db
    .selectFrom(sql<{ year: number }>`generate_series(${first}::int, ${last}::int)`.as<'years'>(sql`years(year)`))
    .innerJoin('payment_types', (join) =>
      join
        .on(sql<boolean>`extract(year FROM due_from) <= years.year`)
        .on('payment_types.type_code', '<>', sql.lit(OPENING_BALANCE))
        .on('payment_types.side', '<>', sql.lit('land'))
        .on(of === 'owed' ? sql<boolean>`period <> 'any'` : sql<boolean>`true`),
    )
    .innerJoin(
      sql<{ slug: PlanSlug | null }>`unnest(${[...PLAN_SLUGS, null]}::text[])`.as<'plans'>(sql`plans(slug)`),
      (join) => join.on(sql<boolean>`by_plan = (plans.slug IS NOT NULL)`),
    )
    .leftJoin('payment_list', (join) =>
      join
        .onRef('payment_list.type_code', '=', 'payment_types.type_code')
        .onRef('payment_list.year', '=', 'years.year')
        .on(OF_DRIVERS)
        .on(sql<boolean>`payment_list.plan IS NOT DISTINCT FROM plans.slug`),
    )
    .select(['years.year', 'period', 'description', 'plans.slug as plan'])
    .where('amount', 'is', null)
    .orderBy('years.year')
    .orderBy('payment_types.id')
    .orderBy(sql`array_position(${[...PLAN_SLUGS]}::text[], plans.slug)`)
    .execute();

/** `amount` is money with two decimals; a zone and a use are those of a price of land. */
export type NewPrice = Price & { year: number; zone_id?: string; land_use?: LandUse };

/** Adds prices, except for types that staff deleted. */
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

const RULES = ['type_code', 'description', 'side', 'period', 'required_type', 'due_from', 'for_device'] as const;

export const paymentTypeTable: LookupTable = {
  table: 'payment_types',
  columns: ['type_code', 'description', 'side', 'period', 'required_type', 'due_from', 'by_plan', 'for_device'],
  key: 'type_code',
  unique: ['type_code', 'description'],
  uppercase: ['required_type'],
  order: sql`side = 'land'`,
  where: ({ side }) => (side === undefined ? sql`true` : sql`side IN (${side}, 'both')`),
};

/** The type of a code in uppercase as its list has it, or null. */
export const paymentTypeByCode = (db: Db, typeCode: string) => findEntry(db, paymentTypeTable, 'type_code', typeCode);

/** All types with their rules as a relation, in the order of adding; the number is text. */
export const typesInOrder = sql<Pick<Selectable<Tables['payment_types']>, 'id' | (typeof RULES)[number]>>`
  SELECT id::text, ${sql.join(RULES.map((name) => sql.ref(name)))} FROM payment_types ORDER BY payment_types.id`;

export const readPaymentTypes = async (db: Db) => (await typesInOrder.execute(db)).rows;

/** A type's rules, with the description of the type that it requires. */
export type PaymentTypeRules = Pick<
  Tables['payment_types'],
  'type_code' | 'description' | 'side' | 'period' | 'required_type'
> & { due_from: string; required_description: string | null };

/** A type with its rules by its code in uppercase, as a relation of at most one row. */
export const rulesOfType = (typeCode: string) => sql<PaymentTypeRules>`
  SELECT type.type_code, type.description, type.side, type.period, type.required_type, type.due_from,
    required.description AS required_description
  FROM payment_types AS type LEFT JOIN payment_types AS required ON required.type_code = type.required_type
  WHERE type.type_code = ${typeCode}`;

/** Adds the type of opening balances, which are each driver's own, unless it is there. */
export const addOpeningType = async (tx: Tx): Promise<void> => {
  const type = { type_code: OPENING_BALANCE, description: 'OPENING BALANCE', side: 'drivers', period: 'once' } as const;
  await tx
    .insertInto('payment_types')
    .values(type)
    .onConflict((conflict) => conflict.column('type_code').doNothing())
    .execute();
};

/** Adds types; a required type that staff deleted becomes none. */
export const addPaymentTypes = async (tx: Tx, types: readonly NewPaymentType[]): Promise<void> => {
  for (const type of types) {
    const required = tx.selectFrom('payment_types').select('type_code').where('type_code', '=', type.required_type);
    await tx
      .insertInto('payment_types')
      .values({ ...type, required_type: required })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};
