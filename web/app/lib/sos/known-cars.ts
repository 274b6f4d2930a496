import { bestEffort, hasTexts } from '../browser-storage.ts';
import type { CallerCar } from './kept-call.ts';

const NAME = 'banbo-sos-cars';

/** The cars that this phone may call for, the chosen one first. */
export type KnownCars = readonly CallerCar[];

const isCar = (kept: unknown): kept is CallerCar => hasTexts(kept, ['driver_code', 'car_number']);

export const readKnownCars = (): KnownCars => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isCar) : [];
  } catch {
    return [];
  }
};

/** Remembers cars, so that the next call needs nothing but the button, with or without network. */
export const rememberCars = (cars: KnownCars): void =>
  bestEffort(() => {
    localStorage.setItem(NAME, JSON.stringify(cars));
  });

export const forgetCars = (): void => bestEffort(() => localStorage.removeItem(NAME));

/** The member's cars as the server lists them; the car that was chosen last stays first. */
export const ownCarsFirst = (cars: readonly (CallerCar & { is_signed_in?: boolean })[]): KnownCars => {
  const chosen = readKnownCars()[0]?.driver_code;
  const first =
    cars.find(({ driver_code }) => driver_code === chosen) ?? cars.find((car) => car.is_signed_in) ?? cars[0];
  const ordered = first ? [first, ...cars.filter((car) => car !== first)] : [];
  // The two facts alone: the server refuses a call with any other.
  return ordered.map(({ driver_code, car_number }) => ({ driver_code, car_number }));
};
