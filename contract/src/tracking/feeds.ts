import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Instant, unlessOdd } from '../common/fields.ts';
import type { CallLimit } from '../common/limits.ts';
import { isPlainText, unseenIn } from '../common/text.ts';

const endpoint = endpointsOf('feeds');

/** More than a server of one machine can store: the secret, not the address, says who may send. */
const limits: readonly CallLimit[] = [{ by: 'address', max: 65_000, seconds: 1 }];

/** The most reports in one call. */
export const MOST_REPORTS = 1_000;

const NO_DEVICE = 'The report does not name its device.';
const uniqueId = z
  .string(NO_DEVICE)
  .trim()
  .min(1, NO_DEVICE)
  .max(64, 'A device’s name has at most 64 characters.')
  .refine(isPlainText, unseenIn('The device’s name'));
const when = unlessOdd(z.string().max(40));

/**
 * A position as Traccar forwards it. Speed is in knots. What the product does not use may be there,
 * or not, in any form. Only a report with an alarm may lack its place or time.
 */
export const TraccarPosition = z.looseObject({
  fixTime: when,
  latitude: unlessOdd(z.number()),
  longitude: unlessOdd(z.number()),
  speed: z.unknown().optional(),
  course: z.unknown().optional(),
  accuracy: z.unknown().optional(),
  valid: z.unknown().optional(),
  attributes: z.unknown().optional(),
});
export type TraccarPosition = z.infer<typeof TraccarPosition>;

const TraccarDevice = z.looseObject({ uniqueId });

const hasAlarm = (attributes: unknown): boolean =>
  typeof (attributes as { alarm?: unknown } | null | undefined)?.alarm === 'string';

export const TraccarReport = z
  .looseObject({ position: TraccarPosition, device: TraccarDevice })
  .refine(
    ({ position: { fixTime, latitude, longitude, attributes } }) =>
      (fixTime !== undefined && latitude !== undefined && longitude !== undefined) || hasAlarm(attributes),
    { abort: true },
  );
export type TraccarReport = z.infer<typeof TraccarReport>;

export const TraccarEvent = z.looseObject({
  event: z
    .looseObject({
      type: z.string('The event has no type.').regex(/^\w{1,60}$/, 'The event has no type.'),
      eventTime: when,
      attributes: z.unknown().optional(),
    })
    .refine(({ eventTime, attributes }) => eventTime !== undefined || hasAlarm(attributes), { abort: true }),
  device: TraccarDevice,
  position: z.unknown().optional(),
  geofence: z.unknown().optional(),
});
export type TraccarEvent = z.infer<typeof TraccarEvent>;

/** One, or several in a list; those of a list that cannot be read do not keep the others out. */
const oneOrMore = <One extends z.ZodType>(one: One, description: string) =>
  z.union([one, z.array(z.unknown()).max(MOST_REPORTS, `Send at most ${MOST_REPORTS} reports at once.`)], {
    error: description,
  });

/** How many reports were stored, were known already, and say nothing that can be used. */
const FeedAnswer = Done.extend({
  stored: z.number().int(),
  repeated: z.number().int(),
  ignored: z.number().int(),
});
export type FeedAnswer = z.infer<typeof FeedAnswer>;

const SECRET =
  'Needs the feeds’ secret, as `Authorization: Bearer …` or `X-Feed-Secret: …`. The answer comes once the report is stored. ' +
  'A report without a usable place or time is ignored, and counted in the answer; one of a device that is not in stock is ' +
  'kept aside among the unknown trackers.';
const errors = ['missing_credentials', 'wrong_credentials', 'too_many_requests'] as const;

export const recordTraccarPositions = endpoint('POST /feeds/traccar/positions', 'public', {
  summary: 'Positions as Traccar forwards them (`forward.type=json`), one or a list',
  description: SECRET,
  limits,
  errors,
  body: oneOrMore(TraccarReport, 'This is not a position of Traccar: it needs position and device.'),
  answer: FeedAnswer,
});

export const recordTraccarEvents = endpoint('POST /feeds/traccar/events', 'public', {
  summary: 'Events as Traccar forwards them (`event.forward.type=json`), one or a list',
  description: SECRET,
  limits,
  errors,
  body: oneOrMore(TraccarEvent, 'This is not an event of Traccar: it needs event and device.'),
  answer: FeedAnswer,
});

