import { z } from 'zod';
import { formatMonth } from '../common/calendar.ts';
import { Day, Id, MoneySum, Month } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter } from '../common/lists/filters.ts';
import { paymentYearFilter } from '../payments/sums.ts';
import { APPLICATION_KIND_LABELS, APPLICATION_KINDS, LAND_USE_LABELS, LAND_USES } from './words.ts';

const tags = ['land'];
const count = z.int();

/** Applications of a kind that were lodged in a month, as they are now. */
export const ApplicationMonth = z.object({
  /** `2026-11 transfer`. */
  id: z.string(),
  month: Month,
  kind: z.enum(APPLICATION_KINDS),
  lodged: count,
  /** Not decided yet, those that were sent back among them. */
  open: count,
  approved: count,
  refused: count,
  withdrawn: count,
  annulled: count,
  /** Decided after their last day, or open with that day over. */
  late: count,
  /** Days from lodging to the approval or refusal; null where none was decided. */
  median_days: z.number().nullable(),
  longest_days: count.nullable(),
});
export type ApplicationMonth = z.infer<typeof ApplicationMonth>;

/** Applications of a year by the month of lodging and the kind, and the days that they took. */
export const applicationMonths = defineList({
  name: 'applications by month',
  fileName: ({ year }) => `applications-of-${year}`,
  url: '/land_reports/applications',
  access: 'land.read',
  summary: 'Applications of a year by the month of lodging and the kind, and the days that they took',
  description: 'The clock runs from the last lodging. An annulled approval counts as annulled, without its days.',
  tags,
  row: ApplicationMonth,
  filters: {
    year: paymentYearFilter,
    kind: choiceFilter('Kind', 'All', APPLICATION_KINDS, (kind) => APPLICATION_KIND_LABELS[kind]),
  },
  sorts: ['month', '-month'],
  columns: [
    {
      ...{ key: 'month', header: 'Lodged In', kind: 'text', sort: 'month', sortedAs: 'day' },
      value: ({ month }) => formatMonth(month),
    },
    { key: 'kind', header: 'Kind', kind: 'text', value: ({ kind }) => APPLICATION_KIND_LABELS[kind] },
    columnOf('lodged', 'Lodged', 'number'),
    columnOf('open', 'Open', 'number'),
    columnOf('approved', 'Approved', 'number'),
    columnOf('refused', 'Refused', 'number'),
    columnOf('withdrawn', 'Withdrawn', 'number'),
    columnOf('annulled', 'Annulled', 'number'),
    columnOf('late', 'Late', 'number'),
    columnOf('median_days', 'Median Days', 'number'),
    columnOf('longest_days', 'Longest Days', 'number'),
  ],
});

export const applicationMonthsPdf = applicationMonths.pdf();

/** A current tenancy of the rent roll. */
export const RentRollRow = z.object({
  /** The tenancy's. */
  id: Id,
  tenant_id: Id,
  tenant_code: z.string(),
  fullname: z.string(),
  plot_id: Id,
  plot: z.string(),
  zone: z.string(),
  land_use: z.enum(LAND_USES),
  indenture_number: z.string(),
  commencement: Day,
  term_years: count,
  /** The first day after the term. */
  ends_on: Day,
  ground_rent: MoneySum,
  /** Below zero: paid ahead. */
  owed: z.string(),
});
export type RentRollRow = z.infer<typeof RentRollRow>;

/** Years within which leases end. */
const ENDS_WITHIN = ['1', '3', '5'] as const;

/** The pages stop here; the file has all. */
const ROLL_REACH = 10_000;

/** Every current tenancy with its terms and what is owed, and those whose term ends. */
export const rentRoll = defineList({
  name: 'rent roll',
  fileName: ({ ends }) => (ends ? `leases-that-end-within-${ends}-years` : 'rent-roll'),
  url: '/land_reports/rent_roll',
  access: 'land.read',
  summary: 'Current tenancies with their terms, ground rent and what is owed',
  description:
    'In the order of zones and plots, or of the days on which terms end. `ends` has those whose term ends within so many ' +
    'years, and those whose term is over.',
  tags,
  row: RentRollRow,
  filters: {
    zone: fixedFilter('Zone', Id.optional()),
    use: choiceFilter('Use', 'All', LAND_USES, (use) => LAND_USE_LABELS[use]),
    ends: choiceFilter('Lease ends', 'Any time', ENDS_WITHIN, (years) =>
      years === '1' ? 'Within a year' : `Within ${years} years`,
    ),
  },
  sorts: ['plot', '-plot', 'ends_on', '-ends_on'],
  columns: [
    columnOf('zone', 'Zone'),
    columnOf('plot', 'Plot', 'text', { sort: 'plot' }),
    columnOf('tenant_code', 'Tenant Code'),
    columnOf('fullname', 'Tenant', 'name'),
    { key: 'land_use', header: 'Use', kind: 'text', value: ({ land_use }) => LAND_USE_LABELS[land_use] },
    columnOf('indenture_number', 'Indenture'),
    columnOf('commencement', 'Commencement', 'day'),
    columnOf('term_years', 'Years', 'number'),
    columnOf('ends_on', 'Ends', 'day', { sort: 'ends_on' }),
    columnOf('ground_rent', 'Ground Rent', 'money'),
    columnOf('owed', 'Owed', 'money'),
  ],
  reach: ROLL_REACH,
});

export const rentRollPdf = rentRoll.pdf();
