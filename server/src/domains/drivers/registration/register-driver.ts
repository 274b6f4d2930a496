import { isStaffRole, type Registration } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { violatedReference } from '#db/violated-constraint.ts';
import { audit } from '#domains/audit';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Caller } from '#lib/caller.ts';
import { withStoredPhoto } from '../photos/photo-store.ts';
import { reencodePhoto } from '../photos/reencode-photo.ts';
import { alreadyRegistered, checkRegistration, notListed, repeatBehind } from './check-registration.ts';
import { addDriver, newDriver, type Registered } from './new-driver.ts';
import { holdsWelcomes, textSetupCode } from './text-setup-code.ts';

type RegisterDeps<T> = {
  files: FileStore;
  now: Date;
  /** The web's origin for the link in the text message; without one the text names the page. */
  linksTo?: string | null;
  /** True where a service sends text messages, which cost money. */
  textsAreSent?: boolean;
  /** The signed-in caller, if there is one. */
  caller?: Caller | null;
  /** Runs the work in a transaction, or answers as the first time without running it. */
  inTransaction: (work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The answer to a finished registration. */
  answer: (registered: Registered, by: { isStaff: boolean }) => T;
};

const FIELD_OF_REFERENCE: Record<string, 'nationality' | 'identification_type' | 'kin_relationship'> = {
  persons_nationality: 'nationality',
  persons_identification: 'identification_type',
  persons_relationship: 'kin_relationship',
};

/** Refuses a registration that a unique index of the database refused. */
const refuseByIndex = async (db: Db, fields: Registration, error: unknown, by: { isStaff: boolean }): Promise<void> => {
  const field = await repeatBehind(db, fields, error);
  if (field) throw await alreadyRegistered(db, field, by);
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
  { files, now, linksTo = null, textsAreSent = false, caller, inTransaction, answer }: RegisterDeps<T>,
  registration: Registration,
): Promise<T> => {
  const by = { isStaff: caller ? isStaffRole(caller.role) : false };
  await checkRegistration(db, registration, by);
  const jpeg = registration.file ? await reencodePhoto(registration.file) : null;
  const { file: _, ...fields } = registration;
  try {
    return await withStoredPhoto(db, files, { jpeg, now }, (photo, keep) =>
      inTransaction(async (tx) => {
        const registered = await addDriver(tx, { ...newDriver(fields, photo), plan: fields.plan, now });
        await keep(tx);
        const isHeld = textsAreSent && !by.isStaff && (await holdsWelcomes(tx, now));
        await textSetupCode(tx, { ...registered, isHeld, linksTo, now });
        if (caller && by.isStaff) await auditStaff(tx, caller, registered, now);
        return answer(registered, by);
      }),
    );
  } catch (error) {
    refuseByReference(error);
    await refuseByIndex(db, registration, error, by);
    throw error;
  }
};
