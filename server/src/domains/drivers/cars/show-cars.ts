import type { OwnCar, OwnCarRequest, PersonsCar } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { lastRequests, recordsOfPerson } from './car-requests.repo.ts';
import { carsOfAccount, carsOfPerson } from './cars.repo.ts';

/** All cars of a driver's person for staff, removed ones too. Refused with 404 `not_found` where there is no such driver. */
export const showCars = async (db: Db, id: string): Promise<PersonsCar[]> => {
  const cars = await carsOfPerson(db, id);
  if (cars.length === 0) throw new Refusal('not_found', 'There is no such driver.');
  return cars.map((car) => ({
    ...car,
    registered_at: car.registered_at.toISOString(),
    removed_at: car.removed_at?.toISOString() ?? null,
  }));
};

/** The current cars of a member's person, and that of the account. Refused with 404 `not_found` for a removed driver. */
export const ownCars = async (db: Db, accountId: string) => {
  const cars = await carsOfAccount(db, accountId);
  const signedIn = cars.find(({ account_id }) => account_id === accountId);
  if (!signedIn) throw new Refusal('not_found', 'You are not registered as a driver any more.');
  return { cars, signedIn };
};

/** The requests that a member's page shows. */
const SHOWN_REQUESTS = 10;

/** The cars of a member's person and the person's last requests for others, whichever record they were made with. Refused as `ownCars`. */
export const showOwnCars = async (
  db: Db,
  accountId: string,
): Promise<{ cars: OwnCar[]; requests: OwnCarRequest[] }> => {
  const { cars, signedIn } = await ownCars(db, accountId);
  const asked = await lastRequests(db, await recordsOfPerson(db, signedIn.root_id), SHOWN_REQUESTS);
  return {
    cars: cars.map((car) => ({
      driver_code: car.driver_code,
      car_number: car.car_number,
      is_signed_in: car === signedIn,
    })),
    requests: asked.map((request) => ({ ...request, asked_at: request.asked_at.toISOString() })),
  };
};
