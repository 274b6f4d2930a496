import type {
  CarRequestStatus,
  DriverLineOutcome,
  DriverMapping,
  ImportStatus,
  PlanSlug,
  SuggestedDriverMapping,
} from '@banbo/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/**
 * Texts are in uppercase, except the choices (`gender`, `marital_status`) and the e-mail, which is in lower case. Those that may be
 * null are known of every person who registered; an imported one may lack them. Of an erased one they are null, empty or `ERASED`.
 */
type Person = {
  id: Generated<string>;
  /** The number of the person's first row, of the row of a car that was removed while there were others. */
  former_of: Generated<string | null>;
  /** The same for all rows of one person. */
  root_id: GeneratedAlways<string>;
  /** True while the person has a current car: a trigger sees to it. */
  is_current: Generated<boolean>;
  is_imported: Generated<boolean>;
  /** From then on the person's data are gone. */
  erased_at: ColumnType<Date | null, never, Date>;
  first_name: string;
  middle_name: Generated<string>;
  last_name: string;
  /** The names as they are searched for. */
  first_key: GeneratedAlways<string>;
  last_key: GeneratedAlways<string>;
  gender: string | null;
  date_of_birth: string | null;
  nationality: string | null;
  identification_type: string | null;
  id_number: string | null;
  id_key: GeneratedAlways<string | null>;
  date_issued: string | null;
  expiry_date: string | null;
  document_until: GeneratedAlways<string>;
  marital_status: string | null;
  /** E.164, as every phone number here. */
  mobile_number: string;
  email: string | null;
  spouse_mobile_number: string | null;
  next_of_kin: string | null;
  kin_mobile_number: string | null;
  kin_relationship: string | null;
  reference_person: Generated<string>;
  reference_mobile_number: string | null;
  /** The file's name in the store's drivers folder. */
  photo: string | null;
};

/** A person's membership with one car. Current cars of a person share their row of `persons`. */
type Driver = {
  id: GeneratedAlways<string>;
  account_id: string;
  person_id: string;
  driver_code: string;
  car_number: string;
  car_key: GeneratedAlways<string>;
  gps_address: Generated<string>;
  registered_at: ColumnType<Date, Date, never>;
  registered_on: GeneratedAlways<string>;
  removed_at: ColumnType<Date | null, never, Date | null>;
  /** The reason of the removal, once `removed_at` is set. */
  removal_reason: ColumnType<string, never, string>;
  /** True until the first fee is paid for, also of imported drivers. */
  is_fee_due: Generated<boolean>;
  /** The moment from which days without the first fee count until the record is archived; null where none count. */
  unpaid_since: ColumnType<Date | null, Date | null, Date | null>;
  /** The import that the record came from; null for a registration. */
  import_id: ColumnType<string | null, string | undefined, never>;
  /** Grows with every change by staff. */
  version: ColumnType<number, never, number>;
  /** The record that this removed one repeats. */
  merged_into: ColumnType<string | null, never, string | null>;
};

/** Record numbers of what a merge moved and of what counted then, and attempts as they were; moments as the database writes them. */
export type MergedMoney = {
  payments: readonly string[];
  credit_uses: readonly string[];
  /** Cleared payments, and fees paid from credit, of both records. */
  cleared: readonly string[];
  used: readonly string[];
  attempts: {
    moved: readonly string[];
    /** Attempts of the duplicate that were counted to the kept record's own of the same day, with the latter's last moment of before. */
    counted: readonly { own_id: string; last_at: string; twin: Readonly<Record<string, unknown>> }[];
  };
};

/** Everything that a merge changed, as it was before. */
export type MergedBefore = {
  duplicate: { removed_at: string | null; removal_reason: string };
  kept: { is_fee_due: boolean; unpaid_since: string | null };
  /** Records that led to the duplicate. */
  merged: readonly string[];
  messages: readonly string[];
  money: MergedMoney;
};

/** Texts by the names of their columns; null where there was none. */
type ChangedValues = Readonly<Record<string, string | null>>;

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
  persons: Person;
  drivers: Driver;
  /** A view: drivers with their persons. */
  driver_records: Driver & Omit<Person, 'id' | 'former_of' | 'is_imported'>;
  car_requests: CarRequestRow;
  /** Staff who opened a driver's page, once an hour each. */
  driver_looks: { id: GeneratedAlways<string>; driver_id: string; actor: string; looked_at: Date };
  /** A driver's plans, each from the first day of a month on. */
  driver_plans: { driver_id: string; from_month: string; plan: PlanSlug };
  driver_import_mappings: {
    fingerprint: string;
    /** Given as JSON text, as the other JSON here. */
    mapping: ColumnType<DriverMapping, string, string>;
    changed_by: string | null;
    changed_at: Date;
  };
  driver_imports: {
    id: GeneratedAlways<string>;
    file_name: string;
    line_count: number;
    status: Generated<Exclude<ImportStatus, 'failed'>>;
    suggestion: ColumnType<SuggestedDriverMapping, string, never>;
    is_remembered: boolean;
    mapping: ColumnType<DriverMapping | null, string | undefined, string>;
    counts: ColumnType<{ outcome: DriverLineOutcome; lines: number }[], string | undefined, string>;
    drivers: Generated<number>;
    problem: Generated<string>;
    job_id: Generated<string | null>;
    uploaded_by: string;
    uploader: string;
    uploaded_at: ColumnType<Date, Date, never>;
    imported_at: Generated<Date | null>;
    take_back_job_id: Generated<string | null>;
    taken_back: Generated<number>;
    taken_back_at: Generated<Date | null>;
  };
  driver_import_lines: {
    import_id: string;
    line: number;
    cells: ColumnType<string[], string, string>;
    outcome: DriverLineOutcome | null;
    reason: Generated<string>;
    known_id: string | null;
    driver_id: string | null;
    is_imported: Generated<boolean>;
  };
  driver_merges: {
    id: GeneratedAlways<string>;
    duplicate_id: string;
    kept_id: string;
    merged_at: ColumnType<Date, Date, never>;
    merged_by: string;
    same_person: string;
    before: ColumnType<MergedBefore | null, string, null>;
    taken_back_at: Generated<Date | null>;
    taken_back_by: Generated<string | null>;
  };
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
