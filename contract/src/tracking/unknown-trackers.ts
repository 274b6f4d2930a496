import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { textFilter } from '../common/lists/filters.ts';
import { FeedName } from '../devices/imei.ts';

export const FEEDS = ['traccar', 'osmand'] as const;
export type Feed = (typeof FEEDS)[number];

export const FEED_LABELS: Readonly<Record<Feed, string>> = { traccar: 'Traccar', osmand: 'OsmAnd' };

/** Days for which a tracker that nobody adopted is remembered after its last report. */
export const UNKNOWN_KEPT_DAYS = 30;
/** The most trackers that are remembered. */
export const MOST_UNKNOWN = 10_000;

/** A device that reports and is not in stock. */
export const UnknownTracker = z.object({
  id: Id,
  /** As the device names itself. */
  unique_id: z.string(),
  /** True of an IMEI with its check digit. */
  is_imei: z.boolean(),
  feed: z.enum(FEEDS),
  reports: z.number().int(),
  first_at: Instant,
  last_at: Instant,
  /** Its last place. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type UnknownTracker = z.infer<typeof UnknownTracker>;

export const unknownTrackerList = defineList({
  name: 'unknown-trackers',
  url: '/unknown_trackers',
  access: 'devices.read',
  summary: 'Devices that report and are not in stock, the last reports first',
  description: `At most ${MOST_UNKNOWN}, each for ${UNKNOWN_KEPT_DAYS} days after its last report.`,
  tags: ['feeds'],
  row: UnknownTracker,
  filters: { search: textFilter('IMEI or name', 64) },
  sorts: ['-last_at', 'last_at'],
  columns: [
    columnOf('unique_id', 'IMEI or Name'),
    { key: 'feed', header: 'Feed', kind: 'text', value: ({ feed }) => FEED_LABELS[feed] },
    columnOf('reports', 'Reports', 'number'),
    columnOf('first_at', 'First Report', 'instant'),
    columnOf('last_at', 'Last Report', 'instant', { sort: 'last_at' }),
    {
      key: 'place',
      header: 'Last Place',
      kind: 'text',
      value: ({ latitude, longitude }) =>
        latitude === null || longitude === null ? null : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
    },
  ],
});

export const adoptTracker = endpointsOf('feeds')('POST /unknown_trackers/adopt', 'devices.change', {
  summary: 'Add a tracker that reports to the stock',
  description:
    'Its next reports are stored. Those before were not. It is known by the name that it reports by; fifteen digits are its ' +
    'IMEI, whatever the last of them, since nobody typed them.',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  example: { unique_id: '860000000000017' },
  body: z.strictObject({ unique_id: FeedName }),
  created: Done.extend({ id: Id }),
});

export const unknownTrackerEndpoints = {
  listUnknownTrackers: unknownTrackerList.page,
  exportUnknownTrackers: unknownTrackerList.file,
  adoptTracker,
} as const;
