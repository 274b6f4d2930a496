import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Instant } from '../common/fields.ts';
import { Trail } from './trails.ts';

const endpoint = endpointsOf('tracking');
const tags = ['members'];

/** A car's newest place, as its owner and those who search for it see it. */
export const OwnPlace = z.object({
  fix_at: Instant,
  /** The server's time of the last report. */
  received_at: Instant,
  latitude: z.number(),
  longitude: z.number(),
  speed_kmh: z.number(),
  /** Degrees from north. */
  course: z.number().int().nullable(),
  accuracy_m: z.number().nullable(),
  is_moving: z.boolean(),
  /** Since when it stands. */
  still_since: Instant.nullable(),
});
export type OwnPlace = z.infer<typeof OwnPlace>;

/** A link that shows the car to others, with how often it was opened. */
const OwnShare = z.object({
  made_for: z.string(),
  made_at: Instant,
  ends_at: Instant,
  is_open: z.boolean(),
  openings: z.number().int(),
  last_opened_at: Instant.nullable(),
});

/** The looks that an answer has. */
export const OWN_LOOKS = 50;

export const OwnCarPlace = z.object({
  /** The server's time, from which ages count. */
  at: Instant,
  driver_code: z.string(),
  car_number: z.string(),
  /** Since when the car has its tracker; null while it has none. */
  fitted_at: Instant.nullable(),
  /** Minutes without a report that worry. */
  silent_minutes: z.number().int(),
  /** Null without a tracker, and before its first report. */
  place: OwnPlace.nullable(),
  /** The declaration that is open; null where none is. */
  stolen: z.object({ declared_at: Instant, last_seen: z.string(), shares: z.array(OwnShare) }).nullable(),
  /** The newest first; `who` is the name of the member of staff. */
  looks: z.array(z.object({ who: z.string(), looked_at: Instant })),
});
export type OwnCarPlace = z.infer<typeof OwnCarPlace>;

const driver_code = z.string().max(20).optional();

export const getOwnCarPlace = endpoint('GET /my_car', 'member', {
  summary: 'The place of one of the member’s cars, who looked at it, and whether it is declared stolen',
  tags,
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['not_found'],
  query: z.strictObject({ driver_code }),
  answer: OwnCarPlace,
});

export const getOwnTrail = endpoint('GET /my_car/trail', 'member', {
  summary: 'Where one of the member’s cars was on a day, while its tracker was in it',
  tags,
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['not_found'],
  query: z.strictObject({ driver_code, day: Day }),
  answer: Trail,
});

export const ownCarEndpoints = { getOwnCarPlace, getOwnTrail } as const;
