import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { LIVE_MEDIA_TYPE } from '../live/endpoints.ts';
import { TRACKER_STATES } from './states.ts';

const endpoint = endpointsOf('tracking');

const Latitude = z.number().min(-90).max(90);
const Longitude = z.number().min(-180).max(180);

/** The newest place of a car with a tracker. */
export const TrackerPlace = z.object({
  /** The device's time of the fix; `received_at` is the server's of the last report. */
  fix_at: Instant,
  received_at: Instant,
  latitude: Latitude,
  longitude: Longitude,
  speed_kmh: z.number(),
  /** Degrees from north. */
  course: z.number().int().nullable(),
  accuracy_m: z.number().nullable(),
  is_moving: z.boolean(),
  /** Since when it stands. */
  still_since: Instant.nullable(),
  has_ignition: z.boolean().nullable(),
  has_power: z.boolean().nullable(),
  battery_percent: z.number().int().nullable(),
  /** The last alarm's names with commas, and its time. */
  alarm: z.string().nullable(),
  alarm_at: Instant.nullable(),
});
export type TrackerPlace = z.infer<typeof TrackerPlace>;

/** A car with a tracker in it. Its number is its driver's. */
export const Tracker = z.object({
  id: Id,
  device_id: Id,
  imei: z.string(),
  car_number: z.string(),
  driver_code: z.string(),
  driver_name: z.string(),
  /** Minutes without a report that worry. */
  silent_minutes: z.number().int(),
  state: z.enum(TRACKER_STATES),
  /** Null before the first report. */
  place: TrackerPlace.nullable(),
  /**
   * The emergency of an alarm of the last hour; null for those who may not see emergencies. Once it
   * has ended, the place has the alarm no more.
   */
  incident: z.object({ id: Id, number: z.string(), is_open: z.boolean() }).nullable(),
});
export type Tracker = z.infer<typeof Tracker>;

/** A line of the list beside the map: without a place, since whoever sees one is noted. */
export const TrackerLine = Tracker.omit({ place: true, device_id: true, silent_minutes: true, incident: true }).extend({
  received_at: Instant.nullable(),
  /** The alarm that shows now, as Traccar names it. */
  alarm: z.string().nullable(),
});
export type TrackerLine = z.infer<typeof TrackerLine>;

/** Lines of the list in an answer. */
export const TRACKER_LINES = 50;
/** The most cars that the map shows. */
export const MOST_TRACKERS = 20_000;

const cars = z.number().int();
const Counts = z.object({ moving: cars, parked: cars, silent: cars, alarm: cars, unreported: cars });

export const listTrackers = endpoint('GET /trackers', 'tracking.read', {
  summary: 'The cars with a tracker, alarms first, then by the last report',
  description: `At most ${TRACKER_LINES} of them, from the one after \`skip\`. Without places: see \`GET /trackers/places\`.`,
  query: z.strictObject({
    /** Part of a car number, driver code, name or IMEI. */
    search: z.string().trim().max(60).optional(),
    state: z.enum(TRACKER_STATES).optional(),
    skip: z.coerce.number().int().min(0).max(MOST_TRACKERS).default(0),
  }),
  answer: z.object({
    /** The server's time, from which ages count. */
    at: Instant,
    lines: z.array(TrackerLine),
    /** How many the search and the state find. */
    found: z.number().int(),
    /** How many the search finds by state. */
    counts: Counts,
  }),
});

export const showTracker = endpoint('GET /trackers/:id', 'tracking.read', {
  summary: 'The tracker in a driver’s car with its newest place',
  answer: Tracker,
});

const degrees = (most: number) => z.coerce.number().min(-most).max(most);
const Box = z.strictObject({ west: degrees(180), south: degrees(90), east: degrees(180), north: degrees(90) });
export type Box = z.infer<typeof Box>;

/**
 * Newest places, a column each; the same index is the same car. Five decimals of a degree are a
 * metre.
 */
export const TrackerDots = z.object({
  /** The server's time, from which `age` counts back. */
  at: Instant,
  /** Drivers' numbers. */
  id: z.array(Id),
  lat: z.array(z.number()),
  lon: z.array(z.number()),
  /** Degrees from north; -1 where it is not known. */
  course: z.array(z.number().int()),
  moving: z.array(z.union([z.literal(0), z.literal(1)])),
  /** Seconds since the last report. */
  age: z.array(z.number().int()),
  /** Minutes without a report that worry. */
  silent: z.array(z.number().int()),
  /** Alarms of the last hour: the index of the car, Traccar's name, and the seconds since. */
  alarms: z.array(z.tuple([z.number().int(), z.string(), z.number().int()])),
});
export type TrackerDots = z.infer<typeof TrackerDots>;

export const listTrackerPlaces = endpoint('GET /trackers/places', 'tracking.read', {
  summary: 'The newest places of the cars in a view of the map',
  query: Box,
  answer: TrackerDots,
});

/** The data of a stream's event `places`: what changed in the view, and the followed cars whole. */
export type TrackersMoved = TrackerDots & { followed: Tracker[] };

/** How many cars a page may follow. */
export const MOST_FOLLOWED = 5;

export const followTrackers = endpoint('GET /trackers/live', 'tracking.read', {
  summary: 'The cars that move in a view of the map, as they move: a stream of server-sent events',
  description:
    'Begins with an event `begun`, then sends `places`, at most one a second, with the newest places that changed: those ' +
    'in the view, and of the cars in `follow`, wherever they are. The first has what changed `since` the moment of an ' +
    'answer of `GET /trackers/places`. Without news a comment comes every 15 seconds. The stream ends when the caller’s ' +
    'session or role does, and is refused with 429 beside many others of the account.',
  query: Box.extend({
    since: Instant.optional(),
    /** Drivers' numbers with commas. */
    follow: z
      .string()
      .regex(
        new RegExp(`^[1-9]\\d{0,17}(,[1-9]\\d{0,17}){0,${MOST_FOLLOWED - 1}}$`),
        'Give record numbers with commas.',
      )
      .optional(),
  }),
  file: [LIVE_MEDIA_TYPE],
});

export const mapEndpoints = { listTrackers, listTrackerPlaces, followTrackers, showTracker } as const;
