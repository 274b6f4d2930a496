import { z } from 'zod';
import { TRANSFER_SOURCES } from '../clearance/reasons.ts';
import { endpoint } from '../common/endpoint.ts';
import { Day, Id, Instant, Money, MoneySum, NetMoney } from '../common/fields.ts';
import { PAYMENT_MODES } from '../payments/status.ts';
import { OWN_FACT_KEYS } from '../site/own-facts.ts';
import { FeedOutage } from '../tracking/feed-outage.ts';
import { getLandDashboard } from './land-dashboard.ts';
import { officeSearch } from './office-search.ts';

const about = { id: Id, at: Instant } as const;

/** An event of the last moments; `id` is its record's. */
export const JustNow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('driver'), ...about, name: z.string(), car_number: z.string() }),
  z.object({
    kind: z.literal('claim'),
    ...about,
    name: z.string(),
    driver_code: z.string(),
    amount: Money,
    payment_type: z.string(),
    payment_year: z.number().int().nullable(),
    payment_month: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('money'),
    ...about,
    amount: Money,
    mode: z.enum(PAYMENT_MODES),
    source: z.enum(TRANSFER_SOURCES),
    /** The username of the person who recorded it; null where the server did. */
    by: z.string().nullable(),
  }),
]);
export type JustNow = z.infer<typeof JustNow>;

const SUM = { count: z.number().int(), amount: NetMoney } as const;

/** Money received from the first day to the last one by the books, less what was reversed then. */
export const ReceivedPeriod = z.object({
  first: Day,
  last: Day,
  ...SUM,
  /**
   * Its like, up to the same time of its last day: of a day the same weekday a week before, of a
   * month and a year the same days of the one before.
   */
  before: z.object({ first: Day, last: Day, amount: NetMoney }),
  /** Types and modes with any. */
  types: z.array(z.object({ type_code: z.string(), description: z.string(), ...SUM })),
  modes: z.array(z.object({ mode: z.enum(PAYMENT_MODES), ...SUM })),
});
export type ReceivedPeriod = z.infer<typeof ReceivedPeriod>;

export const Received = z.object({
  today: ReceivedPeriod,
  month: ReceivedPeriod,
  year: ReceivedPeriod,
  /** Hours of today and of the day that it is compared with, with any. */
  hours: z.array(z.object({ day: Day, hour: z.number().int(), amount: NetMoney })),
  /** Days of this month and the last one with any, in their order. */
  days: z.array(z.object({ day: Day, amount: NetMoney })),
  /** Months of this year and the last one with any, `2026-11`, in their order. */
  months: z.array(z.object({ month: z.string(), amount: NetMoney })),
});
export type Received = z.infer<typeof Received>;

const count = z.number().int();

/** Registrations that wait for their fee, and requests for cars, are counted up to this. */
export const MAX_UNPAID_COUNTED = 1_000;

