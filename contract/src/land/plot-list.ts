import { z } from 'zod';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { shownName } from '../common/shown-case.ts';
import { LAND_USE_LABELS, LAND_USES, OWNER_KIND_LABELS, OWNER_KINDS } from './words.ts';

/** The states of a plot, which follow from what stands against it, its tenancy and applications. */
export const PLOT_STATES = ['free', 'applied', 'held', 'blocked'] as const;
export type PlotState = (typeof PLOT_STATES)[number];

export const PLOT_STATE_LABELS = {
  free: 'Free',
  applied: 'Applied for',
  held: 'Held',
  blocked: 'Blocked',
} as const satisfies Record<PlotState, string>;

/** How a plot is named where it is not alone. */
export type PlotName = { zone: string; block: string; plot_number: string };

const blockWords = (block: string): string => (/^block\b/i.test(block) ? block : `Block ${block}`);

/** A plot's name: `Plot 147, Block B, Nungua Zone 3`. */
export const plotName = ({ zone, block, plot_number }: PlotName): string =>
  [`Plot ${plot_number}`, ...(block === '' ? [] : [blockWords(block)]), zone].join(', ');

/** A plot's name as pages and papers show it: names of zones in the usual case. */
export const shownPlotName = (plot: PlotName): string => plotName({ ...plot, zone: shownName(plot.zone) });

/** A plot, with the tenant who holds it now. */
export const PlotRow = z.object({
  id: Id,
  zone_id: Id,
  zone: z.string(),
  /** Empty where the layout has no blocks. */
  block: z.string(),
  plot_number: z.string(),
  land_use: z.enum(LAND_USES),
  owner_kind: z.enum(OWNER_KINDS),
  owner_name: z.string(),
  /** Of the boundary; where there is none, as the site plan says. With four decimals. */
  acres: z.number().nullable(),
  hectares: z.number().nullable(),
  has_boundary: z.boolean(),
  state: z.enum(PLOT_STATES),
  tenant_id: Id.nullable(),
  tenant_code: z.string().nullable(),
  tenant_name: z.string().nullable(),
  added_at: Instant,
});
export type PlotRow = z.infer<typeof PlotRow>;

/** The pages of a filtered list stop here. Without a filter, or in a zone, all can be paged. */
const PLOT_REACH = 10_000;

export const plotList = defineList({
  name: 'plots',
  url: '/plots',
  access: 'land.read',
  summary: 'Plots by zone, block and number, with their state and who holds them',
  description:
    'The search finds plots by the beginning of the number, or of the block and the number, without regard to spaces and ' +
    'dashes. Filters by state are counted up to a bound; X-Total-Cut is true where there are more.',
  tags: ['land'],
  row: PlotRow,
  filters: {
    zone: fixedFilter('Zone', Id.optional()),
    state: choiceFilter('State', 'All', PLOT_STATES, (state) => PLOT_STATE_LABELS[state]),
    land_use: choiceFilter('Use', 'All', LAND_USES, (use) => LAND_USE_LABELS[use]),
    owner_kind: choiceFilter('Owner', 'All', OWNER_KINDS, (kind) => OWNER_KIND_LABELS[kind]),
    search: { ...textFilter('Plot number or block', 40), isSearch: true },
  },
  sorts: ['name', '-name', '-added_at', 'added_at'],
  columns: [
    columnOf('zone', 'Zone', 'text', { sort: 'name' }),
    columnOf('block', 'Block'),
    columnOf('plot_number', 'Plot'),
    { key: 'land_use', header: 'Use', kind: 'text', value: ({ land_use }) => LAND_USE_LABELS[land_use] },
    { key: 'owner_kind', header: 'Owner', kind: 'text', value: ({ owner_kind }) => OWNER_KIND_LABELS[owner_kind] },
    columnOf('owner_name', 'Owner’s Name', 'name'),
    columnOf('acres', 'Acres', 'number'),
    columnOf('hectares', 'Hectares', 'number'),
    { key: 'state', header: 'State', kind: 'text', value: ({ state }) => PLOT_STATE_LABELS[state] },
    columnOf('tenant_name', 'Tenant', 'name'),
    columnOf('tenant_code', 'Tenant Code'),
    columnOf('added_at', 'Added', 'instant', { sort: 'added_at' }),
  ],
  reach: PLOT_REACH,
  hasRollUp: true,
});
