import { z } from 'zod';

const LEAST_CORNERS = 3;
export const MOST_CORNERS = 200;

const degrees = (most: number) => z.number().min(-most).max(most);

/** Latitude and longitude. */
export const Corner = z.tuple([degrees(90), degrees(180)]);
export type Corner = z.infer<typeof Corner>;

const METRES_A_DEGREE = 111_320;
/** Areas of fences in square metres: a small yard, and about four times Greater Accra. */
const LEAST_AREA = 400;
const MOST_AREA = 15_000_000_000;

type Flat = { x: number; y: number };

/** Metres east and north of a corner, near enough for a fence. */
const flat = (corners: readonly Corner[]): Flat[] => {
  const [latitude, longitude] = corners[0] ?? [0, 0];
  const shrunk = Math.cos((latitude * Math.PI) / 180);
  return corners.map(([lat, lon]) => ({
    x: (lon - longitude) * METRES_A_DEGREE * shrunk,
    y: (lat - latitude) * METRES_A_DEGREE,
  }));
};

const turn = (a: Flat, b: Flat, c: Flat): number => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

const isBetween = (a: Flat, b: Flat, c: Flat): boolean =>
  Math.min(a.x, b.x) <= c.x && c.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= c.y && c.y <= Math.max(a.y, b.y);

const doMeet = (a: Flat, b: Flat, c: Flat, d: Flat): boolean => {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc !== abd && cda !== cdb) return true;
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  );
};

/** True where two sides of the ring that are no neighbours meet, or a corner stands twice. */
const crossesItself = (ring: readonly Flat[]): boolean =>
  ring.some((a, i) => {
    const b = ring[(i + 1) % ring.length] ?? a;
    if (a.x === b.x && a.y === b.y) return true;
    return ring.some((c, j) => {
      const isNeighbour = j <= i + 1 || (i === 0 && j === ring.length - 1);
      return !isNeighbour && doMeet(a, b, c, ring[(j + 1) % ring.length] ?? c);
    });
  });

/** Square metres within a ring of corners. */
export const areaOf = (corners: readonly Corner[]): number => {
  const ring = flat(corners);
  const twice = ring.reduce((sum, a, i) => {
    const b = ring[(i + 1) % ring.length] ?? a;
    return sum + a.x * b.y - b.x * a.y;
  }, 0);
  return Math.abs(twice) / 2;
};

/** Says why corners make no fence; null where they do. */
export const refusedCorners = (corners: readonly Corner[]): string | null => {
  if (corners.length < LEAST_CORNERS) return 'Please set at least three corners.';
  if (corners.length > MOST_CORNERS) return `At most ${MOST_CORNERS} corners.`;
  if (crossesItself(flat(corners))) return 'The sides of the shape cross each other. Please move a corner.';
  const area = areaOf(corners);
  if (area < LEAST_AREA) return 'The shape is too small: trackers are not that exact.';
  return area > MOST_AREA ? 'The shape is too large.' : null;
};

const RADIUS = 'Please give a radius from 20 to 100,000 metres.';

/** A polygon by its corners, the last of which is joined to the first, or a circle. */
export const FenceShape = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('polygon'), corners: z.array(Corner).max(MOST_CORNERS) })
    .superRefine(({ corners }, context) => {
      const message = refusedCorners(corners);
      if (message !== null) context.addIssue({ code: 'custom', path: ['corners'], message });
    }),
  z.strictObject({
    kind: z.literal('circle'),
    latitude: degrees(90),
    longitude: degrees(180),
    radius_m: z.number(RADIUS).min(20, RADIUS).max(100_000, RADIUS),
  }),
]);
export type FenceShape = z.infer<typeof FenceShape>;

type Spot = { latitude: number; longitude: number };

/** True for a place within the shape or on its border. */
export const isInFence = (shape: FenceShape, { latitude, longitude }: Spot): boolean => {
  if (shape.kind === 'circle') {
    const [, away] = flat([
      [shape.latitude, shape.longitude],
      [latitude, longitude],
    ]);
    return away !== undefined && Math.hypot(away.x, away.y) <= shape.radius_m;
  }
  const { corners } = shape;
  return corners.reduce((isIn, [lat, lon], i) => {
    const [beforeLat, beforeLon] = corners[(i + corners.length - 1) % corners.length] ?? [lat, lon];
    if (lat > latitude === beforeLat > latitude) return isIn;
    const crossing = ((beforeLon - lon) * (latitude - lat)) / (beforeLat - lat) + lon;
    return longitude < crossing ? !isIn : isIn;
  }, false);
};

/** As much of a rule as decides when it holds. */
export type FenceHours = { days: readonly number[]; from_time: string; until_time: string };

const DAY = 86_400_000;

/** True where a rule holds at the moment, by the clock of Accra, which is UTC's. */
export const holdsAt = ({ days, from_time, until_time }: FenceHours, at: Date): boolean => {
  const clock = at.toISOString().slice(11, 16);
  // A span that passes midnight began on the day before, for the minutes after midnight.
  const isOfDayBefore = from_time > until_time && clock < until_time;
  const day = new Date(at.getTime() - (isOfDayBefore ? DAY : 0)).getUTCDay() || 7;
  if (!days.includes(day)) return false;
  if (from_time === until_time) return true;
  return from_time < until_time ? clock >= from_time && clock < until_time : clock >= from_time || isOfDayBefore;
};
