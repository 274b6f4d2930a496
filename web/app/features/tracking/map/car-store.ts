import { alarmNow, type Tracker, type TrackerDots, type TrackerState, trackerState } from '@banbo/contract';
import type { Dot } from '~/components/map/clusters.ts';

/** A car as the map last heard of it; moments in ms of the server's clock. */
export type MapCar = {
  id: string;
  lat: number;
  lon: number;
  course: number | null;
  is_moving: boolean;
  received_at: number;
  silentMinutes: number;
  alarm: string | null;
  alarm_at: number | null;
};

export type CarStore = {
  /** Takes all cars of a view in place of those before; cars in `kept` stay. */
  replace: (dots: TrackerDots, kept: ReadonlySet<string>) => void;
  /** Takes cars that moved. */
  add: (dots: TrackerDots) => void;
  car: (id: string) => MapCar | undefined;
  stateOf: (id: string) => TrackerState | undefined;
  /** The alarm of a car that shows now, as Traccar names it. */
  alarmOf: (id: string) => string | null;
  /** The server's clock, in ms. */
  now: () => number;
  dots: () => Dot[];
};

const carsOf = (dots: TrackerDots): MapCar[] => {
  const at = Date.parse(dots.at);
  const alarms = new Map(dots.alarms.map(([n, name, ago]) => [n, { alarm: name, alarm_at: at - ago * 1000 }]));
  return dots.id.map((id, n) => ({
    id,
    lat: dots.lat[n] ?? 0,
    lon: dots.lon[n] ?? 0,
    course: (dots.course[n] ?? -1) < 0 ? null : (dots.course[n] ?? null),
    is_moving: dots.moving[n] === 1,
    received_at: at - (dots.age[n] ?? 0) * 1000,
    silentMinutes: dots.silent[n] ?? 0,
    ...(alarms.get(n) ?? { alarm: null, alarm_at: null }),
  }));
};

/** The cars that the map knows, by driver's number. */
export const carStore = (): CarStore => {
  let cars = new Map<string, MapCar>();
  /** Milliseconds by which this device's clock is ahead of the server's. */
  let ahead = 0;
  const now = (): number => Date.now() - ahead;
  const heard = ({ at }: TrackerDots): void => {
    ahead = Date.now() - Date.parse(at);
  };
  const stateAt = (car: MapCar, moment: number): TrackerState => trackerState(car, car.silentMinutes, moment);
  return {
    replace: (dots, kept) => {
      heard(dots);
      const staying = [...cars].filter(([id]) => kept.has(id));
      cars = new Map([...staying, ...carsOf(dots).map((car) => [car.id, car] as const)]);
    },
    add: (dots) => {
      heard(dots);
      for (const car of carsOf(dots)) cars.set(car.id, car);
    },
    car: (id) => cars.get(id),
    stateOf: (id) => {
      const car = cars.get(id);
      return car && stateAt(car, now());
    },
    alarmOf: (id) => {
      const car = cars.get(id);
      return car ? alarmNow(car, now()) : null;
    },
    now,
    dots: () => {
      const moment = now();
      return [...cars.values()].map((car) => ({
        id: car.id,
        lat: car.lat,
        lon: car.lon,
        course: car.course,
        state: stateAt(car, moment),
      }));
    },
  };
};

/** The place of a followed car as dots, which the stream and the store take. */
export const dotsOfTracker = ({ id, place, silent_minutes }: Tracker, at: string): TrackerDots | null => {
  if (!place) return null;
  const ago = (moment: string): number => Math.max(0, Math.round((Date.parse(at) - Date.parse(moment)) / 1000));
  const { alarm, alarm_at } = place;
  return {
    at,
    id: [id],
    lat: [place.latitude],
    lon: [place.longitude],
    course: [place.course ?? -1],
    moving: [place.is_moving ? 1 : 0],
    age: [ago(place.received_at)],
    silent: [silent_minutes],
    alarms: alarm !== null && alarm_at !== null ? [[0, alarm, ago(alarm_at)]] : [],
  };
};
