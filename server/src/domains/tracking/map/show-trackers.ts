import {
  alarmNow,
  type Box,
  normalizeCarNumber,
  silenceLimit,
  TRACKER_LINES,
  TRACKER_STATES,
  type Tracker,
  type TrackerDots,
  type TrackerLine,
  type TrackerState,
  trackerState,
} from '@banbo/contract';
import type { Emergency } from './quiet-alarms.ts';
import type { BoardCar, TrackerBoard } from './tracker-board.ts';
import type { NewestPlace } from './trackers.repo.ts';

/** The board with the company's minutes of silence that worry. */
export type Silence = { silentMinutes: number };

const minutesOf = (car: BoardCar, place: NewestPlace | undefined, { silentMinutes }: Silence): number =>
  silenceLimit({
    silentMinutes: car.silent_minutes ?? silentMinutes,
    isMoving: place?.is_moving ?? false,
    intervalSeconds: car.interval_seconds,
  });

const stateOf = (car: BoardCar, place: NewestPlace | undefined, silence: Silence, now: Date): TrackerState =>
  trackerState(place ?? null, minutesOf(car, place, silence), now);

/** A car with its newest place, and the emergency for those who may see it. */
export const presentTracker = (
  car: BoardCar,
  { place, emergency }: { place: NewestPlace | undefined; emergency: Emergency | undefined },
  silence: Silence,
  now: Date,
): Tracker => ({
  id: car.driver_id,
  device_id: car.device_id,
  imei: car.imei,
  car_number: car.car_number,
  driver_code: car.driver_code,
  driver_name: car.driver_name,
  silent_minutes: minutesOf(car, place, silence),
  state: stateOf(car, place, silence, now),
  place: place
    ? {
        ...place,
        fix_at: place.fix_at.toISOString(),
        received_at: place.received_at.toISOString(),
        still_since: place.still_since?.toISOString() ?? null,
        alarm_at: place.alarm_at?.toISOString() ?? null,
      }
    : null,
  incident: emergency ? { id: emergency.id, number: emergency.number, is_open: emergency.ended_at === null } : null,
});

const isNamed = ({ key, text }: BoardCar, search: string): boolean => {
  const plate = normalizeCarNumber(search);
  return text.includes(search.toLowerCase()) || (plate !== '' && key.includes(plate));
};

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The lines beside the map: alarms first, then by state and car number. */
export const linesOf = (
  board: TrackerBoard,
  { search = '', state, skip }: { search?: string | undefined; state?: TrackerState | undefined; skip: number },
  silence: Silence,
  now: Date,
) => {
  const named = [...board.cars().values()].filter((car) => search === '' || isNamed(car, search));
  const stated = named.map((car) => {
    const place = board.placeOf(car);
    return { car, place, state: stateOf(car, place, silence, now) };
  });
  const counts = Object.fromEntries(TRACKER_STATES.map((one) => [one, 0])) as Record<TrackerState, number>;
  for (const one of stated) counts[one.state] += 1;
  const rank = (one: TrackerState): number => TRACKER_STATES.indexOf(one);
  const found = stated
    .filter((one) => state === undefined || one.state === state)
    .sort(
      (a, b) =>
        rank(a.state) - rank(b.state) || byText(a.car.key, b.car.key) || byText(a.car.driver_code, b.car.driver_code),
    );
  const lines = found.slice(skip, skip + TRACKER_LINES).map(
    ({ car, place, state: shown }): TrackerLine => ({
      id: car.driver_id,
      imei: car.imei,
      car_number: car.car_number,
      driver_code: car.driver_code,
      driver_name: car.driver_name,
      state: shown,
      received_at: place?.received_at.toISOString() ?? null,
      alarm: place ? alarmNow(place, now) : null,
    }),
  );
  return { at: now.toISOString(), lines, found: found.length, counts };
};

/** True for a place within the box, whose west may lie beyond its east at the date line. */
export const isInBox = (
  { west, south, east, north }: Box,
  { latitude, longitude }: Pick<NewestPlace, 'latitude' | 'longitude'>,
): boolean =>
  latitude >= south &&
  latitude <= north &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east);

const DEGREE_PARTS = 1e5;
const rounded = (degrees: number): number => Math.round(degrees * DEGREE_PARTS) / DEGREE_PARTS;
const secondsSince = (moment: Date, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1000));

/** Cars with their places, a column each. */
export const dotsOf = (
  placed: readonly { car: BoardCar; place: NewestPlace }[],
  silence: Silence,
  now: Date,
): TrackerDots => ({
  at: now.toISOString(),
  id: placed.map(({ car }) => car.driver_id),
  lat: placed.map(({ place }) => rounded(place.latitude)),
  lon: placed.map(({ place }) => rounded(place.longitude)),
  course: placed.map(({ place }) => place.course ?? -1),
  moving: placed.map(({ place }) => (place.is_moving ? 1 : 0)),
  age: placed.map(({ place }) => secondsSince(place.received_at, now)),
  silent: placed.map(({ car, place }) => minutesOf(car, place, silence)),
  alarms: placed.flatMap(({ place }, n): [number, string, number][] => {
    const alarm = alarmNow(place, now);
    return alarm === null || place.alarm_at === null ? [] : [[n, alarm, secondsSince(place.alarm_at, now)]];
  }),
});

/** The cars with a place in the box. */
export const dotsWithin = (board: TrackerBoard, box: Box, silence: Silence, now: Date): TrackerDots => {
  const placed = [...board.cars().values()].flatMap((car) => {
    const place = board.placeOf(car);
    return place && isInBox(box, place) ? [{ car, place }] : [];
  });
  return dotsOf(placed, silence, now);
};
