import type { PlanSlug } from '@banbo/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Texts are in uppercase, except the choices (`gender`, `marital_status`) and the e-mail, which is in lower case. */
type Driver = {
  id: GeneratedAlways<string>;
  account_id: string;
  driver_code: string;
  first_name: string;
  middle_name: Generated<string>;
  last_name: string;
  gender: string;
  date_of_birth: string;
  nationality: string;
  identification_type: string;
  id_number: string;
  id_key: GeneratedAlways<string>;
  date_issued: string;
  expiry_date: string;
  marital_status: string;
  car_number: string;
  car_key: GeneratedAlways<string>;
  /** E.164, as every phone number here. */
  mobile_number: string;
  email: string;
  spouse_mobile_number: string | null;
  gps_address: Generated<string>;
  next_of_kin: string;
  kin_mobile_number: string;
  kin_relationship: string;
  reference_person: Generated<string>;
  reference_mobile_number: string | null;
  /** The file's name in the store's drivers folder. */
  photo: string | null;
  registered_at: ColumnType<Date, Date, never>;
  registered_on: GeneratedAlways<string>;
  removed_at: ColumnType<Date | null, never, Date | null>;
  /** The reason of the removal, once `removed_at` is set. */
  removal_reason: ColumnType<string, never, string>;
  /** The moment from which days without the registration fee count; null once it is cleared. */
  unpaid_since: ColumnType<Date | null, Date, Date | null>;
  /** Grows with every change by staff. */
  version: ColumnType<number, never, number>;
  /** The record that this removed one repeats. */
  merged_into: ColumnType<string | null, never, string>;
};

/** Texts by the names of their columns; null where there was none. */
type ChangedValues = Readonly<Record<string, string | null>>;

export type DriverTables = {
  drivers: Driver;
  /** A driver's plans, each from the first day of a month on. */
  driver_plans: { driver_id: string; from_month: string; plan: PlanSlug };
  /** Changes of a driver by staff, with only the values that differ. */
  driver_changes: {
    id: GeneratedAlways<string>;
    driver_id: string;
    /** Null of a new photo. */
    version: number | null;
    changed_at: ColumnType<Date, Date, never>;
    changed_by: string;
    reason: string;
    before: ColumnType<ChangedValues, string, never>;
    after: ColumnType<ChangedValues, string, never>;
  };
};
