import {
  ChangeableFields,
  COMPLETED_LATER,
  expiryOf,
  fieldLabel,
  isOfCar,
  type RegistrationFields,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { upper } from '#lib/values.ts';
import { lockPerson } from '../cars/cars.repo.ts';
import type { DriverRow } from '../drivers.repo.ts';
import { registeredColumns } from '../registration/register-driver.ts';
import { keepChange, updateDriver } from './changes.repo.ts';

export type ChangedFields = Partial<ChangeableFields>;
/** A column that staff can change. */
export type ChangeableColumn = keyof ReturnType<typeof registeredColumns> | 'middle_name';
type Columns = Pick<DriverRow, ChangeableColumn>;

/** Columns that a field decides beside the one of its own name. */
const FOLLOWING: Partial<Record<string, readonly ChangeableColumn[]>> = {
  first_name: ['last_name'],
  last_name: ['first_name'],
  date_issued: ['expiry_date'],
  identification_type: ['id_number'],
};

/** The columns that these fields decide. */
export const columnsOf = (names: readonly string[]): ChangeableColumn[] => [
  ...new Set(names.flatMap((name) => [name as ChangeableColumn, ...(FOLLOWING[name] ?? [])])),
];

/**
 * A driver's fields with these changes, as for a registration, with the root of the rows that may
 * share their numbers. Fields that an imported record lacks are empty.
 */
export const changedDriverFields = (
  driver: DriverRow,
  change: ChangedFields,
): RegistrationFields & Pick<DriverRow, 'root_id'> => {
  const names = Object.keys(ChangeableFields.shape) as (keyof ChangeableFields)[];
  const known = Object.fromEntries(names.map((name) => [name, driver[name] ?? '']));
  const fields = { ...known, ...change, root_id: driver.root_id } as RegistrationFields & Pick<DriverRow, 'root_id'>;
  return { ...fields, expiry_date: fields.date_issued && expiryOf(fields.date_issued) };
};

const COMPLETED = new Set<string>([...Object.keys(COMPLETED_LATER), 'expiry_date']);

/** The columns of these fields as stored; missing ones are null. */
const storedColumns = (fields: RegistrationFields & Pick<DriverRow, 'middle_name'>): Columns => {
  const columns = { ...registeredColumns(fields), middle_name: upper(fields.middle_name) };
  const known = Object.entries(columns).map(([name, value]) => [
    name,
    value === '' && COMPLETED.has(name) ? null : value,
  ]);
  return Object.fromEntries(known) as Columns;
};

/** A car's changed columns, with the values before and after. */
export type ColumnChange = {
  names: readonly ChangeableColumn[];
  before: Record<string, string | null>;
  after: Partial<Columns>;
};

const differing = (names: readonly ChangeableColumn[], before: Columns, after: Columns): ColumnChange => {
  const changed = names.filter((name) => before[name] !== after[name]);
  const valuesIn = (row: Columns) => Object.fromEntries(changed.map((name) => [name, row[name]]));
  return { names: changed, before: valuesIn(before), after: valuesIn(after) as Partial<Columns> };
};

/** The columns that these fields change, with the values before and after. */
export const changedColumns = (driver: DriverRow, change: ChangedFields): ColumnChange => {
  const middle_name = change.middle_name ?? driver.middle_name;
  const columns = storedColumns({ ...changedDriverFields(driver, change), middle_name });
  return differing(columnsOf(Object.keys(change)), driver, columns);
};

const OF_PERSON = columnsOf(Object.keys(ChangeableFields.shape)).filter((name) => !isOfCar(name));

/** The change that gives a restored car the data of the person's current cars. */
export const changeOfRestored = (restored: DriverRow, current: DriverRow): ColumnChange =>
  differing(OF_PERSON, restored, current);

/** The part of a change that is the person's, for another of their cars. */
export const changeOfOther = ({ names, before, after }: ColumnChange): ColumnChange => {
  const persons = names.filter((name) => !isOfCar(name));
  const valuesIn = <Value>(row: Record<string, Value>) =>
    Object.fromEntries(persons.map((name) => [name, row[name]])) as Record<string, Value>;
  return { names: persons, before: valuesIn(before), after: valuesIn(after) };
};

export type CarChange = ColumnChange & { driver: DriverRow };

/**
 * Stores a change as a car's next version, with an entry in the history and one in the log. The
 * person's row is updated already. The log is kept for good, so it has the names of the fields and
 * no values but the car number.
 */
export const storeChange = async (
  tx: Tx,
  { driver, names, before, after }: CarChange,
  { caller, now, reason }: { caller: Caller; now: Date; reason: string },
): Promise<void> => {
  const { id, driver_code, car_number } = driver;
  const version = driver.version + 1;
  const ofCar = Object.fromEntries(Object.entries(after).filter(([name]) => isOfCar(name)));
  await updateDriver(tx, id, { ...ofCar, version });
  const made = { changed_at: now, changed_by: caller.accountId, reason };
  await keepChange(tx, { driver_id: id, version, ...made, before, after: after as typeof before });
  const values = {
    before: { car_number },
    after: { car_number: after.car_number ?? car_number, fields: names.map(fieldLabel).join(', ') },
  };
  const subject = { kind: 'driver', id, name: driver_code };
  await audit(tx, caller, { action: 'drivers.change', subject, ...values }, now);
};

/**
 * Locks the current driver with this record number and the person's other current cars to the
 * transaction's end. Refused with 404 `not_found`, and with 409 `conflict` for a removed driver.
 */
export const lockCurrent = async (tx: Tx, id: string): Promise<{ driver: DriverRow; others: DriverRow[] }> => {
  const { driver, others } = await lockPerson(tx, id);
  if (driver.removed_at) throw new Refusal('conflict', 'This driver was removed, so nothing of them can be changed.');
  return { driver, others: others.filter(({ removed_at }) => removed_at === null) };
};
