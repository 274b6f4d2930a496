import { z } from 'zod';
import { Day, Id, Instant, MoneySum } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { TENANT_KIND_LABELS, type TenantKind } from './tenants.ts';
import { TENANCY_HOW_LABELS, type TenancyHow } from './words.ts';

const TENANT_KINDS = Object.keys(TENANT_KIND_LABELS) as [TenantKind, ...TenantKind[]];

/** A tenant, with the plots that they hold now. */
export const TenantRow = z.object({
  id: Id,
  tenant_code: z.string(),
  kind: z.enum(TENANT_KINDS),
  fullname: z.string(),
  contact_number: z.string(),
  /** How many plots they hold, and the zones and indentures of these. */
  plots: z.int(),
  zones: z.string(),
  indentures: z.string(),
  added_at: Instant,
});
export type TenantRow = z.infer<typeof TenantRow>;

/** The pages of a filtered list stop here. */
const LAND_REACH = 10_000;

export const tenantList = defineList({
  name: 'tenants',
  url: '/tenants',
  access: 'land.read',
  summary: 'Tenants, the newest first',
  description:
    'The search finds the beginning of a tenant code, a name, a contact number or an indenture number, and a whole ID number.',
  tags: ['land'],
  row: TenantRow,
  filters: {
    search: { ...textFilter('Code, name, number or indenture', 60), isSearch: true, isPersonal: true },
    kind: choiceFilter('Kind', 'All', TENANT_KINDS, (kind) => TENANT_KIND_LABELS[kind]),
    zone: fixedFilter('Zone', Id.optional()),
  },
  sorts: ['-added_at', 'added_at'],
  columns: [
    columnOf('tenant_code', 'Tenant Code'),
    columnOf('fullname', 'Name', 'name'),
    { key: 'kind', header: 'Kind', kind: 'text', value: ({ kind }) => TENANT_KIND_LABELS[kind] },
    columnOf('contact_number', 'Contact Number', 'phone'),
    columnOf('plots', 'Plots Held', 'number'),
    columnOf('zones', 'Zones'),
    columnOf('indentures', 'Indentures'),
    columnOf('added_at', 'Added', 'instant', { sort: 'added_at' }),
  ],
  reach: LAND_REACH,
  hasRollUp: true,
});

export const TENANCY_STATES = ['current', 'ended'] as const;
const TENANCY_STATE_LABELS = { current: 'Current', ended: 'Ended' } as const;
const HOWS = Object.keys(TENANCY_HOW_LABELS) as [TenancyHow, ...TenancyHow[]];

/** A tenancy with its plot and tenant. */
export const TenancyRow = z.object({
  id: Id,
  plot_id: Id,
  zone: z.string(),
  block: z.string(),
  plot_number: z.string(),
  tenant_id: Id,
  tenant_code: z.string(),
  fullname: z.string(),
  indenture_number: z.string(),
  how: z.enum(HOWS),
  commencement: Day,
  term_years: z.int(),
  /** The first day after the term. */
  ends_on: Day,
  /** A year's. */
  ground_rent: MoneySum,
  review_years: z.int().nullable(),
  held_from: Day,
  held_until: Day.nullable(),
  end_reason: z.string().nullable(),
  /** Ground rent that is owed, and the day on which the oldest of it fell due. */
  rent_owed: MoneySum,
  rent_owed_since: Day.nullable(),
});
export type TenancyRow = z.infer<typeof TenancyRow>;

export const tenancyList = defineList({
  name: 'tenancies',
  url: '/tenancies',
  access: 'land.read',
  summary: 'Tenancies, the newest first',
  description: 'The search finds the beginning of an indenture number.',
  tags: ['land'],
  row: TenancyRow,
  filters: {
    search: { ...textFilter('Indenture number', 60), isSearch: true },
    zone: fixedFilter('Zone', Id.optional()),
    tenant: fixedFilter('Tenant', Id.optional()),
    state: choiceFilter('State', 'All', TENANCY_STATES, (state) => TENANCY_STATE_LABELS[state]),
    how: choiceFilter('Came By', 'All', HOWS, (how) => TENANCY_HOW_LABELS[how]),
  },
  sorts: ['-held_from', 'held_from', 'ends_on', '-ends_on'],
  columns: [
    columnOf('zone', 'Zone'),
    columnOf('block', 'Block'),
    columnOf('plot_number', 'Plot'),
    columnOf('fullname', 'Tenant', 'name'),
    columnOf('tenant_code', 'Tenant Code'),
    columnOf('indenture_number', 'Indenture'),
    { key: 'how', header: 'Came By', kind: 'text', value: ({ how }) => TENANCY_HOW_LABELS[how] },
    columnOf('commencement', 'Commencement', 'day'),
    columnOf('term_years', 'Years', 'number'),
    columnOf('ends_on', 'Ends', 'day', { sort: 'ends_on' }),
    columnOf('ground_rent', 'Ground Rent', 'money'),
    columnOf('rent_owed', 'Rent Owed', 'money'),
    columnOf('review_years', 'Review Every', 'number'),
    columnOf('held_from', 'Held From', 'day', { sort: 'held_from' }),
    columnOf('held_until', 'Held Until', 'day'),
  ],
  reach: LAND_REACH,
});
