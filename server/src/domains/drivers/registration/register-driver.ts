import {
  driverCodeOf,
  isStaffRole,
  namesInPlace,
  type PlanSlug,
  phoneAnywhere,
  type Registration,
  RegistrationFields,
  writtenIdNumber,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { violatedReference } from '#db/violated-constraint.ts';
import { audit } from '#domains/audit';
import { createMemberAccount } from '#domains/identity';
import { firstFee } from '#domains/prices';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Caller } from '#lib/caller.ts';
import { reencodePhoto } from '#lib/reencode-photo.ts';
import { upper } from '#lib/values.ts';
import { putOnPlan } from '../changing/changes.repo.ts';
import { type DriverRow, type DriverWithPlans, insertDriver, type NewDriver, nextSerial } from '../drivers.repo.ts';
import { FACE_SIDE, withStoredPhoto } from '../photos/photo-store.ts';
import { alreadyRegistered, checkRegistration, notListed, repeatBehind } from './check-registration.ts';
import { isFlooded, textSetupCode } from './setup-codes.ts';

const phone = (input: string): string => {
  const normalized = phoneAnywhere(input);
  if (!normalized) throw new RangeError('Not a checked phone number');
  return normalized;
};

/** The contract requires the phones of a registration; an imported record may lack them. */
const optionalPhone = (input: string | undefined): string | null => (input ? phone(input) : null);

type RegisteredColumn = Exclude<keyof RegistrationFields, 'plan'>;
const REGISTERED = (Object.keys(RegistrationFields.shape) as (keyof RegistrationFields)[]).filter(
  (name) => name !== 'plan',
);

/** Texts are stored in uppercase, e-mail addresses in lower case, choices as they are. */
const asStored = (name: RegisteredColumn, text: string): string | null => {
  if (name.endsWith('mobile_number')) return optionalPhone(text);
  if (name === 'gender' || name === 'marital_status') return text;
  return name === 'email' ? text.toLowerCase() : upper(text);
};

/** The columns of fields that the contract has checked, as they are stored. */
export const registeredColumns = (fields: RegistrationFields): Pick<DriverRow, RegisteredColumn> => {
  const id_number = writtenIdNumber(upper(fields.identification_type), fields.id_number);
  const given = { ...fields, ...namesInPlace(fields), id_number };
  const columns = REGISTERED.map((name) => [name, asStored(name, given[name] ?? '')]);
  return Object.fromEntries(columns) as Pick<DriverRow, RegisteredColumn>;
};

/** The person and car of a registration whose fields the contract has checked. */
const newDriver = (fields: RegistrationFields, photo: string | null): NewCar => {
  const { car_number, gps_address, ...person } = registeredColumns(fields);
  return { person: { ...person, photo }, car_number, gps_address };
};

export type RegistrationResult = {
  driver: DriverWithPlans;
  /** Sets the member's first password; readable only here. */
  setupCode: string;
  /** The code of the payment type that a driver pays first, or null. */
  firstType: string | null;
};

/** A car of a new person or a known one. */
type NewCar = Pick<NewDriver, 'person' | 'car_number' | 'gps_address'>;

/** Adds a driver record with its member account, driver code and plan from this month on. */
export const addDriver = async (
  tx: Tx,
  { plan, now, ...car }: NewCar & { plan: PlanSlug | undefined; now: Date },
): Promise<RegistrationResult> => {
  const driver_code = driverCodeOf(await nextSerial(tx));
  const { accountId: account_id, setupCode } = await createMemberAccount(tx, { login: driver_code, now });
  const driver = await insertDriver(tx, { ...car, account_id, driver_code, registered_at: now, unpaid_since: now });
  const plans = plan ? [{ plan, from: driver.registered_on.slice(0, 7) }] : [];
  for (const one of plans) await putOnPlan(tx, driver.id, one);
  const firstType = (await firstFee(tx))?.type_code ?? null;
  return { driver: { ...driver, plans, opening: null }, setupCode, firstType };
};

type RegisterDeps<T> = {
  files: FileStore;
  now: Date;
  /** The web's origin for the link in the text message; without one the text names the page. */
  linksTo?: string | null;
  /** True where a service sends text messages, which cost money. */
  textsAreSent?: boolean;
  /** The signed-in caller, if there is one. */
  caller?: Caller | null;
  /** Counts and refuses those who register by themselves while far more do so than usual. */
  countInFlood?: (tx: Tx) => Promise<void>;
  /** Runs the work in a transaction, or answers as the first time without running it. */
  inTransaction: (work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The answer to a finished registration. */
  answer: (registered: RegistrationResult, by: { isStaff: boolean }) => T;
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

/** The log is kept for good, so it has the driver code and the car number alone. */
const auditStaff = async (tx: Tx, caller: Caller, { driver }: RegistrationResult, now: Date): Promise<void> => {
  const subject = { kind: 'driver', id: driver.id, name: driver.driver_code };
  await audit(tx, caller, { action: 'drivers.register', subject, after: { car_number: driver.car_number } }, now);
};

/**
 * Registers a driver: the driver, the member account and the driver code in one transaction, the
 * photo before it, so that no driver refers to a missing photo. A failure leaves no row and no file
 * behind. Refuses as `checkRegistration` and `reencodePhoto` refuse.
 */
export const registerDriver = async <T>(
  db: Db,
  { files, now, linksTo = null, textsAreSent = false, caller, countInFlood, inTransaction, answer }: RegisterDeps<T>,
  registration: Registration,
): Promise<T> => {
  const by = { isStaff: caller ? isStaffRole(caller.role) : false };
  await checkRegistration(db, registration, by);
  const jpeg = registration.file ? await reencodePhoto(registration.file, FACE_SIDE) : null;
  const { file: _, ...fields } = registration;
  try {
    return await withStoredPhoto(db, files, { jpeg, now }, (photo, keep) =>
      inTransaction(async (tx) => {
        const registered = await addDriver(tx, { ...newDriver(fields, photo), plan: fields.plan, now });
        await keep(tx);
        const isOfFlood = !by.isStaff && (await isFlooded(tx, now));
        if (isOfFlood) await countInFlood?.(tx);
        await textSetupCode(tx, { ...registered, isHeld: textsAreSent && isOfFlood, linksTo, now });
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
