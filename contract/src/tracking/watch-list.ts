import { z } from 'zod';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, defaultedFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';

export const WATCH_KINDS = ['silent', 'power_cut', 'fence', 'low_battery'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

export const WATCH_KIND_LABELS = {
  silent: 'Silent',
  power_cut: 'Driving with the power cut',
  fence: 'Fence broken',
  low_battery: 'Battery low',
} as const satisfies Record<WatchKind, string>;

export const WATCH_STATUSES = ['open', 'closed'] as const;
export type WatchStatus = (typeof WATCH_STATUSES)[number];
export const WATCH_STATUS_LABELS = { open: 'Open', closed: 'Closed' } as const satisfies Record<WatchStatus, string>;

export const FENCE_MUSTS = ['stay_in', 'stay_out'] as const;
export type FenceMust = (typeof FENCE_MUSTS)[number];
export const FENCE_MUST_LABELS = {
  stay_in: 'Must stay in',
  stay_out: 'Must stay out',
} as const satisfies Record<FenceMust, string>;

/** Something that the watch found of a tracker in a car. */
export const WatchRow = z.object({
  id: Id,
  kind: z.enum(WATCH_KINDS),
  driver_id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  device_id: Id,
  imei: z.string(),
  /** Says in a sentence how it came to notice. */
  words: z.string(),
  /** Since when it is so; `last_since` where it came again while the entry was open. */
  since: Instant,
  last_since: Instant,
  times: z.number().int(),
  noticed_at: Instant,
  /** When a silent one reported again. */
  came_back_at: Instant.nullable(),
  status: z.enum(WATCH_STATUSES),
  /** The cause, in the words of whoever closed it. */
  status_reason: z.string().nullable(),
  closed_at: Instant.nullable(),
  closed_by: z.string().nullable(),
});
export type WatchRow = z.infer<typeof WatchRow>;

export const watchList = defineList({
  name: 'tracker-watch',
  url: '/tracker_watch',
  access: 'tracking.read',
  summary: 'What the watch over trackers found, the newest first',
  tags: ['tracking'],
  row: WatchRow,
  filters: {
    state: defaultedFilter('State', ['open', 'closed', 'all'], (state) =>
      state === 'all' ? 'All' : WATCH_STATUS_LABELS[state],
    ),
    kind: choiceFilter('Kind', 'All', WATCH_KINDS, (kind) => WATCH_KIND_LABELS[kind]),
    driver: { ...textFilter('Driver code or car number', 20, { anyCharacters: true }), isSearch: true },
    from: dayFilter('From'),
    to: dayFilter('To'),
    driver_id: fixedFilter('Driver', Id.optional()),
    device_id: fixedFilter('Tracker', Id.optional()),
  },
  sorts: ['-last_since', 'last_since'],
  columns: [
    columnOf('last_since', 'Since', 'instant', { sort: 'last_since' }),
    { key: 'kind', header: 'Kind', kind: 'text', value: ({ kind }) => WATCH_KIND_LABELS[kind] },
    columnOf('car_number', 'Car Number'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('fullname', 'Driver', 'name'),
    columnOf('words', 'What Happened'),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => WATCH_STATUS_LABELS[status] },
    columnOf('status_reason', 'Cause'),
    columnOf('closed_at', 'Closed', 'instant'),
    columnOf('closed_by', 'Closed By'),
    columnOf('imei', 'Tracker'),
  ],
  reach: 10_000,
});
