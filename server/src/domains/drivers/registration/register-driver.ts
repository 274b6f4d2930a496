import { driverCodeOf, isStaffRole, type Registration } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { violatedReference } from '#db/violated-constraint.ts';
import { audit } from '#domains/audit';
import { createMemberAccount } from '#domains/identity';
import { firstFee } from '#domains/prices';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Caller } from '#lib/caller.ts';
import { type DriverWithPlans, insertDriver, nextSerial } from '../drivers.repo.ts';
import { discardPhoto, keepPhoto, storePhoto } from '../photos/photo-store.ts';
import { reencodePhoto } from '../photos/reencode-photo.ts';
import { putOnPlan } from '../plans/plans.repo.ts';
import { alreadyRegistered, checkRegistration, notListed, repeatBehind } from './check-registration.ts';
import { newDriver } from './new-driver.ts';
import { textSetupCode } from './text-setup-code.ts';

export type Registered = {
  driver: DriverWithPlans;
  /** Sets the member's first password; readable only here. */
  setupCode: string;
  /** The code of the payment type that a driver pays first, or null. */
  firstType: string | null;
};

type RegisterDeps<T> = {
  files: FileStore;
  now: Date;
  /** The web's origin for the link in the text message; without one the text names the page. */
  linksTo?: string | null;
  /** The signed-in caller, if there is one. */
  caller?: Caller | null;
  /** Runs the work in a transaction, or answers as the first time without running it. */
  inTransaction: (work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The answer to a finished registration. */
  answer: (registered: Registered) => T;
};

const FIELD_OF_REFERENCE: Record<string, 'nationality' | 'identification_type' | 'kin_relationship'> = {
  drivers_nationality: 'nationality',
  drivers_identification: 'identification_type',
  drivers_relationship: 'kin_relationship',
};

const addDriver = async (
  tx: Tx,
  { file: _, ...fields }: Registration,
  { photo, now }: { photo: string | null; now: Date },
): Promise<Registered> => {
  const driverCode = driverCodeOf(await nextSerial(tx));
  const { accountId, setupCode } = await createMemberAccount(tx, { login: driverCode, now });
  const driver = await insertDriver(tx, newDriver(fields, { accountId, driverCode, photo, now }));
  const plans = fields.plan ? [{ plan: fields.plan, from: driver.registered_on.slice(0, 7) }] : [];
  for (const plan of plans) await putOnPlan(tx, driver.id, plan);
  const firstType = (await firstFee(tx))?.type_code ?? null;
  return { driver: { ...driver, plans }, setupCode, firstType };
};

/** Refuses a registration that a unique index of the database refused. */
const refuseByIndex = async (db: Db, fields: Registration, error: unknown): Promise<void> => {
  const field = await repeatBehind(db, fields, error);
  if (field) throw alreadyRegistered(field);
};

/** Refuses fields with a choice that was deleted from its list after it was checked. */
export const refuseByReference = (error: unknown): void => {
  const field = FIELD_OF_REFERENCE[violatedReference(error) ?? ''];
  if (field) throw notListed(field);
};

/**
 * Records staff's registrations in the audit log. As the log is kept for good, it holds only the driver code and the
 * car number.
 */
const auditStaff = async (tx: Tx, caller: Caller, { driver }: Registered, now: Date): Promise<void> => {
  const subject = { kind: 'driver', id: driver.id, name: driver.driver_code };
  await audit(tx, caller, { action: 'drivers.register', subject, after: { car_number: driver.car_number } }, now);
};

/**
 * Registers a driver: the driver, the member account and the driver code in one transaction, the photo before it, so
 * that no driver refers to a missing photo. A failure leaves no row and no file behind. Refuses as `checkRegistration`
 * and `reencodePhoto` refuse.
 */
export const registerDriver = async <T>(
  db: Db,
  { files, now, linksTo = null, caller, inTransaction, answer }: RegisterDeps<T>,
  registration: Registration,
): Promise<T> => {
  await checkRegistration(db, registration);
  const photo = registration.file ? await storePhoto(db, files, await reencodePhoto(registration.file), now) : null;
  let added = false;
  try {
    const answered = await inTransaction(async (tx) => {
      const registered = await addDriver(tx, registration, { photo, now });
      if (photo) await keepPhoto(tx, photo);
      await textSetupCode(tx, { ...registered, linksTo, now });
      if (caller && isStaffRole(caller.role)) await auditStaff(tx, caller, registered, now);
      added = true;
      return answer(registered);
    });
    if (photo && !added) await discardPhoto(db, files, photo);
    return answered;
  } catch (error) {
    if (photo) await discardPhoto(db, files, photo);
    refuseByReference(error);
    await refuseByIndex(db, registration, error);
    throw error;
  }
};
