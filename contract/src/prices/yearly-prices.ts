import { z } from 'zod';
import { endpoint, resource } from '../common/endpoint.ts';
import { Id, PositiveMoney, typedYear } from '../common/fields.ts';
import { columnOf, lookupPageQuery } from '../common/lists/define-list.ts';
import { toPesewas } from '../common/pesewas.ts';
import { shownName } from '../common/shown-case.ts';
import { LAND_USE_LABELS, type LandUse } from '../land/words.ts';
import { PLAN_SLUGS, planOf } from './plans.ts';
import { YearlyPrice } from './schemas.ts';

export const MISSING_PRICE_YEAR = 'Please select the year.';
export const MISSING_PRICED_TYPE = 'Please select payment type';
export const MISSING_PLAN = 'Please select the plan.';

/** No payment may be larger, so a higher price is a typing error. */
export const MAX_PRICE = '100000.00';

export const PriceAmount = PositiveMoney.refine(
  (amount) => toPesewas(amount) <= toPesewas(MAX_PRICE),
  'The amount is more than GHS 100,000.00. Please check it.',
);

/**
 * The server checks the year against the years that prices may be set for now; these are what the
 * database can hold.
 */
export const PriceYear = typedYear(2000, 2200, MISSING_PRICE_YEAR);

export const PricedCode = z
  .string(MISSING_PRICED_TYPE)
  .trim()
  .regex(/^[A-Za-z0-9]{2,10}$/, MISSING_PRICED_TYPE);

/**
 * A price to add. `plan` is for types that are priced by plan; left out, it is the base plan there.
 * `description` is the form's copy of the type's own and is not used.
 */
export const NewYearlyPrice = z.strictObject({
  year: PriceYear,
  type_code: PricedCode,
  description: z.string().max(60).optional(),
  plan: z.enum(PLAN_SLUGS, MISSING_PLAN).nullable().optional(),
  amount: PriceAmount,
});
export type NewYearlyPrice = z.infer<typeof NewYearlyPrice>;

/** Year, type and plan of a price stay, since another one of these is another price. */
export const YearlyPriceChange = z.strictObject({ amount: PriceAmount });

/** The year whose missing prices are copied from the year before. */
export const CopiedYear = z.strictObject({ year: PriceYear });

/** Whether payments or debts use a price, and the change that waits for approval. */
export const priceUse = {
  in_use: z.boolean(),
  waiting: z.object({ approval_id: Id, amount: z.string() }).nullable(),
};

export const YearlyPriceDetails = YearlyPrice.extend(priceUse);
export type YearlyPriceDetails = z.infer<typeof YearlyPriceDetails>;

/**
 * The prices that a year got from the year before, how many it had, and by name those that neither
 * has.
 */
export const CopiedPrices = z.object({
  status: z.literal(true),
  message: z.string(),
  copied: z.array(YearlyPrice),
  kept: z.number().int(),
  missing: z.array(z.string()),
});
export type CopiedPrices = z.infer<typeof CopiedPrices>;

/** A price as sentences name it; a zone stands in the usual case. */
type NamedPrice = { description: string; plan?: string | null; zone?: string | null; land_use?: LandUse | null };

/**
 * `MONTHLY SUBSCRIPTION (Platinum)`, `GROUND RENT (Nungua Zone 3, Residential)`; without a plan, a
 * zone and a use the description alone.
 */
export const pricedName = ({ description, plan = null, zone = null, land_use = null }: NamedPrice): string => {
  const parts = [planOf(plan)?.name, zone && shownName(zone), land_use && LAND_USE_LABELS[land_use]].filter(Boolean);
  return parts.length === 0 ? description : `${description} (${parts.join(', ')})`;
};

const Saved = z.object({ status: z.literal(true), message: z.string(), entry: YearlyPrice });

export const {
  list: listYearlyPrices,
  show: getYearlyPrice,
  add: addYearlyPrice,
  change: changeYearlyPrice,
  remove: deleteYearlyPrice,
} = resource(
  '/payment_list',
  'prices',
  { read: 'public', change: 'prices.change' },
  {
    list: {
      summary: 'Yearly prices of what drivers pay, the newest year first',
      query: z.strictObject({ ...lookupPageQuery, year: z.coerce.number().int().min(2000).max(2200).optional() }),
      answer: z.array(YearlyPrice),
    },
    show: {
      access: 'payments.read',
      summary: 'One yearly price, and whether payments or debts rest on it',
      answer: YearlyPriceDetails,
    },
    add: {
      summary: 'Set the price of a type for a year',
      description:
        'Of a type that is priced by plan, for the plan; left out, that is Monthly Subscription. A year, type and plan have one price: another is refused with `conflict`. ' +
        'One below that of the year before, or without one to compare it with once drivers are registered, waits for another person; `entry` is null until then.',
      errors: ['conflict'],
      example: { year: 2030, type_code: 'RF', amount: '250.00' },
      body: NewYearlyPrice,
      created: Saved.extend({ entry: YearlyPrice.nullable() }),
    },
    change: {
      summary: 'Change the amount of a yearly price',
      description:
        'Whatever is not paid yet gets the new price; what was cleared stays paid. A price in use changes once ' +
        'another person has approved it, at once where nobody else may; the answer has the price as it is now.',
      errors: ['conflict'],
      body: YearlyPriceChange,
      answer: Saved,
    },
    remove: {
      summary: 'Delete a yearly price, where no payment and no debt rests on it',
      errors: ['conflict'],
    },
  },
);

export const copyYearlyPrices = endpoint('POST /payment_list/previous_payment_list', 'prices.change', {
  summary: 'Copy the prices that a year lacks from the year before',
  tags: ['prices'],
  idempotent: true,
  errors: ['refused'],
  example: { year: 2028 },
  body: CopiedYear,
  created: CopiedPrices,
});

/**
 * The yearly prices as a screen lists them for a year or, with none chosen, all; `years` are those
 * to choose from.
 */
export const yearlyPrices = (years: readonly number[]) =>
  ({
    name: 'payment_list',
    page: listYearlyPrices,
    row: YearlyPrice,
    filters: {
      year: {
        kind: 'choice',
        label: 'Year',
        choices: [
          { value: '', label: 'All years' },
          ...[...years].reverse().map((year) => ({ value: String(year), label: String(year) })),
        ],
        schema: listYearlyPrices.schema.querystring.shape.year,
      },
    },
    sorts: [],
    columns: [
      { key: 'year', header: 'Year', kind: 'text', value: ({ year }: YearlyPrice) => String(year) },
      columnOf('type_code', 'Payment Code'),
      columnOf('description', 'Description'),
      { key: 'plan', header: 'Plan', kind: 'text', value: ({ plan }: YearlyPrice) => planOf(plan)?.name ?? null },
      columnOf('amount', 'Amount', 'money'),
    ],
  }) as const;

export const yearlyPriceEndpoints = {
  listYearlyPrices,
  getYearlyPrice,
  addYearlyPrice,
  changeYearlyPrice,
  deleteYearlyPrice,
  copyYearlyPrices,
} as const;

const YEARS = 20;
const YEARS_BEFORE = 5;

/** The years that prices may be set for on a day (`2026-11-20`): twenty, from five before it. */
export const priceYears = (day: string): number[] =>
  Array.from({ length: YEARS }, (_, index) => Number(day.slice(0, 4)) - YEARS_BEFORE + index);
