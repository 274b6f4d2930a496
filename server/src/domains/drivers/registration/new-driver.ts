import { driverCodeOf, normalizePhone, type PlanSlug, RegistrationFields, writtenIdNumber } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { createMemberAccount } from '#domains/identity';
import { firstFee } from '#domains/prices';
import { upper } from '#lib/upper.ts';
import { type DriverRow, type DriverWithPlans, insertDriver, type NewDriver, nextSerial } from '../drivers.repo.ts';
import { putOnPlan } from '../plans/plans.repo.ts';

const phone = (input: string): string => {
  const normalized = normalizePhone(input);
  if (!normalized) throw new RangeError('Not a checked phone number');
  return normalized;
};

/** The contract lets no field be empty that a registration must have; an imported record may still lack it. */
const optionalPhone = (input: string | undefined): string | null => (input ? phone(input) : null);

type RegisteredColumn = Exclude<keyof RegistrationFields, 'plan'>;
const REGISTERED = (Object.keys(RegistrationFields.shape) as (keyof RegistrationFields)[]).filter(
  (name) => name !== 'plan',
);

/** A text is stored in uppercase, unless its name says otherwise. */
const asStored = (name: RegisteredColumn, text: string): string | null => {
  if (name.endsWith('mobile_number')) return optionalPhone(text);
  if (name === 'gender' || name === 'marital_status') return text;
  return name === 'email' ? text.toLowerCase() : upper(text);
};

/** The columns of fields that the contract has checked, as they are stored. */
export const registeredColumns = (fields: RegistrationFields): Pick<DriverRow, RegisteredColumn> => {
  const id_number = writtenIdNumber(upper(fields.identification_type), fields.id_number);
  const columns = REGISTERED.map((name) => [name, asStored(name, { ...fields, id_number }[name] ?? '')]);
  return Object.fromEntries(columns) as Pick<DriverRow, RegisteredColumn>;
};

/** The person and car of a registration whose fields the contract has checked. */
export const newDriver = (fields: RegistrationFields, photo: string | null): NewCar => {
  const { car_number, gps_address, ...person } = registeredColumns(fields);
  return { person: { ...person, photo }, car_number, gps_address };
};

export type Registered = {
  driver: DriverWithPlans;
  /** Sets the member's first password; readable only here. */
  setupCode: string;
  /** The code of the payment type that a driver pays first, or null. */
  firstType: string | null;
};

/** A car of a new person, or of one who is there. */
export type NewCar = Pick<NewDriver, 'person' | 'car_number' | 'gps_address'>;

/** Adds a driver record with its member account, driver code and plan from this month on. */
export const addDriver = async (
  tx: Tx,
  { plan, now, ...car }: NewCar & { plan: PlanSlug | undefined; now: Date },
): Promise<Registered> => {
  const driver_code = driverCodeOf(await nextSerial(tx));
  const { accountId: account_id, setupCode } = await createMemberAccount(tx, { login: driver_code, now });
  const driver = await insertDriver(tx, { ...car, account_id, driver_code, registered_at: now, unpaid_since: now });
  const plans = plan ? [{ plan, from: driver.registered_on.slice(0, 7) }] : [];
  for (const one of plans) await putOnPlan(tx, driver.id, one);
  const firstType = (await firstFee(tx))?.type_code ?? null;
  return { driver: { ...driver, plans }, setupCode, firstType };
};
