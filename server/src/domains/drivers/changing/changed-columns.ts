import { type ChangeableFields, expiryOf, type RegistrationFields } from '@banbo/contract';
import { upper } from '#lib/upper.ts';
import type { DriverRow } from '../drivers.repo.ts';
import { registeredColumns } from '../registration/new-driver.ts';

export type ChangedFields = Partial<ChangeableFields>;
type Columns = ReturnType<typeof registeredColumns> & Pick<DriverRow, 'middle_name'>;

/** A column that staff can change. */
export type ChangeableColumn = keyof Columns;

/** Columns that follow from another field, beside the one of the same name. */
const FOLLOWING: Partial<Record<string, readonly ChangeableColumn[]>> = {
  date_issued: ['expiry_date'],
  identification_type: ['id_number'],
};

/** The columns that these fields decide. */
export const columnsOf = (names: readonly string[]): ChangeableColumn[] =>
  names.flatMap((name) => [name as ChangeableColumn, ...(FOLLOWING[name] ?? [])]);

/** A driver's fields as they would be registered with these changes. */
export const changedFields = (driver: DriverRow, change: ChangedFields): RegistrationFields => {
  const fields = {
    ...driver,
    gender: driver.gender as RegistrationFields['gender'],
    marital_status: driver.marital_status as RegistrationFields['marital_status'],
    spouse_mobile_number: driver.spouse_mobile_number ?? '',
    reference_mobile_number: driver.reference_mobile_number ?? '',
    ...change,
  };
  return { ...fields, expiry_date: expiryOf(fields.date_issued) };
};

/** Of the columns that the fields decide, those whose stored value differs, with the values before and after. */
export const changedColumns = (driver: DriverRow, change: ChangedFields) => {
  const columns: Columns = {
    ...registeredColumns(changedFields(driver, change)),
    middle_name: upper(change.middle_name ?? driver.middle_name),
  };
  const differing = columnsOf(Object.keys(change)).filter((name) => columns[name] !== driver[name]);
  const valuesIn = (row: Columns) => Object.fromEntries(differing.map((name) => [name, row[name]]));
  return { names: differing, before: valuesIn(driver as Columns), after: valuesIn(columns) as Partial<Columns> };
};
