import { ChangeableFields, COMPLETED_LATER, expiryOf, isOfCar, type RegistrationFields } from '@banbo/contract';
import { upper } from '#lib/values.ts';
import type { DriverRow } from '../drivers.repo.ts';
import { registeredColumns } from '../registration/new-driver.ts';

export type ChangedFields = Partial<ChangeableFields>;
/** A column that staff can change. */
export type ChangeableColumn = keyof ReturnType<typeof registeredColumns> | 'middle_name';
type Columns = Pick<DriverRow, ChangeableColumn>;

/** Columns that follow from another field, beside the one of the same name. */
const FOLLOWING: Partial<Record<string, readonly ChangeableColumn[]>> = {
  date_issued: ['expiry_date'],
  identification_type: ['id_number'],
};

/** The columns that these fields decide. */
export const columnsOf = (names: readonly string[]): ChangeableColumn[] =>
  names.flatMap((name) => [name as ChangeableColumn, ...(FOLLOWING[name] ?? [])]);

/**
 * A driver's fields as they would be registered with these changes, and whose other cars may have the same numbers. Those that
 * an imported record lacks are empty.
 */
export const changedFields = (
  driver: DriverRow,
  change: ChangedFields,
): RegistrationFields & Pick<DriverRow, 'person_id'> => {
  const fields = {
    ...driver,
    gender: (driver.gender ?? '') as RegistrationFields['gender'],
    date_of_birth: driver.date_of_birth ?? '',
    nationality: driver.nationality ?? '',
    identification_type: driver.identification_type ?? '',
    id_number: driver.id_number ?? '',
    date_issued: driver.date_issued ?? '',
    marital_status: (driver.marital_status ?? '') as RegistrationFields['marital_status'],
    email: driver.email ?? '',
    spouse_mobile_number: driver.spouse_mobile_number ?? '',
    next_of_kin: driver.next_of_kin ?? '',
    kin_mobile_number: driver.kin_mobile_number ?? '',
    kin_relationship: driver.kin_relationship ?? '',
    reference_mobile_number: driver.reference_mobile_number ?? '',
    ...change,
  };
  return { ...fields, expiry_date: fields.date_issued && expiryOf(fields.date_issued) };
};

const COMPLETED = new Set<string>([...Object.keys(COMPLETED_LATER), 'expiry_date']);

/** The columns of these fields as they are stored; what is still missing stays unknown. */
const storedColumns = (fields: RegistrationFields & Pick<DriverRow, 'middle_name'>): Columns => {
  const columns = { ...registeredColumns(fields), middle_name: upper(fields.middle_name) };
  const known = Object.entries(columns).map(([name, value]) => [
    name,
    value === '' && COMPLETED.has(name) ? null : value,
  ]);
  return Object.fromEntries(known) as Columns;
};

/** A car's columns that change, with the values before and after. */
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

/** Of the columns that the fields decide, those whose stored value differs, with the values before and after. */
export const changedColumns = (driver: DriverRow, change: ChangedFields): ColumnChange => {
  const middle_name = change.middle_name ?? driver.middle_name;
  const columns = storedColumns({ ...changedFields(driver, change), middle_name });
  return differing(columnsOf(Object.keys(change)), driver, columns);
};

const OF_PERSON = columnsOf(Object.keys(ChangeableFields.shape)).filter((name) => !isOfCar(name));

/** The change by which a restored car has what a current car of the person has. */
export const changeOfRestored = (restored: DriverRow, current: DriverRow): ColumnChange =>
  differing([...new Set(OF_PERSON)], restored, current);

/** Columns that say something only together. */
const TOGETHER: readonly (readonly ChangeableColumn[])[] = [
  ['identification_type', 'id_number', 'date_issued', 'expiry_date'],
  ['next_of_kin', 'kin_mobile_number', 'kin_relationship'],
  ['reference_person', 'reference_mobile_number'],
];

/** The change of another car of the person: whatever changed of the person is afterwards as in the car that was changed. */
export const changeOfOther = (other: DriverRow, driver: DriverRow, { names, after }: ColumnChange): ColumnChange => {
  const persons = names.filter((name) => !isOfCar(name));
  const columns = new Set(persons.flatMap((name) => TOGETHER.find((group) => group.includes(name)) ?? [name]));
  return differing([...columns], other, { ...driver, ...after });
};
