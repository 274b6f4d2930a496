import { z } from 'zod';
import { endpoint, resource } from '../common/endpoint.ts';
import { Id, Money } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter } from '../common/lists/filters.ts';
import { shownName } from '../common/shown-case.ts';
import { LAND_USE_LABELS, LAND_USES, type LandUse } from '../land/words.ts';
import { PRICE_SOURCES, type PriceSource } from './price.ts';
import { MissingPrices } from './schemas.ts';
import { CopiedYear, PriceAmount, PricedCode, PriceYear, priceUse, YearlyPriceChange } from './yearly-prices.ts';

export const EVERY_ZONE = 'Every zone';
export const EVERY_USE = 'Every use';

/** The zone of a price in the usual case, or that it is for every one. */
export const placeZoneInWords = ({ zone }: { zone: string | null }): string =>
  zone === null ? EVERY_ZONE : shownName(zone);

/** The use of a price in words, or that it is for every one. */
export const placeUseInWords = ({ land_use }: { land_use: LandUse | null }): string =>
  land_use === null ? EVERY_USE : LAND_USE_LABELS[land_use];

/** A yearly price of the land side: one amount a year, code, zone and use. */
export const LandPriceRow = z.object({
  id: Id,
  year: z.number().int(),
  type_code: z.string(),
  description: z.string(),
  /** Null for every zone. */
  zone_id: Id.nullable(),
  zone: z.string().nullable(),
  /** Null for every use. */
  land_use: z.enum(LAND_USES).nullable(),
  amount: Money,
});
export type LandPriceRow = z.infer<typeof LandPriceRow>;

export const MISSING_PRICED_ZONE = 'Please choose the zone from the list.';
const MISSING_PRICED_USE = 'Please choose the use from the list.';

/** A price of land to add. Left out or null, it is for every zone, and for every use. */
export const NewLandPrice = z.strictObject({
  year: PriceYear,
  type_code: PricedCode,
  zone_id: Id.nullable().optional(),
  land_use: z.enum(LAND_USES, MISSING_PRICED_USE).nullable().optional(),
  amount: PriceAmount,
});
export type NewLandPrice = z.infer<typeof NewLandPrice>;

export const LandPriceDetails = LandPriceRow.extend(priceUse);
export type LandPriceDetails = z.infer<typeof LandPriceDetails>;

const FilteredYear = z.coerce.number().int().min(2000).max(2200);

export const landPrices = defineList({
  name: 'yearly_payments',
  url: '/yearly_payments',
  access: 'land.read',
  summary: 'Yearly prices of the land side, the newest year first',
  description: 'By code, zone and use. A price without a zone is for every zone, one without a use for every use.',
  tags: ['prices'],
  row: LandPriceRow,
  filters: {
    year: fixedFilter('Year', FilteredYear.optional()),
    type_code: fixedFilter('Payment code', PricedCode.optional()),
    zone: fixedFilter('Zone', Id.optional()),
    land_use: choiceFilter('Use', 'All', LAND_USES, (use) => LAND_USE_LABELS[use]),
  },
  sorts: ['newest', '-newest'],
  columns: [
    {
      key: 'year',
      header: 'Year',
      kind: 'text',
      value: ({ year }) => String(year),
      sort: 'newest',
      sortWords: ['newest first', 'oldest first'],
    },
    columnOf('type_code', 'Payment Code'),
    columnOf('description', 'Description'),
    { key: 'zone', header: 'Zone', kind: 'text', value: placeZoneInWords },
    { key: 'land_use', header: 'Use', kind: 'text', value: placeUseInWords },
    columnOf('amount', 'Amount', 'money'),
  ],
});

const Saved = z.object({ status: z.literal(true), message: z.string(), entry: LandPriceRow });