/** Figures are left out for those who may not open what they count. */
export const Dashboard = z.object({
  /** The day in Accra that the figures are of, and its time, `14:07`. */
  today: Day,
  time: z.string(),
  /** For those who read drivers. */
  drivers: z
    .object({
      count,
      /** Registered on this day, in its month and in its year up to it. */
      registered: z.object({ today: count, month: count, year: count }),
      /** Current drivers whose first fee is not paid; at most `MAX_UNPAID_COUNTED`. */
      unpaid: count,
    })
    .optional(),
  /** For those who read payments. */
  claims: z
    .object({
      count,
      /** Since when the oldest waits; null where none does. */
      oldest_at: Instant.nullable(),
      amount: MoneySum,
    })
    .optional(),
  received: Received.optional(),
  /** The last check of the books; null before the first. */
  books: z.object({ ended_at: Instant, difference_count: count }).nullable().optional(),
  /**
   * For those who see jobs: when the newest backup was made, null before the first. Where the
   * database is another server's, that one makes them, and nothing is known of them here.
   */
  backup: z
    .object({
      made_at: Instant.nullable(),
      is_elsewhere: z.boolean().optional(),
      /** Where every change is kept within a minute; absent without such a place. */
      archive: z
        .object({
          place: z.string(),
          /** Changes before this moment are kept; null before the first. */
          kept_until: Instant.nullable(),
          stalled: z.object({ since: Instant, why: z.string() }).nullable(),
          /** True until there is a base, without which nothing can be restored. */
          lacks_base: z.boolean(),
          /** Why the last try to make one failed; null where it did not. */
          base_failure: z.string().nullable(),
          /** The newest base where it is older than a day and a half, and why no other was made. */
          late_base: z.object({ since: Instant, why: z.string().nullable() }).nullable(),
          /** The moment up to which the newest opened backup reaches; null before the first. */
          opened_at: Instant.nullable(),
          /** True where it should have been opened anew more than a day ago. */
          is_opened_late: z.boolean().optional(),
          /** Why the last try to open one failed; null where it did not. */
          open_failure: z.string().nullable().optional(),
        })
        .optional(),
    })
    .optional(),
  /** Recurring jobs whose last run failed, and jobs of the last month that did. */
  failed_jobs: count.optional(),
  /** Registrations without their fee, for those who register; at most `MAX_UNPAID_COUNTED`. */
  incomplete_registrations: count.optional(),
  /** Contact messages that nobody has taken yet, for those who answer them. */
  new_messages: count.optional(),
  /**
   * Members’ requests for another car that wait, for those who decide on them; at most
   * `MAX_UNPAID_COUNTED`.
   */
  car_requests: count.optional(),
  /** Open entries of the watch over trackers, for those who see where these are; at most 1,000. */
  watch_entries: count.optional(),
  /** Open calls for help without drills, for those who see them, and who looks at their board. */
  emergencies: z.object({ open: count, unacknowledged: count, watching: count }).optional(),
  /** While trackers do not report, for those who see where these are or emergencies. */
  feeds: FeedOutage.optional(),
  /** Applications for plots whose day of decision has passed, for those who see them. */
  late_applications: count.optional(),
  /** Pending court cases with a hearing within 7 days, for those who see them; at most 1,000. */
  heard_cases: count.optional(),
  /** Trackers whose data bundle ends soon, and the last day that counts, for those who see them. */
  ending_bundles: z.object({ count, until: Day }).optional(),
  /** Changes that the caller may approve, for those who may approve any. */
  approvals: count.optional(),
  /**
   * Kinds of money whose newest statement is more than two days old, with the last day that one
   * covers, or null before the first; for those who import them.
   */
  statements_behind: z.array(z.object({ mode: z.enum(['momo', 'bank']), covered: Day.nullable() })).optional(),
  /**
   * The company's own facts that are not entered yet, and those that wait for approval; absent once
   * all are there. For those who change settings, and for all while payments are not open.
   */
  setup: z.object({ missing: z.array(z.enum(OWN_FACT_KEYS)), waiting: z.array(z.enum(OWN_FACT_KEYS)) }).optional(),
  /** Days of clerks in the last week whose cash no cash-up counted, for those who see them. */
  uncounted_cash: count.optional(),
  /** Users whom no third person has confirmed, for callers who may confirm them. */
  unconfirmed_users: z.array(z.object({ id: Id, fullname: z.string() })).optional(),
  /** Whether the settings name a phone or address of the owner, for those who may set it. */
  owner_is_told: z.boolean().optional(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const getDashboard = endpoint('GET /dashboard', 'dashboard.read', {
  mayLag: 'answer',
  summary: 'How the business stands: drivers, claims, money received, whether the books agree',
  description: 'Figures are left out for callers who may not open what they count.',
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

export const dashboardEndpoints = {
  getDashboard,
  getLandDashboard,
  getJustNow,
  getOfficeCounts,
  officeSearch,
} as const;
