import type { CarRequestStatus, PlanSlug } from '@banbo/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Texts are in uppercase, except the choices (`gender`, `marital_status`) and the e-mail, which is in lower case. */
type Driver = {
  id: GeneratedAlways<string>;
  account_id: string;
  /** The record number of the person's first driver; a new driver's own unless given. */
  person_id: Generated<string>;
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
};

/** A member's request for another car. */
type CarRequestRow = {
  id: GeneratedAlways<string>;
  /** The record of the car that the member asked with. */
  driver_id: string;
  car_number: string;
  car_key: GeneratedAlways<string>;
  note: Generated<string>;
  status: Generated<CarRequestStatus>;
  /** Why it was refused. */
  status_reason: Generated<string | null>;
  asked_at: Date;
  decided_at: Generated<Date | null>;
  decided_by: Generated<string | null>;
  /** The record of the car that was registered. */
  granted_driver_id: Generated<string | null>;
};

export type DriverTables = {
  drivers: Driver;
  car_requests: CarRequestRow;
  /** A driver's plans, each from the first day of a month on. */
  driver_plans: { driver_id: string; from_month: string; plan: PlanSlug };
};
