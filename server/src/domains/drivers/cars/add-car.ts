import { missingInWords, type NewCar } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, noSuch, Refusal } from '#lib/refusal.ts';
import { upper } from '#lib/values.ts';
import { type DriverRow, findDriver } from '../drivers.repo.ts';
import { alreadyRegistered, refuseRepeats, repeatBehind } from '../registration/check-registration.ts';
import { addDriver, type RegistrationResult } from '../registration/register-driver.ts';
import { textSetupCode } from '../registration/setup-codes.ts';
import { personOfRequest } from './car-requests.repo.ts';
import { grantRequest } from './car-requests.ts';
import { lockPerson } from './cars.repo.ts';

type AddCarDeps<T> = {
  now: Date;
  /** The web's origin for the link in the text message; without one the text names the page. */
  linksTo: string | null;
  caller: Caller;
  /** Runs the work in a transaction, or answers as the first time without running it. */
  inTransaction: (work: (tx: Tx) => Promise<T>) => Promise<T>;
  answer: (registered: RegistrationResult) => T;
};

/** Refuses with 404 `not_found` a request that is not of this person. */
const checkRequest = async (tx: Tx, id: string, person: DriverRow): Promise<void> => {
  const request = await personOfRequest(tx, id);
  if (request?.root_id !== person.root_id) throw noSuch('request');
};

const addInTransaction = async (
  tx: Tx,
  id: string,
  car: NewCar,
  { caller, now, linksTo }: Pick<AddCarDeps<unknown>, 'caller' | 'now' | 'linksTo'>,
): Promise<RegistrationResult> => {
  const { driver: person } = await lockPerson(tx, id);
  if (person.removed_at) throw new Refusal('conflict', 'This driver was removed. Restore the record, or use another.');
  const missing = missingInWords(person);
  if (missing !== '') throw new Refusal('conflict', `This record still lacks ${missing}. Complete it first.`);
  if (car.request_id) await checkRequest(tx, car.request_id, person);
  const { plan, car_number, gps_address = '' } = car;
  const given = { car_number: upper(car_number), gps_address: upper(gps_address) };
  const registered = await addDriver(tx, { ...given, person: { person_id: person.person_id }, plan, now });
  const { driver, setupCode } = registered;
  await textSetupCode(tx, { driver, setupCode, isAnother: true, linksTo, now });
  const subject = { kind: 'driver', id: driver.id, name: driver.driver_code };
  const after = { car_number: driver.car_number, beside: person.driver_code };
  await audit(tx, caller, { action: 'drivers.add_car', subject, after }, now);
  if (car.request_id) await grantRequest(tx, car.request_id, driver.id, { by: caller, now });
  return registered;
};

/**
 * Registers another car of a driver's person: a record with a driver code, account, plan and fees
 * of its own. The code for its first password goes to the person's mobile alone, since the code
 * signs in as the person. Grants the member's request if one is named. Refused with 404 `not_found`
 * for an unknown driver or request, with 409 `conflict` for a removed driver, an incomplete record
 * or a decided request, and with 409 `already_registered` for a car that is registered.
 */
export const addCar = async <T>(
  db: Db,
  { inTransaction, answer, ...made }: AddCarDeps<T>,
  id: string,
  car: NewCar,
): Promise<T> => {
  const person = existing(await findDriver(db, id), 'driver');
  const unique = { ...person, car_number: car.car_number };
  const by = { isStaff: true };
  if (!person.removed_at) await refuseRepeats(db, unique, by);
  try {
    return await inTransaction(async (tx) => answer(await addInTransaction(tx, id, car, made)));
  } catch (error) {
    const field = await repeatBehind(db, unique, error);
    throw field ? await alreadyRegistered(db, field, by) : error;
  }
};
