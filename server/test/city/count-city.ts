import type { TraccarPositionBody } from '../../seeds/traffic/traccar.ts';

// Counts by the rules of `docs/product/tracking.md`, and by nothing of the product's code.

/** A stored place, its moment in milliseconds. */
export type Place = { at: number; latitude: number; longitude: number; speedKmh: number; accuracyM: number };

/** A report as it came: its body, and the server's time in milliseconds. */
export type Came = { imei: string; body: Pick<TraccarPositionBody, 'position'>; serverAt: number };

const DAY = 86_400_000;

/** The moment of a fix, or null where it is too far ahead of the server's clock to be used. */
export const momentOf = ({ fixTime, serverTime }: Came['body']['position'], serverAt: number): number | null => {
  const fixAt = Date.parse(fixTime);
  const told = Date.parse(serverTime);
  const heardAt = told <= serverAt ? told : serverAt;
  if (fixAt > serverAt + DAY) return null;
  return fixAt > heardAt ? Math.floor(heardAt / 1_000) * 1_000 - 1_000 + (fixAt % 997) : fixAt;
};

/** The places that are stored of reports in the order in which they came, by tracker. */
export const placesOf = (reports: readonly Came[]): Map<string, Place[]> => {
  const byTracker = new Map<string, Map<number, Place>>();
  for (const { imei, body, serverAt } of reports) {
    const { position } = body;
    const at = momentOf(position, serverAt);
    if (at === null) continue;
    const places = byTracker.get(imei) ?? new Map<number, Place>();
    byTracker.set(imei, places);
    if (places.has(at)) continue;
    const { latitude, longitude, accuracy: accuracyM } = position;
    places.set(at, { at, latitude, longitude, speedKmh: Math.round(position.speed * 185.2) / 100, accuracyM });
  }
  return new Map([...byTracker].map(([imei, places]) => [imei, [...places.values()].sort((a, b) => a.at - b.at)]));
};

type Spot = Pick<Place, 'latitude' | 'longitude'>;

/** Metres along a great circle of the mean earth, by the law of vectors rather than haversines. */
const metresApart = (a: Spot, b: Spot): number => {
  const onSphere = ({ latitude, longitude }: Spot): [number, number, number] => {
    const [lat, lon] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
  };
  const [from, to] = [onSphere(a), onSphere(b)];
  const chord = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  return 6_371_008.8 * 2 * Math.asin(chord / 2);
};

/** Metres by which a receiver may be wrong. */
const doubt = ({ accuracyM }: Place): number => (accuracyM > 30 ? accuracyM : 30);

/** No car is faster than 250 km/h, nor are two reports closer than a second. */
const canReach = (from: Place, to: Place): boolean => {
  const seconds = Math.max((to.at - from.at) / 1_000, 1);
  return (metresApart(from, to) - doubt(from) - doubt(to)) / seconds <= 250 / 3.6;
};

/**
 * Metres of a way through places in their order: a place that no car can have come to counts for
 * nothing, unless it is the first of three that agree; a move within the doubt is none.
 */
export const distanceOf = (places: readonly Place[]): number => {
  let metres = 0;
  let last: Place | undefined;
  let anchor: Place | undefined;
  let doubted: Place[] = [];
  const goOn = (place: Place): void => {
    last = place;
    if (!anchor) anchor = place;
    const moved = metresApart(anchor, place);
    if (moved <= doubt(place)) return;
    metres += moved;
    anchor = place;
  };
  for (const place of places) {
    if (!last || canReach(last, place)) {
      doubted = [];
      goOn(place);
      continue;
    }
    const before = doubted.at(-1);
    doubted = before && canReach(before, place) ? [...doubted, place] : [place];
    const [first, ...others] = doubted;
    if (doubted.length < 3 || !first) continue;
    // The way to where they agree is not known.
    anchor = first;
    for (const one of others) goOn(one);
    doubted = [];
  }
  return metres;
};
