import { z } from 'zod';
import { Day, Instant } from '../common/day.ts';
import { endpoint } from '../common/endpoint.ts';
import { Money } from '../common/money.ts';
import { Received } from '../payments/received.ts';
import { JustNow } from './just-now.ts';
import { officeSearch } from './office-search.ts';

const count = z.number().int();

/** Registrations that wait for their fee are counted up to this. */
export const MAX_UNPAID_COUNTED = 1_000;

export const Dashboard = z.object({
  /** The day in Accra that the figures are of. */
  today: Day,
  drivers: z.object({
    count,
    registered_today: count,
    /** Since Monday. */
    registered_this_week: count,
    /** Current drivers whose first fee is not paid; at most `MAX_UNPAID_COUNTED`. */
    unpaid: count,
  }),
  claims: z.object({
    count,
    /** Since when the oldest waits; null where none does. */
    oldest_at: Instant.nullable(),
    amount: Money.optional(),
  }),
  received: Received.optional(),
  /** The last look through the books; null before the first. */
  books: z.object({ ended_at: Instant, difference_count: count }).nullable().optional(),
  /** Recurring jobs whose last run failed, and jobs of the last month that did. */
  failed_jobs: count.optional(),
  /** Contact messages that nobody has taken yet, for those who answer them. */
  new_messages: count.optional(),
  /** Members’ requests for another car that wait, for those who decide on them; at most `MAX_UNPAID_COUNTED`. */
  car_requests: count.optional(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const getDashboard = endpoint('GET /dashboard', 'dashboard.read', {
  summary: 'How the business stands: drivers, claims, money received, whether the books agree',
  description: 'Money is left out for callers without `payments.read`, jobs for those without `jobs.read`.',
  tags: ['payments'],
  answer: Dashboard,
});

export const getJustNow = endpoint('GET /dashboard/just_now', 'dashboard.read', {
  summary: 'The latest registrations, claims and receipts of money, as far as the caller may see them',
  tags: ['payments'],
  answer: z.array(JustNow),
});

export const getOfficeCounts = endpoint('GET /office_counts', 'dashboard.read', {
  summary: 'How much waits behind the items of the menu, by their path, of those that the caller may open',
  tags: ['payments'],
  answer: z.object({ counts: z.record(z.string(), count) }),
});

export const reportEndpoints = { getDashboard, getJustNow, getOfficeCounts, officeSearch } as const;