export const {
  show: getLandPrice,
  add: addLandPrice,
  change: changeLandPrice,
  remove: deleteLandPrice,
} = resource(
  '/yearly_payments',
  'prices',
  { read: 'land.read', change: 'prices.change' },
  {
    show: {
      summary: 'One yearly price of the land side, and whether payments rest on it',
      answer: LandPriceDetails,
    },
    add: {
      summary: 'Set the price of a land code for a year, a zone and a use',
      description:
        'A year, code, zone and use have one price: another is refused with `conflict`. ' +
        'One below that of the year before, or that holds there now, waits for another person; `entry` is null until then.',
      errors: ['conflict'],
      example: { year: 2030, type_code: 'CC2000', zone_id: '1', amount: '250.00' },
      body: NewLandPrice,
      created: Saved.extend({ entry: LandPriceRow.nullable() }),
    },
    change: {
      summary: 'Change the amount of a yearly price of the land side',
      description: 'A price in use changes once another person has approved it, at once where nobody else may.',
      errors: ['conflict'],
      body: YearlyPriceChange,
      answer: Saved,
    },
    remove: {
      summary: 'Delete a yearly price of the land side, where no payment rests on it',
      errors: ['conflict'],
    },
  },
);

/** A preview and an answer name at most this many prices; the list has all. */
export const MOST_NAMED_COPIES = 100;

/** The first prices that a year lacks and the year before has, and how many there are. */
const PricesToCopy = z.object({
  prices: z.array(LandPriceRow),
  count: z.number().int(),
  /** The prices that the year has, which stay. */
  kept: z.number().int(),
  /** The land codes that neither year has a price for. */
  missing: z.array(z.string()),
});

export const previewLandCopy = endpoint('GET /yearly_payments/previous_yearly_payments', 'prices.change', {
  summary: 'The prices of land that would be copied to a year from the year before',
  tags: ['prices'],
  query: z.strictObject({ year: FilteredYear }),
  answer: PricesToCopy,
});

/** The first prices that a year got from the year before, and how many it got and had. */
const CopiedLandPrices = z.object({
  status: z.literal(true),
  message: z.string(),
  copied: z.array(LandPriceRow),
  ...PricesToCopy.omit({ prices: true }).shape,
});

export const copyLandPrices = endpoint('POST /yearly_payments/previous_yearly_payments', 'prices.change', {
  summary: 'Copy the prices of land that a year lacks from the year before',
  tags: ['prices'],
  idempotent: true,
  errors: ['refused'],
  example: { year: 2028 },
  body: CopiedYear,
  created: CopiedLandPrices,
});

/** Where a price comes from, in words for the desk. */
export const PRICE_SOURCE_LABELS: Readonly<Record<PriceSource, string>> = {
  zone_and_use: 'The price of this zone and use',
  zone: 'The price of this zone',
  use: 'The price of this use',
  general: 'The price of every zone and use',
};

/** A land code, and what it costs in a year, a zone and a use; null while there is no price. */
export const HeldLandPrice = z.object({
  type_code: z.string(),
  description: z.string(),
  amount: Money.nullable(),
  from: z.enum(PRICE_SOURCES).nullable(),
});
export type HeldLandPrice = z.infer<typeof HeldLandPrice>;

/** `GROUND RENT has no price for 2027.`: nothing is assumed in its place. */
export const noLandPrice = (description: string, year: number): string => `${description} has no price for ${year}.`;

export const getLandPrices = endpoint('GET /land_prices', 'land.read', {
  summary: 'What each land code costs in a year, for a zone and a use',
  description:
    'The price of the zone and the use goes before that of the zone, of the use and of everything; `from` says which ' +
    'one it is. A code without a price has null.',
  tags: ['prices'],
  query: z.strictObject({
    year: FilteredYear,
    zone_id: Id.optional(),
    land_use: z.enum(LAND_USES, MISSING_PRICED_USE).optional(),
  }),
  answer: z.object({ prices: z.array(HeldLandPrice) }),
});

export const getMissingLandPrices = endpoint('GET /missing_land_prices', 'land.read', {
  summary:
    'The land codes that had a price in the year before and have none now: in this year and, from October on, the next',
  tags: ['prices'],
  answer: z.object({ missing: z.array(MissingPrices) }),
});

export const landPriceEndpoints = {
  listLandPrices: landPrices.page,
  exportLandPrices: landPrices.file,
  getLandPrice,
  addLandPrice,
  changeLandPrice,
  deleteLandPrice,
  previewLandCopy,
  copyLandPrices,
  getLandPrices,
  getMissingLandPrices,
} as const;
