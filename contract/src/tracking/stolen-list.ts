import { z } from 'zod';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';

export const STOLEN_STATUSES = ['open', 'ended'] as const;
export type StolenStatus = (typeof STOLEN_STATUSES)[number];

export const STOLEN_STATUS_LABELS = { open: 'Stolen', ended: 'Search ended' } as const satisfies Record<
  StolenStatus,
  string
>;

/** A car that the office declared stolen. People of the office are given by their names. */
export const StolenRow = z.object({
  id: Id,
  driver_id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  /** Where and how it was lost. */
  last_seen: z.string(),
  status: z.enum(STOLEN_STATUSES),
  /** How the search ended. */
  status_reason: z.string().nullable(),
  declared_at: Instant,
  declared_by: z.string(),
  ended_at: Instant.nullable(),
  ended_by: z.string().nullable(),
  /** Links that were not closed and have not ended by the server's time. */
  open_links: z.number().int(),
});
export type StolenRow = z.infer<typeof StolenRow>;

export const stolenList = defineList({
  name: 'stolen-cars',
  url: '/stolen_cars',
  access: 'tracking.read',
  summary: 'Cars that were declared stolen, the newest first',
  tags: ['tracking'],
  row: StolenRow,
  filters: {
    driver: { ...textFilter('Driver code or car number', 20, { anyCharacters: true }), isSearch: true },
    status: choiceFilter('State', 'All', STOLEN_STATUSES, (status) => STOLEN_STATUS_LABELS[status]),
    from: dayFilter('Declared from'),
    to: dayFilter('Declared to'),
    driver_id: fixedFilter('Driver', Id.optional()),
  },
  sorts: ['-declared_at', 'declared_at'],
  columns: [
    columnOf('declared_at', 'Declared', 'instant', { sort: 'declared_at' }),
    columnOf('car_number', 'Car Number'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('fullname', 'Driver', 'name'),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => STOLEN_STATUS_LABELS[status] },
    { key: 'open_links', header: 'Open Links', kind: 'text', value: ({ open_links }) => String(open_links) },
    columnOf('last_seen', 'Last Seen'),
    columnOf('declared_by', 'Declared By'),
    columnOf('ended_at', 'Ended', 'instant'),
    columnOf('ended_by', 'Ended By'),
    columnOf('status_reason', 'Outcome'),
  ],
  reach: 10_000,
});
