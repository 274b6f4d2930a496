import { z } from 'zod';
import { MONTHS } from '../../common/calendar.ts';
import { defineList } from '../../common/lists/define-list.ts';
import type { Filter } from '../../common/lists/filters.ts';
import { PAYMENT_YEARS } from '../claim-rules.ts';
import { kindFilter } from './fee-kinds.ts';
import { SUM_COLUMNS, SUMS, SUMS_DESCRIPTION } from './sum-row.ts';

/** The years that payments can be of, as texts. */
const SUMMED_YEARS = PAYMENT_YEARS.map(String) as [string, ...string[]];

const yearFilter = {
  kind: 'choice',
  label: 'Year',
  choices: SUMMED_YEARS.map((year) => ({ value: year, label: year })),
  schema: z.enum(SUMMED_YEARS, 'Please select a year of the list.'),
} as const satisfies Filter;

/** Payments of a kind, summed up by each month of a year. */
export const monthSums = defineList({
  name: 'payments by month',
  fileName: ({ kind, year }) => `${kind}-${year}`,
  url: '/payments/by_month',
  access: 'payments.read',
  summary: 'Payments of a kind by the months of a year',
  description: SUMS_DESCRIPTION,
  tags: ['payments'],
  totals: 'money',
  row: z.object({ id: z.string(), month: z.string().regex(/^\d{4}-\d{2}$/), ...SUMS }),
  filters: { kind: kindFilter, year: yearFilter },
  sorts: ['month', '-month'],
  columns: [
    {
      key: 'month',
      header: 'Month',
      kind: 'text',
      value: ({ month }) => `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`,
      sort: 'month',
      sortedAs: 'day',
    },
    ...SUM_COLUMNS,
  ],
});
