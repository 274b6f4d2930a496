import { buffer } from 'node:stream/consumers';
import { missingInWords, type NewCar } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { upper } from '#lib/values.ts';
import { type DriverRow, findDriver, type NewDriver } from '../drivers.repo.ts';
import { photoKey, withStoredPhoto } from '../photos/photo-store.ts';
import { addDriver, type Issued, type Registered } from '../registration/add-driver.ts';
import { alreadyRegistered, refuseRepeats, repeatBehind } from '../registration/check-registration.ts';
import { textSetupCode } from '../registration/text-setup-code.ts';
import { personOfRequest } from './car-requests.repo.ts';
import { grantRequest } from './decide-car-request.ts';
import { lockPerson } from './other-cars.repo.ts';

type AddCarDeps<T> = {
  files: FileStore;
  now: Date;
  /** The web's origin for the link in the text message; without one the text names the page. */
  linksTo: string | null;
  caller: Caller;
  /** Runs the work in a transaction, or answers as the first time without running it. */
  inTransaction: (work: (tx: Tx) => Promise<T>) => Promise<T>;
  answer: (registered: Registered) => T;
};

const noDriver = (): Refusal => new Refusal('not_found', 'There is no such driver.');

/** The person's data with another car; whatever is a record's own is issued anew. */
const rowOf = (person: DriverRow, car: NewCar, { accountId, driverCode, photo, now }: Issued): NewDriver => ({
  first_name: person.first_name,
  middle_name: person.middle_name,
  last_name: person.last_name,
  gender: person.gender,
  date_of_birth: person.date_of_birth,
  nationality: person.nationality,
  identification_type: person.identification_type,
  id_number: person.id_number,
  date_issued: person.date_issued,
  expiry_date: person.expiry_date,
  marital_status: person.marital_status,
  mobile_number: person.mobile_number,
  email: person.email,
  spouse_mobile_number: person.spouse_mobile_number,
  next_of_kin: person.next_of_kin,
  kin_mobile_number: person.kin_mobile_number,
  kin_relationship: person.kin_relationship,
  reference_person: person.reference_person,
  reference_mobile_number: person.reference_mobile_number,
  person_id: person.person_id,
  car_number: upper(car.car_number),
  gps_address: upper(car.gps_address ?? ''),
  account_id: accountId,
  driver_code: driverCode,
  photo,
  registered_at: now,
  unpaid_since: now,
});

/** A request that another person made, or nobody, is not there for this one. */
const checkRequest = async (tx: Tx, id: string, person: DriverRow): Promise<void> => {
  const request = await personOfRequest(tx, id);
  if (request?.person_id !== person.person_id) throw new Refusal('not_found', 'There is no such request.');
};

const addInTransaction = async (
  tx: Tx,
  { id, photo }: { id: string; photo: string | null },
  car: NewCar,
  { caller, now, linksTo }: Pick<AddCarDeps<unknown>, 'caller' | 'now' | 'linksTo'>,
): Promise<Registered> => {
  // The new record refers to the person's first one, so all are locked, in the order in which changes lock them.
  const person = (await lockPerson(tx, id)).find((record) => record.id === id);
  if (!person) throw noDriver();
  if (person.removed_at) throw new Refusal('conflict', 'This driver was removed. Restore the record, or use another.');
  const missing = missingInWords(person);
  if (missing !== '') throw new Refusal('conflict', `This record still lacks ${missing}. Complete it first.`);
  if (car.request_id) await checkRequest(tx, car.request_id, person);
  const registered = await addDriver(tx, { plan: car.plan, photo, now }, (issued) => rowOf(person, car, issued));
  const { driver, setupCode } = registered;
  await textSetupCode(tx, { driver, setupCode, isAnother: true, linksTo, now });
  const subject = { kind: 'driver', id: driver.id, name: driver.driver_code };
  const after = { car_number: driver.car_number, beside: person.driver_code };
  await audit(tx, caller, { action: 'drivers.add_car', subject, after }, now);
  if (car.request_id) await grantRequest(tx, car.request_id, driver.id, { by: caller, now });
  return registered;
};

/** The photo's JPEG, since each record has a file of its own; null without one. */
const jpegOf = async (files: FileStore, photo: string | null): Promise<Uint8Array | null> => {
  const kept = photo === null ? null : await files.get(photoKey(photo));
  return kept && buffer(kept);
};

/**
 * Registers another car of a driver's person: a record with the same data and a copy of the photo, with its own driver code,
 * account, plan and fees. The code for its first password goes to the person's mobile alone, since whoever has it signs in
 * as the person. Grants the member's request that is named. Refused with 404 `not_found` for an unknown driver or request of
 * the person, with 409 `conflict` for a removed driver, an incomplete record or a request that was decided, and with 409 `already_registered`
 * for a car that somebody has.
 */
export const addCar = async <T>(
  db: Db,
  { files, inTransaction, answer, ...made }: AddCarDeps<T>,
  id: string,
  car: NewCar,
): Promise<T> => {
  const person = await findDriver(db, id);
  if (!person) throw noDriver();
  const unique = { ...person, car_number: car.car_number };
  const by = { isStaff: true };
  if (!person.removed_at) await refuseRepeats(db, unique, by);
  const jpeg = await jpegOf(files, person.photo);
  try {
    return await withStoredPhoto(db, files, { jpeg, now: made.now }, (photo, keep) =>
      inTransaction(async (tx) => {
        const registered = await addInTransaction(tx, { id, photo }, car, made);
        await keep(tx);
        return answer(registered);
      }),
    );
  } catch (error) {
    const field = await repeatBehind(db, unique, error);
    throw field ? await alreadyRegistered(db, field, by) : error;
  }
};
