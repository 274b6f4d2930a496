import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Id, MoneySum } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { defaultedFilter, fixedFilter } from '../common/lists/filters.ts';
import { Reason } from '../messages/reason.ts';

/** The things that the lease clock watches in current tenancies. */
export const LEASE_EVENTS = ['ends', 'review', 'certificate'] as const;
export type LeaseEvent = (typeof LEASE_EVENTS)[number];

export const LEASE_EVENT_LABELS: Readonly<Record<LeaseEvent, string>> = {
  ends: 'Term ends',
  review: 'Rent review',
  certificate: 'Certificate missing',
};

/** How far ahead the clock looks; a year has the days of the month as well. */
export const LEASE_SPANS = ['year', 'month', 'overdue'] as const;
export type LeaseSpan = (typeof LEASE_SPANS)[number];

export const LEASE_SPAN_LABELS: Readonly<Record<LeaseSpan, string>> = {
  year: 'Within a year',
  month: 'Within a month',
  overdue: 'Overdue',
};

/** Days after an approval within which the Lands Commission’s certificate should be there. */
export const CERTIFICATE_DAYS = 90;

/** A current tenancy whose day comes, or has passed. */
export const LeaseClockRow = z.object({
  /** The tenancy’s; of a missing certificate the application’s. */
  id: Id,
  what: z.enum(LEASE_EVENTS),
  tenancy_id: Id,
  /** The approved application without a certificate; else null. */
  application_id: Id.nullable(),
  plot_id: Id,
  tenant_id: Id,
  zone: z.string(),
  block: z.string(),
  plot_number: z.string(),
  tenant_code: z.string(),
  fullname: z.string(),
  indenture_number: z.string(),
  ground_rent: MoneySum,
  day: Day,
});
export type LeaseClockRow = z.infer<typeof LeaseClockRow>;

/** The pages of the list stop here; choose a zone to reach others. */
const LEASE_CLOCK_REACH = 10_000;

export const leaseClockList = defineList({
  name: 'lease-clock',
  url: '/lease_clock',
  access: 'land.read',
  summary:
    'Current tenancies whose term ends, whose rent is reviewed, or which lack the Lands Commission’s certificate',
  tags: ['land'],
  row: LeaseClockRow,
  filters: {
    what: defaultedFilter('What', LEASE_EVENTS, (what) => LEASE_EVENT_LABELS[what]),
    within: defaultedFilter('When', LEASE_SPANS, (within) => LEASE_SPAN_LABELS[within]),
    zone: fixedFilter('Zone', Id.optional()),
  },
  sorts: ['day', '-day'],
  columns: [
    columnOf('day', 'Day', 'day', { sort: 'day' }),
    { key: 'what', header: 'What', kind: 'text', value: ({ what }) => LEASE_EVENT_LABELS[what] },
    columnOf('zone', 'Zone', 'name'),
    columnOf('block', 'Block'),
    columnOf('plot_number', 'Plot'),
    columnOf('fullname', 'Tenant', 'name'),
    columnOf('tenant_code', 'Tenant Code'),
    columnOf('indenture_number', 'Indenture Number'),
    columnOf('ground_rent', 'Ground Rent', 'money'),
  ],
  reach: LEASE_CLOCK_REACH,
});

const endpoint = endpointsOf('land');

/** The review as the caller sees it, and what came of it. */
export const NotedReview = z.strictObject({ review_on: Day, reason: Reason });
export type NotedReview = z.infer<typeof NotedReview>;

export const noteRentReview = endpoint('POST /tenancies/:id/review', 'land.write', {
  summary: 'Note that the review of a ground rent was held, and what came of it',
  description: 'The rent itself stays. Refused with 409 where the tenancy has ended, or that review was noted before.',
  errors: ['not_found', 'conflict'],
  body: NotedReview,
});

export const leaseClockEndpoints = {
  listLeaseClock: leaseClockList.page,
  exportLeaseClock: leaseClockList.file,
  noteRentReview,
} as const;
