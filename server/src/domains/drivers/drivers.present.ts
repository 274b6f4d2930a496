import {
  ChangeableFields,
  Driver,
  type DriverOfCar,
  type DriverPricing,
  type DriverProfile,
  DriverSummary,
  fullName,
  type ListedDriver,
  type ListedMoney,
  MERGE_STANDS_AFTER_HOURS,
  maskPhone,
  planIn,
  today,
} from '@banbo/contract';
import { maskName } from '#lib/mask-name.ts';
import type { DriverRow, DriverWithPlans, ProfileRow, SummaryRow, WholeDriver } from './drivers.repo.ts';
import { cardRemark } from './registration/card-country.ts';

/** The plans by which months are priced, and the month from which on a subscription is due. */
export const driverPricing = ({
  plans,
  registered_on,
  opening,
}: Pick<DriverWithPlans, 'plans' | 'registered_on' | 'opening'>): DriverPricing => ({
  plans: [...plans],
  first_month: (opening?.billed_from ?? registered_on).slice(0, 7),
});

/**
 * Shows a stranger the first name and the last name's initial, of an only name its initial, and the
 * mobile masked in the middle.
 */
export const publicProfile = (row: ProfileRow): DriverProfile => ({
  driver_code: row.driver_code,
  car_number: row.car_number,
  fullname: row.last_name === '' ? maskName(row.first_name) : `${row.first_name} ${[...row.last_name][0]}.`,
  mobile_number: maskPhone(row.mobile_number),
  ...driverPricing(row),
});

const photoOf = ({ id, has_photo }: Pick<SummaryRow, 'id' | 'has_photo'>): string | null =>
  has_photo ? `/drivers/${id}/photo` : null;

/** Shows the whole name and number, to staff and to the driver. */
export const fullProfile = (row: ProfileRow): DriverProfile => ({
  driver_code: row.driver_code,
  car_number: row.car_number,
  fullname: fullName(row),
  mobile_number: row.mobile_number,
  ...driverPricing(row),
});

/** Shows staff also the record, the names one by one and the photo. */
export const staffProfile = (row: ProfileRow): DriverOfCar => ({
  ...fullProfile(row),
  id: row.id,
  first_name: row.first_name,
  middle_name: row.middle_name,
  last_name: row.last_name,
  photo: photoOf(row),
});

/** A driver in a staff list. Phone numbers are in E.164. */
export const summary = (row: SummaryRow): DriverSummary => ({
  id: row.id,
  driver_code: row.driver_code,
  first_name: row.first_name,
  middle_name: row.middle_name,
  last_name: row.last_name,
  car_number: row.car_number,
  mobile_number: row.mobile_number,
  photo: photoOf(row),
  registered_at: row.registered_at.toISOString(),
  removed_at: row.removed_at?.toISOString() ?? null,
});

type Field = Exclude<keyof ChangeableFields | 'expiry_date', keyof DriverSummary>;
/** The registration's fields that no list shows. Kept answers depend on their order. */
const FIELDS = (Object.keys(Driver.shape) as Field[]).filter(
  (name) => (name in ChangeableFields.shape || name === 'expiry_date') && !(name in DriverSummary.shape),
);

/** Those fields of a driver. Values that are missing or erased are empty texts. */
const fieldsOf = (row: DriverRow): Pick<Driver, Field> => {
  const shown = (value: string | null): string =>
    value === null || (row.erased_at && value === 'ERASED') ? '' : value;
  return Object.fromEntries(FIELDS.map((name) => [name, shown(row[name])])) as Pick<Driver, Field>;
};

type Listing = { money: ListedMoney | null; isFile: boolean; now: Date };

/** A driver in the list of all drivers, with the person's data in a file of it. */
export const listed = (row: DriverWithPlans, { money, isFile, now }: Listing): ListedDriver => {
  const { email, gps_address, ...fields } = fieldsOf(row);
  return {
    ...summary(row),
    email,
    gps_address,
    plan: planIn(row.plans, today(now).slice(0, 7)),
    is_fee_due: row.is_fee_due,
    is_merged: row.merged_into !== null,
    money,
    on_file: isFile ? { ...fields, removal_reason: row.removal_reason } : null,
  };
};

const HOUR = 3_600_000;

const takenBackUntil = (merged_at: Date): string =>
  new Date(merged_at.getTime() + MERGE_STANDS_AFTER_HOURS * HOUR).toISOString();

/** The record that this one was merged into, and until when the merge can be taken back. */
const mergedInto = ({ merged_into: id, merged_code, merged_at }: WholeDriver): Driver['merged_into'] => {
  if (id === null) return null;
  return { id, driver_code: merged_code ?? '', until: merged_at && takenBackUntil(merged_at) };
};

/** Everything staff see of one driver. */
export const details = (row: WholeDriver, removed_by: string | null): Driver => ({
  ...summary(row),
  ...fieldsOf(row),
  id_remark: cardRemark(row),
  plans: [...row.plans],
  removal_reason: row.removal_reason,
  removed_by,
  import_id: row.import_id,
  opening: row.opening && { billed_from: row.opening.billed_from, amount: row.opening.amount },
  erased_at: row.erased_at?.toISOString() ?? null,
  merged_into: mergedInto(row),
  duplicates: row.duplicates.map(({ id, driver_code, merged_at }) => ({
    id,
    driver_code,
    until: takenBackUntil(new Date(merged_at)),
  })),
  version: row.version,
});
