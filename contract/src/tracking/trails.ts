import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Instant } from '../common/fields.ts';

const EARTH_M = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export type GeoSpot = { latitude: number; longitude: number };

/** Metres between two places along the earth's surface. */
export const metresApart = (a: GeoSpot, b: GeoSpot): number => {
  const [from, to] = [radians(a.latitude), radians(b.latitude)];
  const half = (difference: number) => Math.sin(difference / 2) ** 2;
  const chord = half(to - from) + Math.cos(from) * Math.cos(to) * half(radians(b.longitude) - radians(a.longitude));
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(chord)));
};

/** `420 km away`; below 10 km with a decimal. */
export const distanceText = (metres: number): string => `${(metres / 1_000).toFixed(metres < 10_000 ? 1 : 0)} km away`;

/** The most places of a day in an answer; of more, some in even steps. */
export const MOST_TRAIL_PLACES = 5_000;

export const TrailPlace = z.object({
  at: Instant,
  latitude: z.number(),
  longitude: z.number(),
  speed_kmh: z.number(),
  /** Degrees from north. */
  course: z.number().int().nullable(),
});
export type TrailPlace = z.infer<typeof TrailPlace>;

export const TrailStop = z.object({
  from: Instant,
  /** The last report of it, of a stop that still lasts. */
  until: Instant,
  latitude: z.number(),
  longitude: z.number(),
});
export type TrailStop = z.infer<typeof TrailStop>;

/** Where a car was on a day, by the rules of `docs/product/tracking.md`. */
export const Trail = z.object({
  day: Day,
  places: z.array(TrailPlace),
  stops: z.array(TrailStop),
  distance_m: z.number().int(),
  top_speed_kmh: z.number(),
  moving_seconds: z.number().int(),
  /** The last report that is in it, of a day that has more than an answer is made of; else null. */
  cut_at: Instant.nullable(),
});
export type Trail = z.infer<typeof Trail>;

export const showTrail = endpointsOf('tracking')('GET /trackers/:id/trail', 'tracking.read', {
  summary: 'Where a driver’s car was on a day, with its stops, distance and speeds',
  description:
    'The number is the driver’s. Has the reports of every tracker that the car had that day, while it was in the car. ' +
    `Of more than ${MOST_TRAIL_PLACES} places some are left out; the sums are those of all. A day of very many ends at \`cut_at\`.`,
  errors: ['not_found'],
  query: z.strictObject({ day: Day }),
  answer: Trail,
});

export const trailEndpoints = { showTrail } as const;
