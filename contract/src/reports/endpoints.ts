import { z } from 'zod';
import { Day } from '../common/day.ts';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Money } from '../common/money.ts';
import { officeSearch } from './office-search.ts';

export const getDashboard = endpoint({
  method: 'GET',
  url: '/dashboard',
  access: 'dashboard.read',
  schema: {
    summary: 'A few true figures: drivers, claims waiting, cleared this month, whether the books agree',
    description: 'Amounts of money are left out for callers without `payments.read`.',
    tags: ['payments'],
    response: {
      200: z.object({
        drivers: z.number().int(),
        claims_waiting: z.number().int(),
        claims_waiting_amount: Money.optional(),
        /** Cleared payments whose transaction date lies in this month, from `month_start`. */
        cleared_this_month: Money.optional(),
        /** The last look through the books; null before the first. Absent for callers without `payments.read`. */
        books: z.object({ ended_at: z.iso.datetime(), difference_count: z.number().int() }).nullable().optional(),
        month_start: Day,
      }),
      ...errorResponses,
    },
  },
});

export const reportEndpoints = { getDashboard, officeSearch } as const;
