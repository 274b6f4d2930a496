import { z } from 'zod';
import { Day, Id, Instant, MoneySum } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { parseMoney } from '../common/pesewas.ts';
import { RENT_AGE_LABELS, RENT_AGES } from './rent-of.ts';
import {
  RENT_KIND_LABELS,
  RENT_OUTCOME_LABELS,
  RENT_OUTCOMES,
  RENT_RUN_KINDS,
  RENT_RUN_STATE_LABELS,
  RENT_RUN_STATES,
} from './rent-words.ts';
import { TenancyRow } from './tenant-list.ts';

const tags = ['land'];
const REACH = 10_000;

/** A run as the list of runs shows it. */
export const RentRunRow = z.object({
  id: Id,
  kind: z.enum(RENT_RUN_KINDS),
  year: z.int(),
  /** Null for all zones. */
  zone_id: Id.nullable(),
  zone: z.string().nullable(),
  is_dry: z.boolean(),
  state: z.enum(RENT_RUN_STATES),
  looked_at: z.int(),
  raised: z.int(),
  amount: MoneySum,
  asked_at: Instant,
  asked_by: z.string(),
  ended_at: Instant.nullable(),
});
export type RentRunRow = z.infer<typeof RentRunRow>;

export const rentRunList = defineList({
  name: 'rent-runs',
  url: '/rent_runs',
  access: 'land.read',
  summary: 'Runs of ground rent and penalties, the newest first',
  tags,
  row: RentRunRow,
  filters: {
    dry: choiceFilter('Show', 'All', ['raised', 'looked'], (dry) => (dry === 'raised' ? 'Raised' : 'Only looked')),
  },
  sorts: ['-asked_at', 'asked_at'],
  columns: [
    columnOf('asked_at', 'Started', 'instant', { sort: 'asked_at' }),
    { key: 'kind', header: 'What', kind: 'text', value: ({ kind }) => RENT_KIND_LABELS[kind] },
    columnOf('year', 'Year', 'number'),
    { key: 'zone', header: 'Zone', kind: 'text', value: ({ zone }) => zone ?? 'All zones' },
    { key: 'is_dry', header: 'Raised', kind: 'text', value: ({ is_dry }) => (is_dry ? 'Only looked' : 'Raised') },
    { key: 'state', header: 'State', kind: 'text', value: ({ state }) => RENT_RUN_STATE_LABELS[state] },
    columnOf('raised', 'Tenancies', 'number'),
    columnOf('amount', 'Amount', 'money'),
    columnOf('asked_by', 'By'),
  ],
  reach: REACH,
});

/** A tenancy, by its plot and tenant. */
const { id, plot_id, zone, block, plot_number, tenant_id, tenant_code, fullname, indenture_number } = TenancyRow.shape;
const PLOT_AND_TENANT = { id, plot_id, zone, block, plot_number, tenant_id, tenant_code, fullname, indenture_number };

export const RentRunLine = z.object({
  ...PLOT_AND_TENANT,
  outcome: z.enum(RENT_OUTCOMES),
  amount: MoneySum.nullable(),
  from_day: Day.nullable(),
  /** The first day that it is no longer for. */
  until_day: Day.nullable(),
});
export type RentRunLine = z.infer<typeof RentRunLine>;

const PLOT_COLUMNS = [
  columnOf('plot_number', 'Plot'),
  columnOf('block', 'Block'),
  columnOf('zone', 'Zone'),
  columnOf('fullname', 'Tenant', 'name'),
  columnOf('tenant_code', 'Tenant Code'),
] as const;
const INDENTURE = columnOf('indenture_number', 'Indenture');

export const rentRunLineList = defineList({
  name: 'rent-run-lines',
  url: '/rent_run_lines',
  access: 'land.read',
  summary: 'The tenancies of a run of ground rent, with what is raised or why not',
  tags,
  row: RentRunLine,
  filters: {
    run: fixedFilter('Run', Id),
    outcome: choiceFilter('Outcome', 'All', RENT_OUTCOMES, (outcome) => RENT_OUTCOME_LABELS[outcome]),
    zone: fixedFilter('Zone', Id.optional()),
  },
  sorts: ['tenancy', '-tenancy'],
  columns: [
    ...PLOT_COLUMNS,
    { ...INDENTURE, sort: 'tenancy', sortWords: ['the first entered first', 'the last entered first'] as const },
    {
      key: 'outcome',
      header: 'Outcome',
      kind: 'text',
      value: ({ outcome }: { outcome: keyof typeof RENT_OUTCOME_LABELS }) => RENT_OUTCOME_LABELS[outcome],
    },
    columnOf('from_day', 'From', 'day'),
    columnOf('until_day', 'Until', 'day'),
    columnOf('amount', 'Amount', 'money'),
  ],
  reach: REACH,
});

/** A tenancy on which ground rent is owed. */
export const RentArrears = z.object({
  ...PLOT_AND_TENANT,
  contact_number: z.string(),
  /** False of a tenancy that has ended. */
  is_current: z.boolean(),
  owed: MoneySum,
  /** The due day of the oldest charge that payments have not covered. */
  owed_since: Day,
  age: z.enum(RENT_AGES),
});
export type RentArrears = z.infer<typeof RentArrears>;

const isAmount = (text: string): boolean => text === '' || parseMoney(text) !== null;

export const rentArrearsList = defineList({
  name: 'rent-arrears',
  url: '/rent_arrears',
  access: 'land.read',
  summary: 'Tenancies on which ground rent is owed, the oldest debts first',
  description:
    'Payments cover the oldest charges first. All that the filter’s tenancies owe comes in X-Total-Amount. The search finds ' +
    'what that of the tenants finds.',
  tags,
  totals: 'money',
  row: RentArrears,
  filters: {
    search: { ...textFilter('Code, name, number or indenture', 60), isSearch: true, isPersonal: true },
    age: choiceFilter('Age', 'All', RENT_AGES, (age) => RENT_AGE_LABELS[age]),
    at_least: {
      ...textFilter('Owes at least', 20),
      schema: z.string().trim().max(20).refine(isAmount, 'Give an amount, like 500.00.').optional(),
    },
    zone: fixedFilter('Zone', Id.optional()),
    tenant: fixedFilter('Tenant', Id.optional()),
  },
  sorts: ['owed_since', '-owed_since', '-owed', 'owed'],
  columns: [
    ...PLOT_COLUMNS,
    INDENTURE,
    columnOf('contact_number', 'Contact Number', 'phone'),
    columnOf('owed_since', 'Owed Since', 'day', { sort: 'owed_since' }),
    { key: 'age', header: 'Age', kind: 'text', value: ({ age }) => RENT_AGE_LABELS[age] },
    columnOf('owed', 'Owed', 'money', { sort: 'owed' }),
  ],
});
