import { z } from 'zod';
import { Day, Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { APPLICATION_KIND_LABELS, APPLICATION_KINDS } from './words.ts';

/** The states of an application, in the order of its life. */
export const APPLICATION_STATUSES = [
  ...(['draft', 'lodged', 'sent_back', 'approved', 'refused', 'withdrawn', 'annulled'] as const),
] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export const APPLICATION_STATUS_LABELS = {
  draft: 'Draft',
  lodged: 'Lodged',
  sent_back: 'Sent back',
  approved: 'Approved',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  annulled: 'Annulled',
} as const satisfies Record<ApplicationStatus, string>;

/** The states in which the desk changes an application and its papers. */
export const DESK_STATUSES = ['draft', 'sent_back'] as const;

/** True while an application and its papers can be changed. */
export const isAtDesk = (status: ApplicationStatus): boolean => (DESK_STATUSES as readonly string[]).includes(status);

/** The states of applications that nobody has decided on yet. */
export const OPEN_STATUSES = ['draft', 'lodged', 'sent_back'] as const;

/** The changes of an application that the desk makes (`land.write`). Withdrawing has a reason. */
export const DESK_MOVES = {
  lodge: { from: DESK_STATUSES },
  withdraw: { from: OPEN_STATUSES },
} as const satisfies Record<string, { from: readonly ApplicationStatus[] }>;
export type DeskMove = keyof typeof DESK_MOVES;

/**
 * The decisions (`land.approve`). All but an approval have a reason: what is missing, or why it is
 * refused, or what was wrong with the approval that is annulled.
 */
export const APPLICATION_DECISIONS = {
  send_back: { from: ['lodged'] },
  approve: { from: ['lodged'] },
  refuse: { from: ['lodged'] },
  annul: { from: ['approved'] },
} as const satisfies Record<string, { from: readonly ApplicationStatus[] }>;
export type ApplicationDecision = keyof typeof APPLICATION_DECISIONS;

/** An application as lists show it. */
export const ApplicationRow = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(APPLICATION_KINDS),
  status: z.enum(APPLICATION_STATUSES),
  /** Says why it was sent back, refused, withdrawn or annulled. */
  status_reason: z.string().nullable(),
  plot_id: Id,
  zone: z.string(),
  /** Empty where the layout has no blocks. */
  block: z.string(),
  plot_number: z.string(),
  /** The tenant who is known; null for one who is entered anew, until the approval. */
  tenant_id: Id.nullable(),
  tenant_code: z.string().nullable(),
  /** In uppercase, first name first; empty in a draft that names nobody yet. */
  applicant_name: z.string(),
  /** The full name of the clerk. */
  entered_by: z.string(),
  entered_at: Instant,
  lodged_at: Instant.nullable(),
  /** Days since it was lodged, and the days in which to decide. Null unless it is lodged. */
  day: z.number().int().nullable(),
  days: z.number().int().nullable(),
  /** The day by which it should be decided; kept once it is. */
  due_on: Day.nullable(),
  /** True for a lodged one whose day has passed. */
  is_late: z.boolean(),
  decided_at: Instant.nullable(),
});
export type ApplicationRow = z.infer<typeof ApplicationRow>;

/** `12 of 30` days of the clock; empty where none runs. */
export const applicationClock = ({ day, days }: Pick<ApplicationRow, 'day' | 'days'>): string =>
  day === null || days === null ? '' : `${day} of ${days}`;

const STATES = ['open', ...APPLICATION_STATUSES, 'rejected'] as const;
const STATE_LABELS = { open: 'Open', ...APPLICATION_STATUS_LABELS, rejected: 'Refused or annulled' } as const;

/** The ages of lodged applications, by the day on which they were lodged. */
export const LODGED_AGES = ['week', 'month', 'older'] as const;
export type LodgedAge = (typeof LODGED_AGES)[number];

export const LODGED_AGE_LABELS: Readonly<Record<LodgedAge, string>> = {
  week: 'In the last 7 days',
  month: '8 to 30 days ago',
  older: 'More than 30 days ago',
};

/** The pages of a filtered list stop here. */
const APPLICATION_REACH = 10_000;

export const applicationList = defineList({
  name: 'applications',
  url: '/applications',
  access: 'land.read',
  summary: 'Applications for plots, the newest first',
  description:
    'The search finds an application by its number, a plot by its number, an applicant by the beginning of a name, and an indenture.',
  tags: ['land'],
  row: ApplicationRow,
  filters: {
    kind: choiceFilter('Kind', 'All', APPLICATION_KINDS, (kind) => APPLICATION_KIND_LABELS[kind]),
    state: choiceFilter('State', 'All', STATES, (state) => STATE_LABELS[state]),
    late: choiceFilter('Clock', 'All', ['late'], () => 'Late'),
    age: choiceFilter('Lodged', 'Any day', LODGED_AGES, (age) => LODGED_AGE_LABELS[age]),
    mine: choiceFilter('Entered by', 'Anyone', ['me'], () => 'Me'),
    search: { ...textFilter('Number, plot, applicant or indenture', 80), isSearch: true, isPersonal: true },
    plot_id: fixedFilter('Plot', Id.optional()),
    tenant_id: fixedFilter('Tenant', Id.optional()),
  },
  sorts: ['-entered_at', 'entered_at', 'due_on', '-due_on'],
  columns: [
    columnOf('number', 'Number'),
    { key: 'kind', header: 'Kind', kind: 'text', value: ({ kind }) => APPLICATION_KIND_LABELS[kind] },
    {
      key: 'plot',
      header: 'Plot',
      kind: 'text',
      value: ({ block, plot_number }) => [block, plot_number].filter(Boolean).join(' '),
    },
    columnOf('zone', 'Zone'),
    columnOf('applicant_name', 'Applicant', 'name'),
    columnOf('tenant_code', 'Tenant Code'),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => APPLICATION_STATUS_LABELS[status] },
    columnOf('entered_by', 'Entered By', 'name'),
    columnOf('entered_at', 'Entered', 'instant', { sort: 'entered_at' }),
    { key: 'clock', header: 'Day', kind: 'text', value: applicationClock },
    columnOf('due_on', 'Due', 'day', { sort: 'due_on' }),
    columnOf('decided_at', 'Decided', 'instant'),
  ],
  reach: APPLICATION_REACH,
});