const name = z.string().max(64).refine(isPlainText, unseenIn('The device’s name'));
const word = unlessOdd(z.string().max(80));

/** A report by the OsmAnd protocol. Apps add fields of their own, which are ignored. */
export const OsmandReport = z.looseObject({
  /** The device's own key, or the feeds' secret; a header may have it instead. */
  key: z.string().max(200).optional(),
  /** The IMEI of the device, by any of the names. */
  id: name.optional(),
  deviceid: name.optional(),
  device_id: name.optional(),
  /** Seconds or milliseconds since 1970, or ISO text; the server's time when absent. */
  timestamp: word,
  lat: word,
  lon: word,
  /** `lat,lon` of apps that give no others. */
  location: word,
  /** Knots. */
  speed: word,
  /** Degrees from north, by either name. */
  bearing: word,
  heading: word,
  altitude: word,
  /** Metres. */
  accuracy: word,
  /** Percent. */
  batt: word,
  /** `false`, `0` or `V` where the receiver has no fix. */
  valid: word,
  alarm: unlessOdd(z.string().max(500)),
});
export type OsmandReport = z.infer<typeof OsmandReport>;

const osmand = {
  description:
    'Needs `key`: the device’s own, beside the device’s `id` in the address, or the feeds’ secret. Speed is in knots. ' +
    'Answers 200 once the report is stored, and 400 to one that cannot be read, unless it calls for help.',
  limits,
  errors,
  query: OsmandReport,
  answer: FeedAnswer,
} as const;

export const recordOsmand = endpoint('GET /feeds/osmand', 'public', {
  summary: 'A position by the OsmAnd protocol',
  ...osmand,
});

export const postOsmand = endpoint('POST /feeds/osmand', 'public', {
  summary: 'A position by the OsmAnd protocol, as apps that post send it',
  ...osmand,
  description:
    `${osmand.description} The fields may be in the address, in a form, or in JSON, and those of the address count first. ` +
    'JSON may have a `location` or a list of them, each with `coords` (speed in metres a second), `timestamp`, ' +
    '`battery.level` (a share) and `extras.alarm`.',
});

/** Why a report of a tracker is refused or says nothing, each with what to do. */
export const REJECT_TEXTS = {
  no_secret: 'It has no secret. Enter the key in the app, or the header in Traccar.',
  wrong_secret: 'Its secret is wrong. Enter the present one; a tracker’s own key needs its id in the address.',
  unreadable:
    'It cannot be read. Compare the app’s or Traccar’s settings with those below; a name has at most 64 characters.',
  no_name: 'It does not name its tracker. Enter id= in the address.',
  no_place: 'It has no place, or 0,0. Let the tracker see the sky, and look at what its app sends.',
  bad_time: 'Its time cannot be read, or be true. Set the clock of the tracker.',
  too_many: 'Its tracker sends more than ten a second. Let it report less often.',
} as const;
export type RejectCause = keyof typeof REJECT_TEXTS;

/** Days of which the office reads what was refused. */
export const REJECTED_DAYS = 7;

/** The feeds as the office sets them up. */
export const Feeds = z.object({
  /** When the secret was made, and by whom; null while there is none, and no feed is taken. */
  secret_made_at: Instant.nullable(),
  secret_made_by: z.string().nullable(),
  /** Reports that were refused, or said nothing, in the last seven days. */
  rejected: z
    .array(
      z.object({
        cause: z.enum(Object.keys(REJECT_TEXTS) as [RejectCause, ...RejectCause[]]),
        reports: z.number().int(),
        last_at: Instant,
        /** As the newest that gave a name named its tracker. */
        last_name: z.string(),
      }),
    )
    .optional(),
});
export type Feeds = z.infer<typeof Feeds>;

export const showFeeds = endpoint('GET /feeds', 'devices.read', {
  summary: 'Whether feeds are taken, since when by the present secret, and what was refused in seven days',
  answer: Feeds,
});

export const makeFeedSecret = endpoint('POST /feeds/secret', 'tracking.change', {
  summary: 'Make a new secret of the feeds; shown once',
  description: 'The former secret ends within seconds.',
  answer: Done.extend({ secret: z.string() }),
});

export const feedEndpoints = {
  recordTraccarPositions,
  recordTraccarEvents,
  recordOsmand,
  postOsmand,
  showFeeds,
  makeFeedSecret,
} as const;
