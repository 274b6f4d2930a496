import { alarmNow, MOST_TRACKERS, normalizeCarNumber } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { concernsAlarm, type EmergenciesOf, type Emergency, quieted } from './quiet-alarms.ts';
import {
  type CarRelations,
  type Horizon,
  type NewestPlace,
  placesSince,
  type TrackedCar,
  trackedCars,
} from './trackers.repo.ts';

/** Milliseconds after which all places are read, since a removed one is no change. */
const WHOLE_MS = 60_000;

/** A car on the board, with the texts that a search looks in. */
export type BoardCar = TrackedCar & { key: string; text: string };

/** A tracker's place, and the one before it. */
export type MovedPlace = { place: NewestPlace; before: NewestPlace | undefined };

export type TrackerBoard = {
  /** Reads what has changed; the cars too, unless they were read within these milliseconds. */
  freshen: (carsMs?: number) => Promise<void>;
  /** Calls the listener with places that changed, until the returned function is called. */
  onMoved: (listener: (moved: readonly MovedPlace[]) => void) => () => void;
  /** By driver's number, in its order. */
  cars: () => ReadonlyMap<string, BoardCar>;
  carOfDevice: (deviceId: string) => BoardCar | undefined;
  /** The newest place since the fitting, without alarms of emergencies that have ended. */
  placeOf: (car: BoardCar) => NewestPlace | undefined;
  /** The emergency of an alarm that shows, or would show had it not ended. */
  emergencyOf: (car: BoardCar) => Emergency | undefined;
};

const withTexts = (car: TrackedCar): BoardCar => ({
  ...car,
  key: normalizeCarNumber(car.car_number),
  text: `${car.driver_code} ${car.driver_name} ${car.imei} ${car.feed_name ?? ''}`.toLowerCase(),
});

const isSame = (one: NewestPlace | undefined, other: NewestPlace): boolean =>
  one !== undefined &&
  one.received_at.getTime() === other.received_at.getTime() &&
  one.fix_at.getTime() === other.fix_at.getTime() &&
  one.alarm_at?.getTime() === other.alarm_at?.getTime();

type Options = { db: Db; relations: CarRelations; emergenciesOf: EmergenciesOf; now: () => Date };

/**
 * The fitted cars and their newest places as this server last read them, one copy for all who look.
 * It is read while somebody asks: the cars whole, the places that changed since.
 */
export const trackerBoard = ({ db, relations, emergenciesOf, now }: Options): TrackerBoard => {
  let cars: ReadonlyMap<string, BoardCar> = new Map();
  let ofDevices: ReadonlyMap<string, BoardCar> = new Map();
  let carsAt = Number.NEGATIVE_INFINITY;
  let places = new Map<string, NewestPlace>();
  let emergencies: ReadonlyMap<string, Emergency> = new Map();
  let horizon: Horizon | null = null;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const listeners = new Set<(moved: readonly MovedPlace[]) => void>();

  const readCars = async (): Promise<void> => {
    const began = performance.now();
    const read = (await trackedCars(db, relations, MOST_TRACKERS)).map(withTexts);
    cars = new Map(read.map((car) => [car.driver_id, car]));
    ofDevices = new Map(read.map((car) => [car.device_id, car]));
    carsAt = began;
  };

  const readPlaces = async (): Promise<MovedPlace[]> => {
    const began = performance.now();
    const isWhole = began - wholeAt > WHOLE_MS;
    const { places: read, horizon: next } = await placesSince(db, isWhole ? null : horizon);
    horizon = next;
    const before = places;
    const moved = read
      .map((place) => ({ place, before: before.get(place.device_id) }))
      .filter(({ place, before: last }) => !isSame(last, place));
    if (isWhole) {
      places = new Map(read.map((place) => [place.device_id, place]));
      wholeAt = began;
    } else for (const { place } of moved) places.set(place.device_id, place);
    return moved;
  };

  const tell = (moved: readonly MovedPlace[]): void => {
    if (moved.length > 0) for (const hear of [...listeners]) hear(moved);
  };

  const fittedPlace = ({ device_id, fitted_at }: BoardCar): NewestPlace | undefined => {
    const place = places.get(device_id);
    return place && place.fix_at >= fitted_at ? place : undefined;
  };

  /** Gives the places of cars whose emergency began, ended or was opened again. */
  const readEmergencies = async (): Promise<MovedPlace[]> => {
    const alarmed = [...cars.values()].flatMap((car) => {
      const place = fittedPlace(car);
      return place && alarmNow(place, now()) !== null ? [{ car, place }] : [];
    });
    const read = await emergenciesOf(
      db,
      alarmed.map(({ car }) => car),
    );
    const found = new Map(read.map((one) => [one.driver_id, one]));
    const before = emergencies;
    const concerning = alarmed.flatMap(({ car, place }) => {
      const one = found.get(car.driver_id);
      return one && concernsAlarm(one, place) ? [{ place, one }] : [];
    });
    emergencies = new Map(concerning.map(({ one }) => [one.driver_id, one]));
    return alarmed.flatMap(({ car: { driver_id }, place }) => {
      const [one, other] = [before.get(driver_id), emergencies.get(driver_id)];
      const isSameState = one?.id === other?.id && one?.ended_at?.getTime() === other?.ended_at?.getTime();
      return isSameState ? [] : [{ place, before: place }];
    });
  };

  const step = async (carsMs: number): Promise<void> => {
    if (performance.now() - carsAt > carsMs) await readCars();
    tell(await readPlaces());
    tell(await readEmergencies());
  };

  return {
    freshen: async (carsMs = 0) => {
      // A read under way began before this call, and may lack what the caller wrote.
      await reading?.catch(() => undefined);
      reading ??= step(carsMs).finally(() => {
        reading = null;
      });
      await reading;
    },
    onMoved: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cars: () => cars,
    carOfDevice: (deviceId) => ofDevices.get(deviceId),
    placeOf: (car) => {
      const place = fittedPlace(car);
      return place && quieted(place, emergencies.get(car.driver_id));
    },
    emergencyOf: ({ driver_id }) => emergencies.get(driver_id),
  };
};
