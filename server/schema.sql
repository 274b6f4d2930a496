-- The tables, constraints, indexes, triggers and functions that the migrations make. Written by npm run schema;
-- to change it, add a migration.

-- == types ==

CREATE DOMAIN filled_text AS text CHECK (VALUE = btrim(VALUE));
CREATE DOMAIN ghana_phone AS text CHECK (VALUE ~ '^\+[1-9][0-9]{7,14}$');

-- == identity ==

CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  login text NOT NULL,
  role text NOT NULL,
  password_hash text,
  status text DEFAULT 'active' NOT NULL,
  failed_logins integer DEFAULT 0 NOT NULL,
  blocked_until timestamptz,
  token_epoch integer DEFAULT 0 NOT NULL,
  created_at timestamptz NOT NULL,
  last_login_at timestamptz,
  counted_at timestamptz,
  status_reason text,
  -- From then on an auditor's sign-in is good for nothing.
  ends_at timestamptz,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_auditor_ends CHECK ((role = 'Auditor') = (ends_at IS NOT NULL)),
  CONSTRAINT accounts_check CHECK (kind = 'member' AND role = 'Member' OR kind = 'tenant' AND role = 'Tenant' OR kind = 'staff' AND (role IN ('SuperAdmin', 'SystemAdmin', 'SuperUser', 'Operations', 'Accounts', 'Legal', 'SystemUser', 'Auditor'))),
  CONSTRAINT accounts_kind_check CHECK (kind IN ('staff', 'member', 'tenant')),
  CONSTRAINT accounts_login_check CHECK (login <> '' AND length(login) <= 100),
  CONSTRAINT accounts_status_check CHECK (status IN ('active', 'blocked', 'deleted'))
);
CREATE UNIQUE INDEX accounts_login ON accounts (kind, login) WHERE (status <> 'deleted');
CREATE INDEX accounts_super_admins ON accounts (id) WHERE ((role = 'SuperAdmin') AND (status <> 'deleted'));
CREATE INDEX accounts_without_password ON accounts (id DESC) WHERE ((kind = 'member') AND (status = 'active') AND (password_hash IS NULL));
CREATE TRIGGER accounts_auditor_kept BEFORE UPDATE OF role, ends_at ON accounts FOR EACH ROW WHEN (old.role = 'Auditor' OR new.role = 'Auditor') EXECUTE FUNCTION keep_auditors();

CREATE TABLE staff_users (
  account_id bigint NOT NULL,
  first_name text NOT NULL,
  middle_name text DEFAULT '' NOT NULL,
  last_name text NOT NULL,
  email text DEFAULT '' NOT NULL,
  mobile_number text DEFAULT '' NOT NULL,
  CONSTRAINT staff_users_pkey PRIMARY KEY (account_id),
  CONSTRAINT staff_users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX staff_users_email ON staff_users (lower(email)) WHERE (email <> '');
CREATE INDEX staff_users_name ON staff_users (last_name, first_name, account_id);

CREATE TABLE tenant_users (
  account_id bigint NOT NULL,
  tenant_code text NOT NULL,
  fullname text NOT NULL,
  email text DEFAULT '' NOT NULL,
  CONSTRAINT tenant_users_pkey PRIMARY KEY (account_id),
  CONSTRAINT tenant_users_tenant_code_key UNIQUE (tenant_code),
  CONSTRAINT tenant_users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT tenant_users_tenant_code_check CHECK (tenant_code <> '')
);

-- One code for an account and purpose, which sets that account's password. `code_hash` is SHA-256
-- in hex.
CREATE TABLE setup_codes (
  account_id bigint NOT NULL,
  code_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  purpose text DEFAULT 'first' NOT NULL,
  CONSTRAINT setup_codes_pkey PRIMARY KEY (account_id, purpose),
  CONSTRAINT setup_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT setup_codes_purpose_check CHECK (purpose IN ('first', 'forgotten'))
);

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id bigint NOT NULL,
  family_hash text NOT NULL,
  secret_hash text NOT NULL,
  previous_hash text,
  rotated_at timestamptz,
  persist boolean NOT NULL,
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Later than `rotated_at` once the present secret has been used.
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_family_hash_key UNIQUE (family_hash),
  CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX sessions_account ON sessions (account_id, last_used_at DESC, id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

CREATE TABLE known_devices (
  account_id bigint NOT NULL,
  device_hash text NOT NULL,
  failed_logins integer DEFAULT 0 NOT NULL,
  blocked_until timestamptz,
  last_login_at timestamptz NOT NULL,
  counted_at timestamptz,
  CONSTRAINT known_devices_pkey PRIMARY KEY (account_id, device_hash),
  CONSTRAINT known_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX known_devices_last_login_at ON known_devices (last_login_at);

-- `address_hash` is HMAC-SHA-256 by the server's key, in hex; for an IPv6 address, of its network.
CREATE TABLE known_addresses (
  account_id bigint NOT NULL,
  address_hash text COLLATE "C" NOT NULL,
  last_login_at timestamptz NOT NULL,
  CONSTRAINT known_addresses_pkey PRIMARY KEY (account_id, address_hash),
  CONSTRAINT known_addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX known_addresses_hash ON known_addresses (address_hash);
CREATE INDEX known_addresses_last_login_at ON known_addresses (last_login_at);

CREATE TABLE unknown_logins (
  login_hash text COLLATE "C" NOT NULL,
  failed_logins integer NOT NULL,
  blocked_until timestamptz,
  counted_at timestamptz NOT NULL,
  CONSTRAINT unknown_logins_pkey PRIMARY KEY (login_hash)
);
CREATE INDEX unknown_logins_counted_at ON unknown_logins (counted_at);

-- The secrets are sealed. The columns of a confirmed app are set together, and so are those of one
-- that waits for its first code.
CREATE TABLE second_factors (
  account_id bigint NOT NULL,
  sealed_secret text,
  confirmed_at timestamptz,
  last_step bigint,
  waiting_secret text,
  waiting_until timestamptz,
  CONSTRAINT second_factors_pkey PRIMARY KEY (account_id),
  CONSTRAINT second_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT second_factors_check CHECK ((sealed_secret IS NULL) = (confirmed_at IS NULL) AND (sealed_secret IS NULL) = (last_step IS NULL)),
  CONSTRAINT second_factors_check1 CHECK ((waiting_secret IS NULL) = (waiting_until IS NULL))
);

CREATE TABLE second_factor_roles (
  role text NOT NULL,
  CONSTRAINT second_factor_roles_pkey PRIMARY KEY (role),
  CONSTRAINT second_factor_roles_role_check CHECK (role IN ('SuperAdmin', 'SystemAdmin', 'SuperUser', 'Operations', 'Accounts', 'Legal', 'SystemUser'))
);

CREATE TABLE role_permissions (
  role text NOT NULL,
  permission text NOT NULL,
  is_granted boolean NOT NULL,
  CONSTRAINT role_permissions_pkey PRIMARY KEY (role, permission),
  CONSTRAINT role_permissions_permission_check CHECK (permission <> ''),
  CONSTRAINT role_permissions_role_check CHECK (role IN ('SystemAdmin', 'SuperUser', 'Operations', 'Accounts', 'Legal', 'SystemUser'))
);
CREATE TRIGGER role_permissions_live AFTER INSERT OR DELETE OR UPDATE ON role_permissions FOR EACH STATEMENT EXECUTE FUNCTION tell_live('roles');

-- `code_hash` is HMAC-SHA-256 by the server's key, in hex.
CREATE TABLE recovery_codes (
  account_id bigint NOT NULL,
  code_hash text COLLATE "C" NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

-- `device_hash` is empty for all devices that the account does not know.
CREATE TABLE code_counts (
  account_id bigint NOT NULL,
  device_hash text COLLATE "C" NOT NULL,
  failed_codes integer NOT NULL,
  counted_at timestamptz NOT NULL,
  blocked_until timestamptz,
  CONSTRAINT code_counts_pkey PRIMARY KEY (account_id, device_hash),
  CONSTRAINT code_counts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX code_counts_counted_at ON code_counts (counted_at);

CREATE TABLE saved_views (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id bigint NOT NULL,
  list text COLLATE "C" NOT NULL,
  screen text COLLATE "C" NOT NULL,
  name text NOT NULL,
  filters jsonb NOT NULL,
  sort text COLLATE "C" NOT NULL,
  hidden_columns jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT saved_views_filters_check CHECK (jsonb_typeof(filters) = 'object'),
  CONSTRAINT saved_views_hidden_columns_check CHECK (jsonb_typeof(hidden_columns) = 'array'),
  CONSTRAINT saved_views_list_check CHECK (list ~ '^/' AND length(list) <= 60),
  CONSTRAINT saved_views_name_check CHECK (length(name) >= 1 AND length(name) <= 40),
  CONSTRAINT saved_views_screen_check CHECK (length(screen) >= 1 AND length(screen) <= 60)
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (account_id, screen, upper(name));

CREATE TABLE auditors (
  account_id bigint NOT NULL,
  serial bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  fullname text NOT NULL,
  email text DEFAULT '' NOT NULL,
  mobile_number text DEFAULT '' NOT NULL,
  days smallint NOT NULL,
  opened_by bigint NOT NULL,
  opened_at timestamptz NOT NULL,
  ended_by bigint,
  ended_at timestamptz,
  end_reason text,
  CONSTRAINT auditors_pkey PRIMARY KEY (account_id),
  CONSTRAINT auditors_serial_key UNIQUE (serial),
  CONSTRAINT auditors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT auditors_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(id),
  CONSTRAINT auditors_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES accounts(id),
  CONSTRAINT auditors_check CHECK (email <> '' OR mobile_number <> ''),
  CONSTRAINT auditors_check1 CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (end_reason IS NULL)),
  CONSTRAINT auditors_days_check CHECK (days >= 1 AND days <= 60),
  CONSTRAINT auditors_fullname_check CHECK (fullname <> '')
);
CREATE INDEX auditors_opened ON auditors (opened_at DESC, account_id DESC);

-- == drivers ==

CREATE TABLE persons (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  former_of bigint,
  root_id bigint GENERATED ALWAYS AS (COALESCE(former_of, id)) STORED NOT NULL,
  is_current boolean DEFAULT true NOT NULL,
  is_imported boolean DEFAULT false NOT NULL,
  erased_at timestamptz,
  first_name filled_text NOT NULL,
  middle_name text DEFAULT '' NOT NULL,
  -- Empty of a person with one name, which is `first_name`.
  last_name filled_text NOT NULL,
  gender text,
  date_of_birth date,
  nationality filled_text,
  identification_type filled_text,
  id_number filled_text,
  id_key text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(upper(id_number::text), '[^A-Z0-9]', '', 'g')) STORED,
  date_issued date,
  expiry_date date,
  document_until date GENERATED ALWAYS AS (COALESCE(expiry_date, '-infinity'::date)) STORED NOT NULL,
  marital_status text,
  mobile_number text COLLATE "C" NOT NULL,
  email filled_text,
  spouse_mobile_number ghana_phone,
  next_of_kin filled_text,
  kin_mobile_number ghana_phone,
  kin_relationship filled_text,
  reference_person text DEFAULT '' NOT NULL,
  reference_mobile_number ghana_phone,
  photo text,
  has_photo boolean GENERATED ALWAYS AS (photo IS NOT NULL) STORED NOT NULL,
  CONSTRAINT persons_pkey PRIMARY KEY (id),
  CONSTRAINT persons_shown UNIQUE (id, first_name, middle_name, last_name, mobile_number, document_until, has_photo),
  CONSTRAINT persons_identification FOREIGN KEY (identification_type) REFERENCES identifications(identification) ON UPDATE CASCADE,
  CONSTRAINT persons_nationality FOREIGN KEY (nationality) REFERENCES nationalities(nationality) ON UPDATE CASCADE,
  CONSTRAINT persons_relationship FOREIGN KEY (kin_relationship) REFERENCES relationships(relationship) ON UPDATE CASCADE,
  CONSTRAINT persons_check CHECK (date_issued >= date_of_birth),
  CONSTRAINT persons_check1 CHECK (expiry_date = ((date_issued + '10 years'::interval)::date -
CASE
    WHEN EXTRACT(month FROM date_issued) = 2 AND EXTRACT(day FROM date_issued) = 29 THEN 0
    ELSE 1
END)),
  CONSTRAINT persons_date_of_birth_check CHECK (date_of_birth >= '1900-01-01'::date),
  CONSTRAINT persons_filled CHECK (first_name::text <> '' AND nationality::text <> '' AND identification_type::text <> '' AND id_number::text <> '' AND email::text <> '' AND next_of_kin::text <> '' AND kin_relationship::text <> ''),
  CONSTRAINT persons_gender_check CHECK (gender IN ('Male', 'Female')),
  CONSTRAINT persons_id_key_check CHECK (id_key <> ''),
  CONSTRAINT persons_marital_status_check CHECK (marital_status IN ('Single', 'Married', 'Divorced', 'Separated', 'Widowed', 'Prefer Not to Say')),
  CONSTRAINT persons_photo_check CHECK (photo <> ''),
  CONSTRAINT persons_whole CHECK (
CASE
    WHEN erased_at IS NULL THEN mobile_number ~ '^\+233[1-9][0-9]{8}$' AND (date_issued IS NULL) = (expiry_date IS NULL) AND (is_imported OR num_nulls(gender, date_of_birth, nationality, identification_type, id_number, date_issued, marital_status, email, next_of_kin, kin_mobile_number, kin_relationship) = 0)
    ELSE NOT is_current AND mobile_number = '' AND reference_person = '' AND (id_number::text = 'ERASED' AND email::text = 'ERASED' AND next_of_kin::text = 'ERASED') IS TRUE AND num_nonnulls(gender, date_of_birth, nationality, identification_type, date_issued, expiry_date, marital_status, kin_mobile_number, kin_relationship, spouse_mobile_number, reference_mobile_number, photo) = 0
END)
);
CREATE UNIQUE INDEX persons_current ON persons (root_id) WHERE is_current;
CREATE INDEX persons_former_id_number ON persons (id_key) WHERE (NOT is_current);
CREATE UNIQUE INDEX persons_id_number ON persons (id_key) WHERE is_current;
CREATE INDEX persons_incomplete ON persons (id) WHERE ((erased_at IS NULL) AND (num_nulls(gender, date_of_birth, nationality, identification_type, id_number, date_issued, marital_status, email, next_of_kin, kin_mobile_number, kin_relationship) > 0));
CREATE UNIQUE INDEX persons_mobile ON persons (mobile_number) WHERE is_current;
CREATE INDEX persons_of_identification ON persons (identification_type);
CREATE INDEX persons_of_nationality ON persons (nationality);
CREATE INDEX persons_of_relationship ON persons (kin_relationship);
CREATE INDEX persons_of_root ON persons (root_id);
CREATE TRIGGER persons_live AFTER UPDATE ON persons FOR EACH STATEMENT EXECUTE FUNCTION tell_live('drivers');

-- Texts are in uppercase, except choices (`gender`, `marital_status`) and the e-mail, which is in
-- lower case. Columns that may be null are known of every current driver who registered; an
-- imported record may lack them. Once a driver's data were erased, the person's columns are null,
-- empty or `ERASED`.
CREATE TABLE drivers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id bigint NOT NULL,
  driver_code text COLLATE "C" NOT NULL,
  first_name filled_text NOT NULL,
  middle_name text DEFAULT '' NOT NULL,
  last_name filled_text NOT NULL,
  car_number filled_text NOT NULL,
  car_key text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(upper(car_number::text), '[^A-Z0-9]', '', 'g')) STORED NOT NULL,
  mobile_number text COLLATE "C" NOT NULL,
  gps_address text DEFAULT '' NOT NULL,
  registered_at timestamptz NOT NULL,
  registered_on date GENERATED ALWAYS AS ((registered_at AT TIME ZONE 'UTC')::date) STORED NOT NULL,
  removed_at timestamptz,
  -- The moment from which days without the first fee count until the record is archived; null where
  -- none count.
  unpaid_since timestamptz DEFAULT now(),
  -- The reason of the removal, once `removed_at` is set.
  removal_reason text DEFAULT '' NOT NULL,
  -- Grows with every change by staff.
  version integer DEFAULT 1 NOT NULL,
  -- The record that this removed one repeats.
  merged_into bigint,
  person_id bigint NOT NULL,
  -- The import that the record came from; null for a registration.
  import_id bigint,
  -- True until the first fee is paid for, also of imported drivers.
  is_fee_due boolean DEFAULT true NOT NULL,
  document_until date NOT NULL,
  has_photo boolean NOT NULL,
  -- The names as they sound, by which misheard ones are found.
  sound text COLLATE "C" GENERATED ALWAYS AS (name_sound((((first_name::text || ' ') || middle_name) || ' ') || last_name::text)) STORED NOT NULL,
  CONSTRAINT drivers_pkey PRIMARY KEY (id),
  CONSTRAINT drivers_account_id_key UNIQUE (account_id),
  CONSTRAINT drivers_driver_code_key UNIQUE (driver_code),
  CONSTRAINT drivers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT drivers_import_id_fkey FOREIGN KEY (import_id) REFERENCES driver_imports(id),
  CONSTRAINT drivers_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES drivers(id),
  CONSTRAINT drivers_person FOREIGN KEY (person_id, first_name, middle_name, last_name, mobile_number, document_until, has_photo) REFERENCES persons(id, first_name, middle_name, last_name, mobile_number, document_until, has_photo) ON UPDATE CASCADE,
  CONSTRAINT drivers_car_key_check CHECK (length(car_key) >= 2),
  CONSTRAINT drivers_check2 CHECK (merged_into <> id),
  CONSTRAINT drivers_days_of_due_fee CHECK (unpaid_since IS NULL OR is_fee_due),
  CONSTRAINT drivers_driver_code_check CHECK (driver_code ~ '^DRV([0-9]{6}|[1-9][0-9]{6,7})[0-9A-Z]$'),
  CONSTRAINT drivers_filled CHECK (first_name::text <> '' AND car_number::text <> ''),
  CONSTRAINT drivers_merged_removed CHECK (merged_into IS NULL OR removed_at IS NOT NULL),
  CONSTRAINT drivers_version_check CHECK (version > 0)
);
CREATE INDEX drivers_by_document ON drivers (document_until, id) WHERE (removed_at IS NULL);
CREATE INDEX drivers_by_keys ON drivers USING gin (name_keys(sound)) WITH (fastupdate=off) WHERE (removed_at IS NULL);
CREATE INDEX drivers_by_name ON drivers (first_name, last_name, id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX drivers_car ON drivers (car_key) WHERE (removed_at IS NULL);
CREATE INDEX drivers_car_digits ON drivers (ltrim(car_key, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')) WHERE (removed_at IS NULL);
CREATE INDEX drivers_car_end ON drivers (reverse(car_key)) WHERE (removed_at IS NULL);
CREATE INDEX drivers_fee_due ON drivers (unpaid_since, id) WHERE ((removed_at IS NULL) AND is_fee_due);
CREATE INDEX drivers_fee_due_newest ON drivers (registered_on DESC, id DESC) WHERE ((removed_at IS NULL) AND is_fee_due);
CREATE INDEX drivers_first_name ON drivers (upper(NORMALIZE(first_name, NFKC)) COLLATE "C", id);
CREATE INDEX drivers_last_name ON drivers (upper(NORMALIZE(last_name, NFKC)) COLLATE "C", id);
CREATE INDEX drivers_merged ON drivers (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX drivers_mobile ON drivers (mobile_number, id) WHERE (removed_at IS NULL);
CREATE INDEX drivers_mobile_end ON drivers (reverse(mobile_number)) WHERE (removed_at IS NULL);
CREATE INDEX drivers_names ON drivers (upper(NORMALIZE(last_name, NFKC)) COLLATE "C", upper(NORMALIZE(first_name, NFKC)) COLLATE "C", id) WHERE (removed_at IS NULL);
CREATE INDEX drivers_newest ON drivers (registered_on DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX drivers_of_import ON drivers (import_id, id) WHERE (import_id IS NOT NULL);
CREATE INDEX drivers_of_person ON drivers (person_id, id);
CREATE INDEX drivers_paid_newest ON drivers (registered_on DESC, id DESC) WHERE ((removed_at IS NULL) AND (NOT is_fee_due));
CREATE INDEX drivers_removed ON drivers (removed_at DESC, id DESC) WHERE (removed_at IS NOT NULL);
CREATE INDEX drivers_removed_car ON drivers (car_key, id) WHERE (removed_at IS NOT NULL);
CREATE INDEX drivers_removed_mobile ON drivers (mobile_number, id) WHERE (removed_at IS NOT NULL);
CREATE INDEX drivers_unpaid ON drivers (unpaid_since, id) WHERE ((removed_at IS NULL) AND (unpaid_since IS NOT NULL));
CREATE INDEX drivers_without_photo ON drivers (registered_on DESC, id DESC) WHERE ((removed_at IS NULL) AND (NOT has_photo));
CREATE TRIGGER count_drivers_deleted AFTER DELETE ON drivers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_drivers();
CREATE TRIGGER count_drivers_inserted AFTER INSERT ON drivers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_drivers();
CREATE TRIGGER count_drivers_updated AFTER UPDATE ON drivers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_drivers();
CREATE TRIGGER drivers_keep_person_current AFTER DELETE OR UPDATE OF removed_at, person_id ON drivers FOR EACH ROW EXECUTE FUNCTION keep_person_current();
CREATE TRIGGER drivers_live AFTER INSERT OR DELETE OR UPDATE ON drivers FOR EACH STATEMENT EXECUTE FUNCTION tell_live('drivers');
CREATE TRIGGER drivers_make_persons_current AFTER INSERT ON drivers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION make_persons_current();

-- A driver's plans, each from the first day of a month on.
CREATE TABLE driver_plans (
  driver_id bigint NOT NULL,
  from_month date NOT NULL,
  plan text NOT NULL,
  CONSTRAINT driver_plans_pkey PRIMARY KEY (driver_id, from_month),
  CONSTRAINT driver_plans_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  CONSTRAINT driver_plans_from_month_check CHECK (EXTRACT(day FROM from_month) = 1),
  CONSTRAINT driver_plans_plan_check CHECK (plan IN ('monthly', 'standard', 'platinum'))
);
CREATE INDEX driver_plans_of_plan ON driver_plans (plan, driver_id);

-- Members' requests for another car.
CREATE TABLE car_requests (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- The record of the car that the member asked with.
  driver_id bigint NOT NULL,
  car_number filled_text NOT NULL,
  car_key text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(upper(car_number::text), '[^A-Z0-9]', '', 'g')) STORED NOT NULL,
  note text DEFAULT '' NOT NULL,
  status text COLLATE "C" DEFAULT 'asked' NOT NULL,
  -- Why it was refused.
  status_reason text,
  asked_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint,
  -- The record of the car that was registered.
  granted_driver_id bigint,
  CONSTRAINT car_requests_pkey PRIMARY KEY (id),
  CONSTRAINT car_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT car_requests_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT car_requests_granted_driver_id_fkey FOREIGN KEY (granted_driver_id) REFERENCES drivers(id),
  CONSTRAINT car_requests_car_key_check CHECK (length(car_key) >= 2),
  CONSTRAINT car_requests_decided CHECK ((status = 'asked') = (decided_at IS NULL) AND (status = 'asked') = (decided_by IS NULL)),
  CONSTRAINT car_requests_filled CHECK (car_number::text <> ''),
  CONSTRAINT car_requests_granted CHECK ((status = 'granted') = (granted_driver_id IS NOT NULL)),
  CONSTRAINT car_requests_status_check CHECK (status IN ('asked', 'granted', 'refused', 'withdrawn')),
  CONSTRAINT car_requests_status_reason_check CHECK (status_reason <> '')
);
CREATE INDEX car_requests_by_state ON car_requests (status, asked_at, id);
CREATE INDEX car_requests_of_driver ON car_requests (driver_id, id);
CREATE UNIQUE INDEX car_requests_once ON car_requests (driver_id, car_key) WHERE (status = 'asked');
CREATE TRIGGER car_requests_live AFTER INSERT OR DELETE OR UPDATE ON car_requests FOR EACH STATEMENT EXECUTE FUNCTION tell_live('drivers');

-- Staff who opened a driver's page or looked at the car's place, once an hour each.
CREATE TABLE driver_looks (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  driver_id bigint NOT NULL,
  actor text COLLATE "C" NOT NULL,
  looked_at timestamptz NOT NULL,
  what text COLLATE "C" DEFAULT 'record' NOT NULL,
  CONSTRAINT driver_looks_pkey PRIMARY KEY (id),
  CONSTRAINT driver_looks_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT driver_looks_what_check CHECK (what IN ('record', 'place'))
);
CREATE INDEX driver_looks_actor ON driver_looks (actor, looked_at, id);
CREATE INDEX driver_looks_at ON driver_looks (looked_at, id);
CREATE INDEX driver_looks_driver ON driver_looks (driver_id, looked_at, id);
CREATE UNIQUE INDEX driver_looks_hourly ON driver_looks (driver_id, actor, what, date_trunc('hour', (looked_at AT TIME ZONE 'UTC')));
CREATE INDEX driver_looks_what ON driver_looks (what, looked_at, id);

-- Changes of a driver by staff, with only the values that differ.
CREATE TABLE driver_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  driver_id bigint NOT NULL,
  -- Null for a new photo.
  version integer,
  changed_at timestamptz NOT NULL,
  changed_by bigint NOT NULL,
  reason filled_text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  CONSTRAINT driver_changes_pkey PRIMARY KEY (id),
  CONSTRAINT driver_changes_driver_id_version_key UNIQUE (driver_id, version),
  CONSTRAINT driver_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  CONSTRAINT driver_changes_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE CASCADE,
  CONSTRAINT driver_changes_filled CHECK (reason::text <> '')
);
CREATE INDEX driver_changes_of_driver ON driver_changes (driver_id, id);

CREATE TABLE driver_merges (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  duplicate_id bigint NOT NULL,
  kept_id bigint NOT NULL,
  merged_at timestamptz NOT NULL,
  merged_by bigint NOT NULL,
  same_person text DEFAULT '' NOT NULL,
  -- Everything that the merge changed, as it was before; null once it was taken back.
  before jsonb,
  taken_back_at timestamptz,
  taken_back_by bigint,
  CONSTRAINT driver_merges_pkey PRIMARY KEY (id),
  CONSTRAINT driver_merges_duplicate_id_fkey FOREIGN KEY (duplicate_id) REFERENCES drivers(id),
  CONSTRAINT driver_merges_kept_id_fkey FOREIGN KEY (kept_id) REFERENCES drivers(id),
  CONSTRAINT driver_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES accounts(id),
  CONSTRAINT driver_merges_taken_back_by_fkey FOREIGN KEY (taken_back_by) REFERENCES accounts(id),
  CONSTRAINT driver_merges_check CHECK (kept_id <> duplicate_id),
  CONSTRAINT driver_merges_check1 CHECK ((taken_back_at IS NULL) = (taken_back_by IS NULL)),
  CONSTRAINT driver_merges_check2 CHECK (taken_back_at IS NULL OR before IS NULL)
);
CREATE INDEX driver_merges_held ON driver_merges (merged_at) WHERE (before IS NOT NULL);
CREATE INDEX driver_merges_into ON driver_merges (kept_id, id) WHERE (taken_back_at IS NULL);
CREATE UNIQUE INDEX driver_merges_standing ON driver_merges (duplicate_id) WHERE (taken_back_at IS NULL);

CREATE TABLE driver_imports (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  file_name text NOT NULL,
  line_count integer NOT NULL,
  status text COLLATE "C" DEFAULT 'uploaded' NOT NULL,
  suggestion jsonb NOT NULL,
  is_remembered boolean NOT NULL,
  mapping jsonb,
  counts jsonb DEFAULT '[]'::jsonb NOT NULL,
  drivers integer DEFAULT 0 NOT NULL,
  problem text DEFAULT '' NOT NULL,
  job_id bigint,
  uploaded_by bigint NOT NULL,
  uploader text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  take_back_job_id bigint,
  taken_back integer DEFAULT 0 NOT NULL,
  taken_back_at timestamptz,
  status_reason text,
  -- The lines of the last check whose drivers would owe something; `debts` is their sum.
  debtors integer DEFAULT 0 NOT NULL,
  debts numeric(20, 2) DEFAULT 0 NOT NULL,
  -- From then on its drivers are reminded as others are.
  debts_released_at timestamptz,
  debts_released_by bigint,
  -- The lines of the last check whose drivers bring credit along; `credits` is their sum.
  credited integer DEFAULT 0 NOT NULL,
  credits numeric(20, 2) DEFAULT 0 NOT NULL,
  -- Years of which `debts` has no months, since they have no price.
  unpriced_years integer[] DEFAULT '{}'::integer[] NOT NULL,
  -- Debts of today that the lines of the last check leave out as paid elsewhere; null where an
  -- older server checked.
  forgives numeric(20, 2),
  -- Says which sheet of several was read; empty of other files.
  read_from text DEFAULT '' NOT NULL,
  CONSTRAINT driver_imports_pkey PRIMARY KEY (id),
  CONSTRAINT driver_imports_debts_released_by_fkey FOREIGN KEY (debts_released_by) REFERENCES accounts(id),
  CONSTRAINT driver_imports_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES accounts(id),
  CONSTRAINT driver_imports_check CHECK (status = 'uploaded' OR mapping IS NOT NULL),
  CONSTRAINT driver_imports_check1 CHECK ((status = 'imported') = (imported_at IS NOT NULL)),
  CONSTRAINT driver_imports_check2 CHECK (take_back_job_id IS NOT NULL OR taken_back = 0 AND taken_back_at IS NULL),
  CONSTRAINT driver_imports_line_count_check CHECK (line_count > 0),
  CONSTRAINT driver_imports_status_check CHECK (status IN ('uploaded', 'checked', 'importing', 'imported', 'cancelled')),
  CONSTRAINT driver_imports_taken_back_check CHECK (taken_back >= 0)
);
CREATE INDEX driver_imports_by_time ON driver_imports (uploaded_at, id);
CREATE INDEX driver_imports_unreleased ON driver_imports (id) WHERE ((debts_released_at IS NULL) AND (drivers > 0));

CREATE TABLE driver_import_lines (
  import_id bigint NOT NULL,
  line integer NOT NULL,
  cells jsonb NOT NULL,
  outcome text COLLATE "C",
  reason text DEFAULT '' NOT NULL,
  known_id bigint,
  driver_id bigint,
  is_imported boolean DEFAULT false NOT NULL,
  -- Owed by its driver on the day of the check; null of a line that is left out.
  owes numeric(14, 2),
  CONSTRAINT driver_import_lines_pkey PRIMARY KEY (import_id, line),
  CONSTRAINT driver_import_lines_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE SET NULL,
  CONSTRAINT driver_import_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES driver_imports(id) ON DELETE CASCADE,
  CONSTRAINT driver_import_lines_known_id_fkey FOREIGN KEY (known_id) REFERENCES drivers(id) ON DELETE SET NULL,
  CONSTRAINT driver_import_lines_line_check CHECK (line > 0),
  CONSTRAINT driver_import_lines_outcome_check CHECK (outcome IN ('new', 'remark', 'known', 'another_car', 'repeated', 'refused'))
);
CREATE INDEX driver_import_lines_by_outcome ON driver_import_lines (import_id, outcome, line);
CREATE UNIQUE INDEX driver_import_lines_of_driver ON driver_import_lines (driver_id) WHERE (driver_id IS NOT NULL);
CREATE INDEX driver_import_lines_of_known ON driver_import_lines (known_id) WHERE (known_id IS NOT NULL);

CREATE TABLE driver_import_mappings (
  fingerprint text COLLATE "C" NOT NULL,
  mapping jsonb NOT NULL,
  changed_by bigint,
  changed_at timestamptz NOT NULL,
  CONSTRAINT driver_import_mappings_pkey PRIMARY KEY (fingerprint),
  CONSTRAINT driver_import_mappings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  CONSTRAINT driver_import_mappings_fingerprint_check CHECK (fingerprint ~ '^[0-9a-f]{64}$')
);

CREATE TABLE driver_openings (
  driver_id bigint NOT NULL,
  -- Nothing that was due before this day is owed, but for the amount.
  billed_from date NOT NULL,
  -- Owed at the take-over; below zero it is the driver's credit, which is posted.
  amount numeric(14, 2) NOT NULL,
  -- The payment type of an amount that is owed.
  type_code text,
  -- The day that the books count credit on; null until its list is released.
  posted_on date,
  opened_at timestamptz NOT NULL,
  opened_by bigint,
  -- The moment when credit went with the import that had brought it.
  taken_back_at timestamptz,
  CONSTRAINT driver_openings_pkey PRIMARY KEY (driver_id),
  CONSTRAINT driver_openings_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT driver_openings_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES accounts(id),
  CONSTRAINT driver_openings_type FOREIGN KEY (type_code) REFERENCES payment_types(type_code),
  CONSTRAINT driver_openings_billed_from_check CHECK (EXTRACT(day FROM billed_from) = 1),
  CONSTRAINT driver_openings_in_books CHECK (posted_on IS NULL OR amount < 0),
  CONSTRAINT driver_openings_owed CHECK ((amount > 0) = (type_code IS NOT NULL)),
  CONSTRAINT driver_openings_taken_back CHECK (taken_back_at IS NULL OR amount < 0)
);
CREATE INDEX driver_openings_of_type ON driver_openings (type_code) WHERE (type_code IS NOT NULL);
CREATE INDEX driver_openings_posted ON driver_openings (driver_id) WHERE (amount < (0)::numeric);
CREATE INDEX driver_openings_waiting ON driver_openings (driver_id) WHERE ((amount < (0)::numeric) AND (posted_on IS NULL) AND (taken_back_at IS NULL));

-- == prices ==

CREATE TABLE payment_types (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  type_code text NOT NULL,
  description text NOT NULL,
  side text NOT NULL,
  period text NOT NULL,
  -- The code of the type that must be paid before.
  required_type text,
  -- The day from which on drivers owe it, a monthly one for that month too; never for the time
  -- before.
  due_from date DEFAULT CURRENT_DATE NOT NULL,
  -- Each plan has its own price of it.
  by_plan boolean DEFAULT false NOT NULL,
  -- It pays for the tracker.
  for_device boolean DEFAULT false NOT NULL,
  CONSTRAINT payment_types_pkey PRIMARY KEY (id),
  CONSTRAINT payment_types_description_key UNIQUE (description),
  CONSTRAINT payment_types_period UNIQUE (type_code, period),
  CONSTRAINT payment_types_priced UNIQUE (type_code, by_plan, side),
  CONSTRAINT payment_types_type_code_key UNIQUE (type_code),
  CONSTRAINT payment_types_required_type_fkey FOREIGN KEY (required_type) REFERENCES payment_types(type_code),
  CONSTRAINT payment_types_check CHECK (required_type <> type_code),
  CONSTRAINT payment_types_description_check CHECK (description = upper(description) AND description <> ''),
  CONSTRAINT payment_types_land_without_plan CHECK (side <> 'land' OR NOT by_plan),
  CONSTRAINT payment_types_period_check CHECK (period IN ('once', 'monthly', 'any')),
  CONSTRAINT payment_types_side CHECK (side IN ('drivers', 'land', 'both')),
  CONSTRAINT payment_types_type_code_check CHECK (type_code = upper(type_code) AND type_code <> '')
);
CREATE UNIQUE INDEX payment_types_name ON payment_types (replace(description, ' ', ''));
CREATE TRIGGER payment_types_live AFTER INSERT OR DELETE OR UPDATE ON payment_types FOR EACH STATEMENT EXECUTE FUNCTION tell_live('prices');
CREATE CONSTRAINT TRIGGER payment_types_no_circle AFTER INSERT OR UPDATE OF type_code, required_type ON payment_types NOT DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN (new.required_type IS NOT NULL) EXECUTE FUNCTION refuse_circle_of_types();
CREATE TRIGGER payment_types_revenue_account AFTER INSERT OR DELETE OR UPDATE OF description ON payment_types FOR EACH ROW EXECUTE FUNCTION keep_revenue_account();

CREATE TABLE payment_list (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  year integer NOT NULL,
  type_code text NOT NULL,
  amount numeric(14, 2) NOT NULL,
  -- Set for a type that is priced by plan, and for no other.
  plan text,
  by_plan boolean GENERATED ALWAYS AS (plan IS NOT NULL) STORED NOT NULL,
  -- The zone that a price of land is for; null for every zone.
  zone_id bigint,
  -- The use that a price of land is for; null for every use.
  land_use text,
  -- The side of its type, which a trigger fills in.
  side text DEFAULT 'both' NOT NULL,
  CONSTRAINT payment_list_pkey PRIMARY KEY (id),
  CONSTRAINT payment_list_price UNIQUE NULLS NOT DISTINCT (year, zone_id, land_use, type_code, plan),
  CONSTRAINT payment_list_type FOREIGN KEY (type_code, by_plan, side) REFERENCES payment_types(type_code, by_plan, side),
  CONSTRAINT payment_list_zone FOREIGN KEY (zone_id) REFERENCES zones(id),
  CONSTRAINT payment_list_amount_check CHECK (amount > 0),
  CONSTRAINT payment_list_land_use_check CHECK (land_use IN ('residential', 'commercial', 'industrial', 'agricultural', 'civic', 'mixed')),
  CONSTRAINT payment_list_land_without_plan CHECK (side <> 'land' OR plan IS NULL),
  CONSTRAINT payment_list_places_of_land CHECK (side <> 'drivers' AND plan IS NULL OR zone_id IS NULL AND land_use IS NULL),
  CONSTRAINT payment_list_plan_check CHECK (plan IN ('monthly', 'standard', 'platinum')),
  CONSTRAINT payment_list_side_check CHECK (side IN ('drivers', 'land', 'both')),
  CONSTRAINT payment_list_year_check CHECK (year >= 2000 AND year <= 2200)
);
CREATE INDEX payment_list_lowest ON payment_list (amount) WHERE ((side <> 'land') AND (zone_id IS NULL) AND (land_use IS NULL));
CREATE INDEX payment_list_of_code ON payment_list (type_code, ((- year)), zone_id, land_use, id);
CREATE INDEX payment_list_of_drivers ON payment_list (year, type_code) WHERE ((side <> 'land') AND (zone_id IS NULL) AND (land_use IS NULL));
CREATE INDEX payment_list_of_land ON payment_list (((- year)), type_code, zone_id, land_use, id) WHERE ((side <> 'drivers') AND (plan IS NULL));
CREATE INDEX payment_list_of_use ON payment_list (land_use, ((- year)), type_code, zone_id, id) WHERE (land_use IS NOT NULL);
CREATE INDEX payment_list_of_zone ON payment_list (zone_id, ((- year)), type_code, land_use, id) WHERE (zone_id IS NOT NULL);
CREATE TRIGGER payment_list_live AFTER INSERT OR DELETE OR UPDATE ON payment_list FOR EACH STATEMENT EXECUTE FUNCTION tell_live('prices');
CREATE TRIGGER payment_list_side BEFORE INSERT ON payment_list FOR EACH ROW EXECUTE FUNCTION fill_side_of_price();

-- == payments ==

CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  driver_id bigint,
  type_code text NOT NULL,
  payment_year smallint,
  -- 1 to 12.
  payment_month smallint,
  -- The list price when it was submitted.
  amount_due numeric(14, 2),
  -- The amount claimed, and from clearing on that of the money it was cleared with.
  amount numeric(14, 2) NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  -- The day of the transfer where it is known, else that of the claim in Accra, as `date_of` says.
  transaction_date date NOT NULL,
  status text DEFAULT 'submitted' NOT NULL,
  created_at timestamptz NOT NULL,
  -- The reason of a rejection or reversal.
  status_reason text,
  -- The day of the claim: days without a receipt count from it.
  waiting_since date DEFAULT CURRENT_DATE NOT NULL,
  -- The period of its type; the database keeps them alike.
  period text NOT NULL,
  mode text COLLATE "C" DEFAULT 'momo' NOT NULL,
  -- Payments of one transfer have one transaction ID and different parts, from 1 on.
  part smallint DEFAULT 1 NOT NULL,
  date_of text COLLATE "C" DEFAULT 'claim' NOT NULL,
  -- Its money became the driver's credit; it covers no fee.
  is_credit boolean DEFAULT false NOT NULL,
  -- Money with its transaction ID was received, so that it does not end for want of a receipt.
  has_transfer boolean DEFAULT false NOT NULL,
  -- The money that it was cleared with.
  transfer_id bigint,
  -- The amount claimed, where the payment was cleared with money of another one.
  claimed_amount numeric(14, 2),
  -- It was posted out of 2010, where its money stood; else from the account of its mode.
  from_unallocated boolean DEFAULT false NOT NULL,
  -- Null of those that were reversed before causes were asked.
  reversal_cause text COLLATE "C",
  -- The network that the payer chose: a hint, by which nothing is decided.
  claimed_network text COLLATE "C",
  tenant_id bigint,
  application_id bigint,
  plot_id bigint,
  -- That of the plot when it was received, for sums by zone.
  zone_id bigint,
  -- Of ground rent, the tenancy whose rent it pays.
  tenancy_id bigint,
  -- As receipts have it; of drivers, the name is that of the driver.
  payer_name text,
  payer_details text,
  -- In E.164 form, where it is known.
  payer_number text COLLATE "C",
  -- The first payment of its receipt, where one receipt has several.
  received_with bigint,
  side text COLLATE "C" GENERATED ALWAYS AS (
CASE
    WHEN driver_id IS NULL THEN 'land'
    ELSE 'drivers'
END) STORED NOT NULL,
  -- The rule by which it is shared, of stool and skin land alone.
  share_rule_id bigint,
  -- The percents of that rule; the database fills them in.
  shares jsonb,
  -- The rest of money received at the desk, which was paid towards no fee; its fee is that of the
  -- last row.
  is_rest boolean DEFAULT false NOT NULL,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_application_id_fkey FOREIGN KEY (application_id) REFERENCES land_applications(id),
  CONSTRAINT payments_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT payments_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id),
  CONSTRAINT payments_received_with_fkey FOREIGN KEY (received_with) REFERENCES payments(id),
  CONSTRAINT payments_share_rule_id_fkey FOREIGN KEY (share_rule_id) REFERENCES share_rules(id),
  CONSTRAINT payments_tenancy_id_fkey FOREIGN KEY (tenancy_id) REFERENCES tenancies(id),
  CONSTRAINT payments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT payments_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id),
  CONSTRAINT payments_type FOREIGN KEY (type_code, period) REFERENCES payment_types(type_code, period) ON UPDATE CASCADE,
  CONSTRAINT payments_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES zones(id),
  CONSTRAINT payments_amount_check CHECK (amount > 0),
  CONSTRAINT payments_amount_due_check CHECK (amount_due > 0),
  CONSTRAINT payments_cause_of_reversal CHECK (reversal_cause IS NULL OR status = 'reversed'),
  CONSTRAINT payments_claimed_amount_check CHECK (claimed_amount > 0),
  CONSTRAINT payments_date_of_check CHECK (date_of IN ('claim', 'transfer')),
  CONSTRAINT payments_land_without_credit CHECK (driver_id IS NOT NULL OR NOT is_credit),
  CONSTRAINT payments_mode_check CHECK (mode IN ('momo', 'cash', 'bank', 'cheque')),
  CONSTRAINT payments_month_of_monthly CHECK ((period = 'monthly') = (payment_year IS NOT NULL) AND (payment_year IS NULL) = (payment_month IS NULL)),
  CONSTRAINT payments_one_payer CHECK (
CASE
    WHEN driver_id IS NULL THEN num_nonnulls(tenant_id, application_id, plot_id) > 0 AND num_nonnulls(payer_name, payer_details) = 2
    ELSE num_nonnulls(tenant_id, application_id, plot_id, zone_id, tenancy_id, payer_name, payer_details, payer_number, received_with) = 0
END),
  CONSTRAINT payments_part_check CHECK (part > 0),
  CONSTRAINT payments_payer_name_check CHECK (payer_name <> ''),
  CONSTRAINT payments_payment_month_check CHECK (payment_month >= 1 AND payment_month <= 12),
  CONSTRAINT payments_payment_year_check CHECK (payment_year >= 2024 AND payment_year <= 2200),
  CONSTRAINT payments_rent_of_tenant CHECK (tenancy_id IS NULL OR tenant_id IS NOT NULL AND plot_id IS NOT NULL),
  CONSTRAINT payments_reversal_cause_check CHECK (reversal_cause IN ('wrong_car', 'given_back', 'never_came')),
  CONSTRAINT payments_shared CHECK ((share_rule_id IS NULL) = (shares IS NULL) AND (share_rule_id IS NULL OR plot_id IS NOT NULL AND type_code <> 'CC3000')),
  CONSTRAINT payments_status_check CHECK (status IN ('submitted', 'cleared', 'rejected', 'reversed')),
  CONSTRAINT payments_status_reason CHECK (status_reason IS NULL OR status_reason <> '' AND (status IN ('rejected', 'reversed'))),
  CONSTRAINT payments_transaction_id_digit CHECK (transaction_id ~ '[0-9]' OR (status IN ('rejected', 'reversed'))) NOT VALID,
  CONSTRAINT payments_transaction_id_form CHECK (transaction_id ~ '^[A-Z0-9]{1,32}(-[A-Z0-9]{2,20})?$') NOT VALID,
  CONSTRAINT payments_transfer_cleared CHECK (transfer_id IS NULL OR (status IN ('cleared', 'reversed')))
);
CREATE INDEX payments_active_of_year ON payments (type_code, payment_year) WHERE ((status IN ('submitted', 'cleared')) AND (payment_year IS NOT NULL));
CREATE INDEX payments_all_by_day ON payments (side, transaction_date, id);
CREATE INDEX payments_application ON payments (application_id, id) WHERE (application_id IS NOT NULL);
CREATE INDEX payments_by_day ON payments (side, status, transaction_date, id);
CREATE UNIQUE INDEX payments_cleared_once ON payments (driver_id, type_code, payment_year, payment_month) NULLS NOT DISTINCT WHERE ((status = 'cleared') AND (period <> 'any') AND (NOT is_credit) AND (driver_id IS NOT NULL));
CREATE INDEX payments_driver ON payments (driver_id, transaction_date, id) WHERE (driver_id IS NOT NULL);
CREATE INDEX payments_ended_transaction ON payments (transaction_key(transaction_id)) WHERE (status IN ('rejected', 'reversed'));
CREATE INDEX payments_making_credit ON payments (driver_id) WHERE ((status = 'cleared') AND (is_credit OR (amount > amount_due)));
CREATE INDEX payments_of_type_by_day ON payments (status, type_code, transaction_date, id);
CREATE INDEX payments_other_modes_by_day ON payments (side, mode, transaction_date, id) WHERE (mode <> 'momo');
CREATE INDEX payments_plot ON payments (plot_id, transaction_date, id) WHERE (plot_id IS NOT NULL);
CREATE INDEX payments_received_with ON payments (received_with) WHERE (received_with IS NOT NULL);
CREATE INDEX payments_standing_by_day ON payments (side, transaction_date, id) WHERE (status IN ('submitted', 'cleared'));
CREATE INDEX payments_standing_of_type_by_day ON payments (type_code, transaction_date, id) WHERE (status IN ('submitted', 'cleared'));
CREATE INDEX payments_submitted_by_time ON payments (created_at, id) WHERE (status = 'submitted');
CREATE INDEX payments_tenancy ON payments (tenancy_id, transaction_date, id) WHERE (tenancy_id IS NOT NULL);
CREATE INDEX payments_tenant ON payments (tenant_id, transaction_date, id) WHERE (tenant_id IS NOT NULL);
CREATE UNIQUE INDEX payments_transaction_id ON payments (transaction_key(transaction_id), part) WHERE (status IN ('submitted', 'cleared'));
CREATE INDEX payments_transfer ON payments (transfer_id) WHERE (transfer_id IS NOT NULL);
CREATE INDEX payments_waiting ON payments (waiting_since, id) WHERE (status = 'submitted');
CREATE TRIGGER count_land_zones_waiting_deleted AFTER DELETE ON payments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_land_zones_waiting();
CREATE TRIGGER count_land_zones_waiting_inserted AFTER INSERT ON payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_land_zones_waiting();
CREATE TRIGGER count_land_zones_waiting_updated AFTER UPDATE ON payments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_land_zones_waiting();
CREATE TRIGGER count_payments_deleted AFTER DELETE ON payments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_payments();
CREATE TRIGGER count_payments_inserted AFTER INSERT ON payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_payments();
CREATE TRIGGER count_payments_updated AFTER UPDATE ON payments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_payments();
CREATE TRIGGER payments_live_added AFTER INSERT ON payments FOR EACH STATEMENT EXECUTE FUNCTION tell_live('claims');
CREATE TRIGGER payments_live_decided AFTER UPDATE OF status ON payments FOR EACH STATEMENT EXECUTE FUNCTION tell_live('claims', 'payments');
CREATE TRIGGER payments_of_kept_driver AFTER INSERT OR UPDATE OF driver_id ON payments FOR EACH ROW EXECUTE FUNCTION refuse_merged_driver();
CREATE TRIGGER payments_settle_deleted AFTER DELETE ON payments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_paid_rent();
CREATE TRIGGER payments_settle_inserted AFTER INSERT ON payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_paid_rent();
CREATE TRIGGER payments_settle_updated AFTER UPDATE ON payments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_paid_rent();
CREATE TRIGGER payments_share BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION share_payment();
CREATE TRIGGER payments_shares_kept BEFORE UPDATE OF share_rule_id, shares, type_code, plot_id ON payments FOR EACH ROW WHEN (old.shares IS DISTINCT FROM new.shares OR old.share_rule_id IS DISTINCT FROM new.share_rule_id OR old.share_rule_id IS NOT NULL AND (old.type_code <> new.type_code OR old.plot_id IS DISTINCT FROM new.plot_id)) EXECUTE FUNCTION keep_shares();

CREATE TABLE payment_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  driver_id bigint,
  type_code text NOT NULL,
  payment_year smallint,
  payment_month smallint,
  amount numeric(14, 2) NOT NULL,
  address text COLLATE "C" NOT NULL,
  attempted_on date NOT NULL,
  times integer DEFAULT 1 NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- The moment of a decision between its driver and the one whose payment has the ID; null until
  -- then.
  settled_at timestamptz,
  -- The network that the payer chose.
  claimed_network text COLLATE "C",
  tenant_id bigint,
  application_id bigint,
  plot_id bigint,
  zone_id bigint,
  tenancy_id bigint,
  payer_name text,
  payer_details text,
  payer_number text COLLATE "C",
  CONSTRAINT payment_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT payment_attempts_address_attempted_on_transaction_id_driver_key UNIQUE (address, attempted_on, transaction_id, driver_id),
  CONSTRAINT payment_attempts_application_id_fkey FOREIGN KEY (application_id) REFERENCES land_applications(id),
  CONSTRAINT payment_attempts_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT payment_attempts_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id),
  CONSTRAINT payment_attempts_tenancy_id_fkey FOREIGN KEY (tenancy_id) REFERENCES tenancies(id),
  CONSTRAINT payment_attempts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT payment_attempts_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES zones(id),
  CONSTRAINT payment_attempts_one_payer CHECK (num_nonnulls(driver_id, tenant_id) = 1),
  CONSTRAINT payment_attempts_payer_name_check CHECK (payer_name <> '')
);
CREATE INDEX payment_attempts_of_driver ON payment_attempts (driver_id);
CREATE INDEX payment_attempts_of_tenant ON payment_attempts (tenant_id) WHERE (tenant_id IS NOT NULL);
CREATE UNIQUE INDEX payment_attempts_of_tenant_once ON payment_attempts (attempted_on, transaction_id, tenant_id) WHERE (tenant_id IS NOT NULL);
CREATE INDEX payment_attempts_open ON payment_attempts (first_at, id) WHERE (settled_at IS NULL);
CREATE INDEX payment_attempts_transaction_id ON payment_attempts (transaction_key(transaction_id), last_at, id);
CREATE TRIGGER payment_attempts_live AFTER INSERT OR UPDATE OF settled_at ON payment_attempts FOR EACH STATEMENT EXECUTE FUNCTION tell_live('claims');

-- Fees that staff paid from a driver's credit, each for its whole price.
CREATE TABLE credit_uses (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  driver_id bigint NOT NULL,
  type_code text NOT NULL,
  period text NOT NULL,
  payment_year smallint,
  payment_month smallint,
  -- The credit that was used; with `waived` it is the price of the fee.
  amount numeric(14, 2) NOT NULL,
  used_on date NOT NULL,
  -- Null where the credit paid by itself.
  used_by bigint,
  used_at timestamptz NOT NULL,
  status text COLLATE "C" DEFAULT 'used' NOT NULL,
  -- Why it was returned.
  status_reason text,
  -- A person returned it: the driver's credit pays nothing by itself until other money comes.
  holds_credit boolean DEFAULT false NOT NULL,
  waived numeric(14, 2) DEFAULT 0 NOT NULL,
  waived_as text COLLATE "C",
  waiver_reason text,
  -- The account that asked for the waiver, which `used_by` approved. Both are null for the server's
  -- own.
  asked_by bigint,
  CONSTRAINT credit_uses_pkey PRIMARY KEY (id),
  CONSTRAINT credit_uses_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id),
  CONSTRAINT credit_uses_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT credit_uses_type FOREIGN KEY (type_code, period) REFERENCES payment_types(type_code, period) ON UPDATE CASCADE,
  CONSTRAINT credit_uses_used_by_fkey FOREIGN KEY (used_by) REFERENCES accounts(id),
  CONSTRAINT credit_uses_amount_check CHECK (amount >= 0 AND (amount + waived) > 0),
  CONSTRAINT credit_uses_check CHECK (NOT holds_credit OR status = 'returned'),
  CONSTRAINT credit_uses_month_of_monthly CHECK ((period = 'monthly') = (payment_year IS NOT NULL) AND (payment_year IS NULL) = (payment_month IS NULL)),
  CONSTRAINT credit_uses_payment_month_check CHECK (payment_month >= 1 AND payment_month <= 12),
  CONSTRAINT credit_uses_payment_year_check CHECK (payment_year >= 2024 AND payment_year <= 2200),
  CONSTRAINT credit_uses_period_check CHECK (period <> 'any'),
  CONSTRAINT credit_uses_status_check CHECK (status IN ('used', 'returned')),
  CONSTRAINT credit_uses_status_reason_check CHECK (status_reason <> ''),
  CONSTRAINT credit_uses_waived CHECK ((waived > 0) = (waived_as IS NOT NULL)),
  CONSTRAINT credit_uses_waived_as_check CHECK (waived_as IN ('waiver', 'write_off')),
  CONSTRAINT credit_uses_waived_by CHECK ((asked_by IS NOT NULL) = (waiver_reason IS NOT NULL) AND (asked_by IS NULL OR waived_as IS NOT NULL) AND (waived_as IS NULL OR (asked_by IS NULL) = (used_by IS NULL))),
  CONSTRAINT credit_uses_waived_check CHECK (waived >= 0),
  CONSTRAINT credit_uses_waiver_reason_check CHECK (waiver_reason <> '')
);
CREATE INDEX credit_uses_holding ON credit_uses (driver_id) WHERE holds_credit;
CREATE INDEX credit_uses_of_driver ON credit_uses (driver_id);
CREATE INDEX credit_uses_of_type ON credit_uses (type_code);
CREATE UNIQUE INDEX credit_uses_once ON credit_uses (driver_id, type_code, payment_year, payment_month) NULLS NOT DISTINCT WHERE (status = 'used');
CREATE INDEX credit_uses_waived_by_day ON credit_uses (used_on, id) WHERE (waived_as IS NOT NULL);
CREATE INDEX credit_uses_waived_by_driver ON credit_uses (driver_id, used_on, id) WHERE (waived_as IS NOT NULL);
CREATE INDEX credit_uses_waived_by_kind ON credit_uses (waived_as, used_on, id) WHERE (waived_as IS NOT NULL);
CREATE TRIGGER count_waived_deleted AFTER DELETE ON credit_uses REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_waived();
CREATE TRIGGER count_waived_inserted AFTER INSERT ON credit_uses REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_waived();
CREATE TRIGGER count_waived_updated AFTER UPDATE ON credit_uses REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_waived();

-- Changes, other than waivers, that lowered what is owed without money.
CREATE TABLE forgiven (
  id bigint DEFAULT nextval('credit_uses_id_seq'::regclass) NOT NULL,
  -- Of the kinds that the contract names; a newer server may store others.
  kind text COLLATE "C" NOT NULL,
  driver_id bigint,
  tenancy_id bigint,
  -- The change in a few words: `Plan from November 2026`.
  subject text NOT NULL,
  -- The sum by which what was owed that day fell; null for one over too many people to add up.
  amount numeric(14, 2),
  reason text,
  asked_by bigint NOT NULL,
  -- Null below the limit; `asked_by` where one person decided alone.
  approved_by bigint,
  forgiven_on date NOT NULL,
  -- Why it was taken back; null while it holds.
  taken_back text,
  forgiven_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT forgiven_pkey PRIMARY KEY (id),
  CONSTRAINT forgiven_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES accounts(id),
  CONSTRAINT forgiven_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id),
  CONSTRAINT forgiven_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT forgiven_tenancy_id_fkey FOREIGN KEY (tenancy_id) REFERENCES tenancies(id),
  CONSTRAINT forgiven_amount_check CHECK (amount > 0),
  CONSTRAINT forgiven_kind_check CHECK (kind <> ''),
  CONSTRAINT forgiven_reason_check CHECK (reason <> ''),
  CONSTRAINT forgiven_subject_check CHECK (subject <> ''),
  CONSTRAINT forgiven_taken_back_check CHECK (taken_back <> '')
);
CREATE INDEX forgiven_by_day ON forgiven (forgiven_on, id);
CREATE INDEX forgiven_of_driver ON forgiven (driver_id, forgiven_on, id);
CREATE INDEX forgiven_of_tenancy ON forgiven (tenancy_id);

CREATE TABLE freed_payments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  payment_id bigint NOT NULL,
  -- The part that had paid the fee; all that was over its price was credit before.
  amount numeric(14, 2) NOT NULL,
  freed_on date NOT NULL,
  -- Taken back with the merge, or as the payment was reversed.
  status text COLLATE "C" DEFAULT 'freed' NOT NULL,
  CONSTRAINT freed_payments_pkey PRIMARY KEY (id),
  CONSTRAINT freed_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT freed_payments_amount_check CHECK (amount > 0),
  CONSTRAINT freed_payments_status_check CHECK (status IN ('freed', 'taken_back'))
);
CREATE INDEX freed_payments_of_payment ON freed_payments (payment_id);
CREATE UNIQUE INDEX freed_payments_once ON freed_payments (payment_id) WHERE (status = 'freed');

CREATE TABLE reminder_batches (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  age text COLLATE "C" NOT NULL,
  recipients integer NOT NULL,
  parts integer NOT NULL,
  -- In GHS; null where the price of a text was not known.
  cost numeric(14, 2),
  job_id bigint NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT reminder_batches_pkey PRIMARY KEY (id),
  CONSTRAINT reminder_batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  CONSTRAINT reminder_batches_age_check CHECK (age IN ('current', 'one', 'two', 'three')),
  CONSTRAINT reminder_batches_check CHECK (parts >= recipients),
  CONSTRAINT reminder_batches_recipients_check CHECK (recipients > 0)
);
CREATE INDEX reminder_batches_created ON reminder_batches (created_at);

CREATE TABLE reminders (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  batch_id bigint NOT NULL,
  driver_id bigint NOT NULL,
  -- The day on which staff confirmed it.
  day date NOT NULL,
  parts smallint NOT NULL,
  status text COLLATE "C" DEFAULT 'waiting' NOT NULL,
  -- The text as staff read it; empty once it is queued or skipped.
  body text NOT NULL,
  -- Why it was skipped.
  status_reason text,
  CONSTRAINT reminders_pkey PRIMARY KEY (id),
  CONSTRAINT reminders_batch_id_driver_id_key UNIQUE (batch_id, driver_id),
  CONSTRAINT reminders_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES reminder_batches(id),
  CONSTRAINT reminders_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT reminders_parts_check CHECK (parts > 0),
  CONSTRAINT reminders_status_check CHECK (status IN ('waiting', 'queued', 'skipped')),
  CONSTRAINT reminders_status_reason_check CHECK (status_reason <> '')
);
CREATE INDEX reminders_batch ON reminders (batch_id, id);
CREATE INDEX reminders_day ON reminders (day, driver_id) WHERE (status <> 'skipped');
CREATE INDEX reminders_driver ON reminders (driver_id, day) WHERE (status <> 'skipped');
CREATE UNIQUE INDEX reminders_waiting_once ON reminders (driver_id) WHERE (status = 'waiting');

-- == clearance ==

CREATE TABLE transfers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  mode text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  amount numeric(14, 2) NOT NULL,
  -- The day on which the company's account received it.
  received_on date NOT NULL,
  payer_name text DEFAULT '' NOT NULL,
  payer_number text DEFAULT '' NOT NULL,
  reference text DEFAULT '' NOT NULL,
  source text COLLATE "C" NOT NULL,
  -- The account of the person who captured it; null for the server's own jobs.
  captured_by bigint,
  captured_at timestamptz NOT NULL,
  -- The amount on the account's statement; null until a statement shows it.
  statement_amount numeric(14, 2),
  status text COLLATE "C" DEFAULT 'open' NOT NULL,
  -- Why it was dismissed.
  status_reason text,
  -- Staff kept the amount against that of the statement.
  difference_accepted boolean DEFAULT false NOT NULL,
  -- The account of the person behind that statement; null where it is not known.
  statement_by bigint,
  -- The part that the company has by its books: all of it, less what was given back or is to be;
  -- nothing of a cheque that its bank has not paid, and of money that never came.
  posted_amount numeric(14, 2) NOT NULL,
  -- The statement that showed it, and the line in it.
  statement_import bigint,
  statement_line integer,
  -- A statement that covers its day does not have it; null where none lacks it.
  missing_since timestamptz,
  -- The statement that lacks it.
  missing_in bigint,
  -- The day on the statement; null of what statements showed before this was kept.
  statement_day date,
  -- The MoMo network whose account received it, by a sure source; null where it is not known.
  network text COLLATE "C",
  -- The first money of this transaction ID, which is of another network.
  twin_of bigint,
  waits_since timestamptz GENERATED ALWAYS AS (
CASE
    WHEN received_on < (captured_at AT TIME ZONE 'UTC')::date THEN (received_on::timestamp without time zone AT TIME ZONE 'UTC')
    ELSE captured_at
END) STORED NOT NULL,
  -- The day on which a statement shows it going out again; missing_in is that statement until a
  -- person has decided.
  taken_back_on date,
  -- When a person kept it nevertheless; null while it waits for that.
  kept_at timestamptz,
  CONSTRAINT transfers_pkey PRIMARY KEY (id),
  CONSTRAINT transfers_captured_by_fkey FOREIGN KEY (captured_by) REFERENCES accounts(id),
  CONSTRAINT transfers_missing_in_fkey FOREIGN KEY (missing_in) REFERENCES statement_imports(id),
  CONSTRAINT transfers_statement_by_fkey FOREIGN KEY (statement_by) REFERENCES accounts(id),
  CONSTRAINT transfers_statement_import_fkey FOREIGN KEY (statement_import) REFERENCES statement_imports(id),
  CONSTRAINT transfers_twin_of_fkey FOREIGN KEY (twin_of) REFERENCES transfers(id),
  CONSTRAINT transfers_amount_check CHECK (amount > 0),
  CONSTRAINT transfers_kept CHECK (kept_at IS NULL OR taken_back_on IS NOT NULL),
  CONSTRAINT transfers_missing CHECK ((missing_since IS NULL) = (missing_in IS NULL)),
  CONSTRAINT transfers_mode_check CHECK (mode IN ('momo', 'cash', 'bank', 'cheque')),
  CONSTRAINT transfers_network_check CHECK (network ~ '^[A-Z0-9]{2,20}$'),
  CONSTRAINT transfers_pending_unposted CHECK ((status <> ALL (ARRAY['pending', 'ended'])) OR posted_amount = 0),
  CONSTRAINT transfers_posted_amount_check CHECK (posted_amount >= 0),
  CONSTRAINT transfers_source_check CHECK (source IN ('capture', 'desk', 'statement', 'prompt')),
  CONSTRAINT transfers_statement_amount_check CHECK (statement_amount > 0),
  CONSTRAINT transfers_status_check CHECK (status IN ('open', 'matched', 'dismissed', 'pending', 'ended')),
  CONSTRAINT transfers_status_reason_check CHECK (status_reason <> ''),
  CONSTRAINT transfers_transaction_id_form CHECK (transaction_id ~
CASE
    WHEN twin_of IS NULL THEN '^[A-Z0-9]{1,32}$'
    ELSE '^[A-Z0-9]{1,32}-[A-Z0-9]{2,20}$'
END) NOT VALID,
  CONSTRAINT transfers_twin_of_network CHECK (twin_of IS NULL OR network IS NOT NULL AND transaction_id ~~ ('%-' || network)) NOT VALID
);
CREATE INDEX transfers_by_captor ON transfers (captured_by, received_on, id);
CREATE INDEX transfers_by_day ON transfers (received_on, id);
CREATE INDEX transfers_by_source ON transfers (source, received_on, id);
CREATE INDEX transfers_cheques_by_time ON transfers (captured_at, id) WHERE (mode = 'cheque');
CREATE INDEX transfers_differing ON transfers (waits_since, id) WHERE ((status = 'matched') AND ((statement_amount <> amount) OR (statement_day <> received_on)) AND (NOT difference_accepted));
CREATE INDEX transfers_ended_shown ON transfers (waits_since, id) WHERE ((status = 'ended') AND (statement_amount IS NOT NULL) AND (NOT difference_accepted));
CREATE INDEX transfers_missing_by_day ON transfers (received_on, id) WHERE (missing_since IS NOT NULL);
CREATE INDEX transfers_missing_by_time ON transfers (waits_since, id) WHERE (missing_since IS NOT NULL);
CREATE INDEX transfers_missing_in ON transfers (missing_in, received_on, id) WHERE (missing_in IS NOT NULL);
CREATE INDEX transfers_of_statement ON transfers (statement_import, received_on, id) WHERE (statement_import IS NOT NULL);
CREATE INDEX transfers_open_by_time ON transfers (waits_since, id) WHERE (status = 'open');
CREATE INDEX transfers_open_payer ON transfers (payer_number) WHERE (status = 'open');
CREATE INDEX transfers_open_reference ON transfers (regexp_replace(upper(reference), '[^A-Z0-9]', '', 'g')) WHERE (status = 'open');
CREATE INDEX transfers_other_modes_by_day ON transfers (mode, received_on, id) WHERE (mode <> 'momo');
CREATE UNIQUE INDEX transfers_transaction_id ON transfers (transaction_key(transaction_id));
CREATE INDEX transfers_twins ON transfers (twin_of) WHERE (twin_of IS NOT NULL);
CREATE INDEX transfers_unmatched_by_day ON transfers (status, received_on, id) WHERE (status <> 'matched');
CREATE TRIGGER transfers_keep_taken_back BEFORE UPDATE OF missing_since ON transfers FOR EACH ROW WHEN (old.missing_since IS NOT NULL AND new.missing_since IS NULL AND new.taken_back_on IS NOT NULL AND new.kept_at IS NULL) EXECUTE FUNCTION keep_taken_back();
CREATE TRIGGER transfers_live AFTER INSERT OR UPDATE OF status ON transfers FOR EACH STATEMENT EXECUTE FUNCTION tell_live('claims', 'payments');

-- Changes of the part of received money that the books have; each is posted by its number.
CREATE TABLE transfer_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  transfer_id bigint NOT NULL,
  -- Given back: before refunds were asked for. Returned: a payment of before money was posted at
  -- once gave it back. Refunded: this much went to the refunds to pay, 2020, and not out of the
  -- account of its mode. Refund owed: a refund that was paid is owed by the driver or the payer,
  -- and its part leaves the account of its mode with the rest of the money. Recovered: this much
  -- settled a refund to recover, 1100, and stays on the account of its mode.
  what text COLLATE "C" NOT NULL,
  amount_before numeric(14, 2) NOT NULL,
  amount_after numeric(14, 2) NOT NULL,
  reason text,
  changed_by bigint,
  changed_at timestamptz NOT NULL,
  CONSTRAINT transfer_changes_pkey PRIMARY KEY (id),
  CONSTRAINT transfer_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  CONSTRAINT transfer_changes_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id),
  CONSTRAINT transfer_changes_amount_after_check CHECK (amount_after >= 0),
  CONSTRAINT transfer_changes_reason_check CHECK (reason <> ''),
  CONSTRAINT transfer_changes_what_check CHECK (what IN ('corrected', 'given_back', 'never_came', 'came_after_all', 'returned', 'bank_paid', 'bounced', 'refunded', 'refund_withdrawn', 'refund_owed', 'recovered', 'recovery_undone'))
);
CREATE INDEX transfer_changes_transfer ON transfer_changes (transfer_id, id);

CREATE TABLE prompts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- The name under which it is sent and asked for.
  reference uuid NOT NULL,
  driver_id bigint,
  type_code text NOT NULL,
  -- The period of its type; the database keeps them alike.
  period text NOT NULL,
  payment_year smallint,
  payment_month smallint,
  -- The list price when the prompt was asked for.
  amount_due numeric(14, 2),
  amount numeric(14, 2) NOT NULL,
  payer_number text COLLATE "C" NOT NULL,
  state text DEFAULT 'waiting' NOT NULL,
  -- The network's word for a failure, or ours; empty otherwise.
  reason text DEFAULT '' NOT NULL,
  transaction_id text COLLATE "C",
  -- The claim that its money pays; null where another claim was cleared with it before.
  payment_id bigint,
  transfer_id bigint,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The number of the server that looks after it at this moment.
  server integer,
  tenant_id bigint,
  application_id bigint,
  plot_id bigint,
  zone_id bigint,
  tenancy_id bigint,
  payer_name text,
  payer_details text,
  CONSTRAINT prompts_pkey PRIMARY KEY (id),
  CONSTRAINT prompts_reference_key UNIQUE (reference),
  CONSTRAINT prompts_application_id_fkey FOREIGN KEY (application_id) REFERENCES land_applications(id),
  CONSTRAINT prompts_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT prompts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT prompts_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id),
  CONSTRAINT prompts_tenancy_id_fkey FOREIGN KEY (tenancy_id) REFERENCES tenancies(id),
  CONSTRAINT prompts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT prompts_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id),
  CONSTRAINT prompts_type FOREIGN KEY (type_code, period) REFERENCES payment_types(type_code, period) ON UPDATE CASCADE,
  CONSTRAINT prompts_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES zones(id),
  CONSTRAINT prompts_amount_check CHECK (amount > 0),
  CONSTRAINT prompts_amount_due_check CHECK (amount_due > 0),
  CONSTRAINT prompts_check CHECK ((state IN ('paid', 'failed', 'unknown')) = (ended_at IS NOT NULL)),
  CONSTRAINT prompts_check1 CHECK (state <> 'paid' OR transaction_id IS NOT NULL AND transfer_id IS NOT NULL),
  CONSTRAINT prompts_check2 CHECK (server IS NULL OR (state IN ('waiting', 'asked'))),
  CONSTRAINT prompts_one_payer CHECK (num_nonnulls(driver_id, tenant_id) = 1),
  CONSTRAINT prompts_payer_name_check CHECK (payer_name <> ''),
  CONSTRAINT prompts_state_check CHECK (state IN ('waiting', 'asked', 'paid', 'failed', 'unknown'))
);
CREATE INDEX prompts_due ON prompts (due_at, id) WHERE (state IN ('waiting', 'asked'));
CREATE INDEX prompts_failed ON prompts (ended_at) WHERE (state = 'failed');
CREATE INDEX prompts_of_driver ON prompts (driver_id, created_at);
CREATE INDEX prompts_of_payer ON prompts (payer_number, id);
CREATE INDEX prompts_of_state ON prompts (state, id);
CREATE INDEX prompts_of_tenant ON prompts (tenant_id, created_at) WHERE (tenant_id IS NOT NULL);
CREATE INDEX prompts_of_type ON prompts (type_code);
CREATE INDEX prompts_taken ON prompts (server) WHERE (server IS NOT NULL);

CREATE TABLE statement_imports (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  file_name text NOT NULL,
  line_count integer NOT NULL,
  status text COLLATE "C" DEFAULT 'uploaded' NOT NULL,
  suggestion jsonb NOT NULL,
  is_remembered boolean NOT NULL,
  mapping jsonb,
  counts jsonb DEFAULT '[]'::jsonb NOT NULL,
  problem text DEFAULT '' NOT NULL,
  unknown_directions jsonb DEFAULT '[]'::jsonb NOT NULL,
  job_id bigint,
  uploaded_by bigint NOT NULL,
  uploader text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  status_reason text,
  -- The first and the last day that it covers; null where it covers none.
  covers_from date,
  covers_to date,
  -- Says which days it covers, or why none.
  coverage_note text DEFAULT '' NOT NULL,
  -- The money of the days that it covers was held against it.
  is_searched boolean DEFAULT false NOT NULL,
  -- The first and the last day that it covers once another person has confirmed them.
  given_from date,
  given_to date,
  -- Says which sheet of several was read; empty of other files.
  read_from text DEFAULT '' NOT NULL,
  CONSTRAINT statement_imports_pkey PRIMARY KEY (id),
  CONSTRAINT statement_imports_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES accounts(id),
  CONSTRAINT statement_imports_check CHECK (status = 'uploaded' OR mapping IS NOT NULL),
  CONSTRAINT statement_imports_check1 CHECK ((status = 'imported') = (imported_at IS NOT NULL)),
  CONSTRAINT statement_imports_coverage CHECK ((covers_from IS NULL) = (covers_to IS NULL) AND covers_from <= covers_to),
  CONSTRAINT statement_imports_given CHECK ((given_from IS NULL) = (given_to IS NULL) AND given_from <= given_to),
  CONSTRAINT statement_imports_line_count_check CHECK (line_count > 0),
  CONSTRAINT statement_imports_status_check CHECK (status IN ('uploaded', 'checked', 'importing', 'imported', 'cancelled'))
);
CREATE INDEX statement_imports_by_time ON statement_imports (uploaded_at, id);
CREATE INDEX statement_imports_covering ON statement_imports (covers_to, covers_from) WHERE ((covers_from IS NOT NULL) AND (status = 'imported'));
CREATE INDEX statement_imports_to_search ON statement_imports (imported_at, id) WHERE ((covers_from IS NOT NULL) AND (status = 'imported') AND (NOT is_searched));

CREATE TABLE statement_lines (
  import_id bigint NOT NULL,
  line integer NOT NULL,
  cells jsonb NOT NULL,
  outcome text COLLATE "C",
  reason text DEFAULT '' NOT NULL,
  received_on date,
  transaction_id text COLLATE "C" DEFAULT '' NOT NULL,
  amount numeric(14, 2),
  payer_name text DEFAULT '' NOT NULL,
  payer_number text DEFAULT '' NOT NULL,
  reference text DEFAULT '' NOT NULL,
  is_imported boolean DEFAULT false NOT NULL,
  -- The account's balance after the line, as the statement says it.
  balance numeric(14, 2),
  CONSTRAINT statement_lines_pkey PRIMARY KEY (import_id, line),
  CONSTRAINT statement_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES statement_imports(id) ON DELETE CASCADE,
  CONSTRAINT statement_lines_amount_check CHECK (amount > 0),
  CONSTRAINT statement_lines_line_check CHECK (line > 0),
  CONSTRAINT statement_lines_outcome_check CHECK (outcome IN ('clears', 'no_claim', 'differs', 'below_price', 'other_car', 'paid', 'disputed', 'known', 'known_differs', 'two_networks', 'waits', 'repeated', 'outgoing', 'unreadable')) NOT VALID
);
CREATE INDEX statement_lines_by_amount ON statement_lines (amount, received_on) WHERE (outcome <> 'outgoing');
CREATE INDEX statement_lines_by_outcome ON statement_lines (import_id, outcome, line);
CREATE INDEX statement_lines_by_transaction ON statement_lines (transaction_key(transaction_id), import_id) WHERE (transaction_id <> '');
CREATE INDEX statement_lines_not_recorded ON statement_lines (received_on, import_id, line) WHERE ((outcome IN ('outgoing', 'known_differs', 'unreadable', 'two_networks')) AND (received_on IS NOT NULL) AND (amount IS NOT NULL));

CREATE TABLE statement_mappings (
  fingerprint text COLLATE "C" NOT NULL,
  mapping jsonb NOT NULL,
  changed_by bigint,
  changed_at timestamptz NOT NULL,
  CONSTRAINT statement_mappings_pkey PRIMARY KEY (fingerprint),
  CONSTRAINT statement_mappings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  CONSTRAINT statement_mappings_fingerprint_check CHECK (fingerprint ~ '^[0-9a-f]{64}$')
);

-- == refunds ==

CREATE TABLE refunds (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  source text COLLATE "C" NOT NULL,
  -- Null of money that paid nobody's fee, and of the land side.
  driver_id bigint,
  -- Of the land side the first payment of the receipt, all of which is given back.
  payment_id bigint,
  -- The money itself, or that of the payment.
  transfer_id bigint,
  amount numeric(14, 2) NOT NULL,
  -- How it is paid, as it was approved.
  mode text COLLATE "C" NOT NULL,
  paid_to text NOT NULL,
  reason text NOT NULL,
  status text COLLATE "C" DEFAULT 'asked' NOT NULL,
  status_reason text,
  asked_by bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  approved_by bigint,
  approved_at timestamptz,
  is_alone boolean DEFAULT false NOT NULL,
  -- That of the payout: a transaction ID, or the number of cash paid out.
  reference text,
  paid_on date,
  ended_by bigint,
  ended_at timestamptz,
  -- The money behind it never came, or its cheque bounced, after it was paid: since then it is owed
  -- back.
  owed_at timestamptz,
  -- The money with which somebody who is no driver paid it back to us.
  recovered_from bigint,
  -- The part of what is owed that was written off.
  written_off numeric(14, 2),
  settled_at timestamptz,
  -- Whose people ask for it, approve it and pay it: that of the payment; of money, that which
  -- asked.
  side text COLLATE "C" NOT NULL,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES accounts(id),
  CONSTRAINT refunds_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id),
  CONSTRAINT refunds_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT refunds_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(id),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_recovered_from_fkey FOREIGN KEY (recovered_from) REFERENCES transfers(id),
  CONSTRAINT refunds_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id),
  CONSTRAINT refunds_amount_check CHECK (amount > 0),
  CONSTRAINT refunds_approved CHECK ((approved_at IS NULL) = (approved_by IS NULL) AND (approved_at IS NULL) = (status IN ('asked', 'refused'))),
  CONSTRAINT refunds_check CHECK (written_off > 0 AND written_off <= amount),
  CONSTRAINT refunds_ended CHECK ((ended_at IS NULL) = (status IN ('asked', 'approved')) AND (ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT refunds_mode_check CHECK (mode IN ('momo', 'cash', 'bank')),
  CONSTRAINT refunds_of_source CHECK (
CASE source
    WHEN 'credit' THEN driver_id IS NOT NULL AND payment_id IS NULL AND transfer_id IS NULL AND side = 'drivers'
    WHEN 'payment' THEN (driver_id IS NULL) = (side = 'land') AND payment_id IS NOT NULL AND transfer_id IS NOT NULL
    ELSE driver_id IS NULL AND payment_id IS NULL AND transfer_id IS NOT NULL
END),
  CONSTRAINT refunds_owed CHECK (owed_at IS NULL OR status = 'paid' AND transfer_id IS NOT NULL),
  CONSTRAINT refunds_paid CHECK ((status = 'paid') = (paid_on IS NOT NULL) AND (status = 'paid') = (reference IS NOT NULL)),
  CONSTRAINT refunds_paid_to_check CHECK (paid_to <> ''),
  CONSTRAINT refunds_reason_check CHECK (reason <> ''),
  CONSTRAINT refunds_reference_check CHECK (reference <> ''),
  CONSTRAINT refunds_settled CHECK ((settled_at IS NULL) = (recovered_from IS NULL AND written_off IS NULL) AND (recovered_from IS NULL OR written_off IS NULL AND driver_id IS NULL) AND (settled_at IS NULL OR owed_at IS NOT NULL)),
  CONSTRAINT refunds_side_check CHECK (side IN ('drivers', 'land')),
  CONSTRAINT refunds_source_check CHECK (source IN ('credit', 'payment', 'money')),
  CONSTRAINT refunds_status_check CHECK (status IN ('asked', 'approved', 'paid', 'refused', 'withdrawn')),
  CONSTRAINT refunds_status_reason_check CHECK (status_reason <> '')
);
CREATE INDEX refunds_by_payment ON refunds (payment_id, id) WHERE (payment_id IS NOT NULL);
CREATE INDEX refunds_of_driver ON refunds (driver_id, asked_at, id) WHERE (driver_id IS NOT NULL);
CREATE INDEX refunds_of_drivers ON refunds (asked_at, id) WHERE ((side = 'drivers') OR (source = 'money'));
CREATE INDEX refunds_of_drivers_by_status ON refunds (status, asked_at, id) WHERE ((side = 'drivers') OR (source = 'money'));
CREATE INDEX refunds_of_land ON refunds (asked_at, id) WHERE ((side = 'land') OR (source = 'money'));
CREATE INDEX refunds_of_land_by_status ON refunds (status, asked_at, id) WHERE ((side = 'land') OR (source = 'money'));
CREATE UNIQUE INDEX refunds_of_payment ON refunds (payment_id) WHERE ((payment_id IS NOT NULL) AND (status IN ('asked', 'approved', 'paid')));
CREATE INDEX refunds_of_transfer ON refunds (transfer_id) WHERE (transfer_id IS NOT NULL);
CREATE INDEX refunds_open ON refunds (status) WHERE (status IN ('asked', 'approved'));
CREATE INDEX refunds_owed_by_payers ON refunds (asked_at, id) WHERE ((owed_at IS NOT NULL) AND (settled_at IS NULL) AND (driver_id IS NULL));
CREATE INDEX refunds_recovered_from ON refunds (recovered_from) WHERE (recovered_from IS NOT NULL);
CREATE UNIQUE INDEX refunds_reference ON refunds (mode, transaction_key(reference)) WHERE (reference IS NOT NULL);
CREATE TRIGGER refunds_of_whole_receipt BEFORE INSERT ON refunds FOR EACH ROW WHEN (new.payment_id IS NOT NULL) EXECUTE FUNCTION refund_whole_receipt();

-- == devices ==

CREATE TABLE devices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- Fifteen digits; of a tracker without an IMEI its feed_name.
  imei text COLLATE "C" NOT NULL,
  serial_number text COLLATE "C" DEFAULT '' NOT NULL,
  model text DEFAULT '' NOT NULL,
  sim_number ghana_phone,
  sim_network text COLLATE "C" DEFAULT '' NOT NULL,
  -- The last day of the SIM's data bundle, if somebody noted it.
  bundle_until date,
  note text DEFAULT '' NOT NULL,
  -- Minutes of silence that worry; null for the company's setting.
  silent_minutes integer,
  -- SHA-256 of the key with which the device reports by the OsmAnd protocol.
  feed_key_hash bytea,
  status text COLLATE "C" DEFAULT 'in_stock' NOT NULL,
  status_reason text,
  status_at timestamptz NOT NULL,
  added_at timestamptz NOT NULL,
  added_by bigint,
  -- As the tracker names itself in the feed, where that is not its IMEI.
  feed_name text COLLATE "C",
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_imei_key UNIQUE (imei),
  CONSTRAINT devices_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  CONSTRAINT devices_feed_name_check CHECK (feed_name ~ '^[^[:cntrl:]]{1,64}$'),
  CONSTRAINT devices_imei_check CHECK (imei ~ '^[0-9]{15}$' OR imei = COALESCE(feed_name, '')),
  CONSTRAINT devices_silent_minutes_check CHECK (silent_minutes >= 5 AND silent_minutes <= 43200),
  CONSTRAINT devices_status_check CHECK (status IN ('in_stock', 'fitted', 'faulty', 'returned', 'lost')),
  CONSTRAINT devices_status_reason_check CHECK (status_reason <> '')
);
CREATE INDEX devices_added ON devices (added_at, id);
CREATE INDEX devices_by_bundle ON devices (bundle_until, id);
CREATE INDEX devices_by_model ON devices (lower(model), added_at, id);
CREATE INDEX devices_by_status ON devices (status, added_at, id);
CREATE UNIQUE INDEX devices_feed_name ON devices (upper(feed_name));
CREATE INDEX devices_fitted_bundles ON devices (bundle_until, id) WHERE (status = 'fitted');
CREATE INDEX devices_imei_end ON devices (reverse(imei));
CREATE INDEX devices_serial ON devices (upper(serial_number));
CREATE TRIGGER devices_live AFTER INSERT OR DELETE OR UPDATE ON devices FOR EACH STATEMENT EXECUTE FUNCTION tell_live('devices');

CREATE TABLE device_fittings (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id bigint NOT NULL,
  driver_id bigint NOT NULL,
  fitted_at timestamptz NOT NULL,
  -- The name of the fitter.
  fitted_by filled_text NOT NULL,
  noted_by bigint,
  -- Why it was fitted before the device was paid; null where it was paid.
  unpaid_reason text,
  removed_at timestamptz,
  removal_reason text,
  -- The person was erased: the places of this span are deleted, and late reports of it are not
  -- stored.
  erased_at timestamptz,
  -- When the last place of an erased span was deleted.
  emptied_at timestamptz,
  CONSTRAINT device_fittings_pkey PRIMARY KEY (id),
  CONSTRAINT device_fittings_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT device_fittings_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT device_fittings_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES accounts(id),
  CONSTRAINT device_fittings_check CHECK (removed_at >= fitted_at),
  CONSTRAINT device_fittings_check1 CHECK (emptied_at >= erased_at),
  CONSTRAINT device_fittings_filled CHECK (fitted_by::text <> ''),
  CONSTRAINT device_fittings_removal_reason_check CHECK (removal_reason <> ''),
  CONSTRAINT device_fittings_unpaid_reason_check CHECK (unpaid_reason <> '')
);
CREATE UNIQUE INDEX device_fittings_current ON device_fittings (device_id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX device_fittings_current_car ON device_fittings (driver_id) WHERE (removed_at IS NULL);
CREATE INDEX device_fittings_erased ON device_fittings (device_id, fitted_at) WHERE (erased_at IS NOT NULL);
CREATE INDEX device_fittings_of_device ON device_fittings (device_id, fitted_at, id);
CREATE INDEX device_fittings_of_driver ON device_fittings (driver_id, fitted_at, id);
CREATE INDEX device_fittings_to_empty ON device_fittings (id) WHERE ((erased_at IS NOT NULL) AND (emptied_at IS NULL));
CREATE TRIGGER device_fittings_live AFTER INSERT OR DELETE OR UPDATE ON device_fittings FOR EACH STATEMENT EXECUTE FUNCTION tell_live('devices');

CREATE TABLE device_imports (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  file_name text NOT NULL,
  line_count integer NOT NULL,
  status text COLLATE "C" DEFAULT 'uploaded' NOT NULL,
  status_reason text,
  suggestion jsonb NOT NULL,
  is_remembered boolean NOT NULL,
  mapping jsonb,
  counts jsonb DEFAULT '[]'::jsonb NOT NULL,
  problem text DEFAULT '' NOT NULL,
  job_id bigint,
  uploaded_by bigint NOT NULL,
  uploader text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  -- Says which sheet of several was read; empty of other files.
  read_from text DEFAULT '' NOT NULL,
  CONSTRAINT device_imports_pkey PRIMARY KEY (id),
  CONSTRAINT device_imports_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES accounts(id),
  CONSTRAINT device_imports_check CHECK (status = 'uploaded' OR mapping IS NOT NULL),
  CONSTRAINT device_imports_check1 CHECK ((status = 'imported') = (imported_at IS NOT NULL)),
  CONSTRAINT device_imports_line_count_check CHECK (line_count > 0),
  CONSTRAINT device_imports_status_check CHECK (status IN ('uploaded', 'checked', 'importing', 'imported', 'cancelled'))
);
CREATE INDEX device_imports_by_time ON device_imports (uploaded_at, id);

CREATE TABLE device_import_lines (
  import_id bigint NOT NULL,
  line integer NOT NULL,
  cells jsonb NOT NULL,
  -- Null until the columns are chosen, and of lines above the column names for good.
  outcome text COLLATE "C",
  reason text DEFAULT '' NOT NULL,
  imei text COLLATE "C" DEFAULT '' NOT NULL,
  serial_number text DEFAULT '' NOT NULL,
  model text DEFAULT '' NOT NULL,
  sim_number text DEFAULT '' NOT NULL,
  sim_network text DEFAULT '' NOT NULL,
  bundle_until date,
  is_imported boolean DEFAULT false NOT NULL,
  feed_name text DEFAULT '' NOT NULL,
  CONSTRAINT device_import_lines_pkey PRIMARY KEY (import_id, line),
  CONSTRAINT device_import_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES device_imports(id) ON DELETE CASCADE,
  CONSTRAINT device_import_lines_line_check CHECK (line > 0),
  CONSTRAINT device_import_lines_outcome_check CHECK (outcome IN ('new', 'known', 'repeated', 'refused'))
);
CREATE INDEX device_import_lines_by_outcome ON device_import_lines (import_id, outcome, line);

CREATE TABLE device_import_mappings (
  -- The SHA-256 of the names, in hexadecimal digits.
  fingerprint text COLLATE "C" NOT NULL,
  mapping jsonb NOT NULL,
  changed_by bigint,
  changed_at timestamptz NOT NULL,
  CONSTRAINT device_import_mappings_pkey PRIMARY KEY (fingerprint),
  CONSTRAINT device_import_mappings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  CONSTRAINT device_import_mappings_fingerprint_check CHECK (fingerprint ~ '^[0-9a-f]{64}$')
);

-- == tracking ==

CREATE TABLE positions (
  device_id bigint NOT NULL,
  -- The device's time of the fix; one ahead of when it was heard is moved to just before that.
  fix_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  speed_kmh real NOT NULL,
  course smallint,
  accuracy_m real,
  has_ignition boolean,
  has_power boolean,
  battery_percent smallint,
  -- The alarms of the report as Traccar names them, with commas: sos, powerCut.
  alarm text COLLATE "C",
  -- The receiver said that the fix is not valid, or no car can have come there from the sure place
  -- of then
  is_unsure boolean DEFAULT false NOT NULL,
  CONSTRAINT positions_pkey PRIMARY KEY (device_id, fix_at),
  CONSTRAINT positions_accuracy_m_check CHECK (accuracy_m >= 0::double precision),
  CONSTRAINT positions_battery_percent_check CHECK (battery_percent >= 0 AND battery_percent <= 100),
  CONSTRAINT positions_course_check CHECK (course >= 0 AND course <= 359),
  CONSTRAINT positions_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT positions_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT positions_speed_kmh_check CHECK (speed_kmh >= 0::double precision)
) PARTITION BY RANGE (fix_at);

CREATE TABLE device_places (
  device_id bigint NOT NULL,
  fix_at timestamptz NOT NULL,
  -- When the last report came, also a late one that moved nothing.
  received_at timestamptz NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  speed_kmh real NOT NULL,
  course smallint,
  accuracy_m real,
  is_moving boolean NOT NULL,
  still_since timestamptz,
  has_ignition boolean,
  has_power boolean,
  battery_percent smallint,
  -- The last alarm; shown until its time is an hour old.
  alarm text COLLATE "C",
  alarm_at timestamptz,
  -- The time of the fix that waits for a second one
  unsure_at timestamptz,
  unsure_latitude double precision,
  unsure_longitude double precision,
  CONSTRAINT device_places_pkey PRIMARY KEY (device_id),
  CONSTRAINT device_places_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT device_places_accuracy_m_check CHECK (accuracy_m >= 0::double precision),
  CONSTRAINT device_places_battery_percent_check CHECK (battery_percent >= 0 AND battery_percent <= 100),
  CONSTRAINT device_places_course_check CHECK (course >= 0 AND course <= 359),
  CONSTRAINT device_places_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT device_places_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT device_places_speed_kmh_check CHECK (speed_kmh >= 0::double precision)
) WITH (fillfactor=50);

CREATE TABLE tracker_alarms (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id bigint NOT NULL,
  -- The car that had the tracker at that time; null in stock.
  driver_id bigint,
  kind text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  latitude double precision,
  longitude double precision,
  CONSTRAINT tracker_alarms_pkey PRIMARY KEY (id),
  CONSTRAINT tracker_alarms_device_id_kind_at_key UNIQUE (device_id, kind, at),
  CONSTRAINT tracker_alarms_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT tracker_alarms_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT tracker_alarms_kind_check CHECK (kind <> '')
);
CREATE INDEX tracker_alarms_at ON tracker_alarms (at, id);
CREATE INDEX tracker_alarms_of_driver ON tracker_alarms (driver_id, at, id);

CREATE TABLE unknown_trackers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  unique_id text COLLATE "C" NOT NULL,
  feed text COLLATE "C" NOT NULL,
  reports bigint DEFAULT 1 NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  latitude double precision,
  longitude double precision,
  CONSTRAINT unknown_trackers_pkey PRIMARY KEY (id),
  CONSTRAINT unknown_trackers_unique_id_key UNIQUE (unique_id),
  CONSTRAINT unknown_trackers_feed_check CHECK (feed IN ('traccar', 'osmand')),
  CONSTRAINT unknown_trackers_unique_id_check CHECK (length(unique_id) >= 1 AND length(unique_id) <= 64)
);
CREATE INDEX unknown_trackers_by_time ON unknown_trackers (last_at, id);

CREATE TABLE feed_secret (
  is_only boolean DEFAULT true NOT NULL,
  -- SHA-256 of the secret that Traccar sends in a header.
  secret_hash bytea NOT NULL,
  made_at timestamptz NOT NULL,
  made_by bigint,
  CONSTRAINT feed_secret_pkey PRIMARY KEY (is_only),
  CONSTRAINT feed_secret_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  CONSTRAINT feed_secret_is_only_check CHECK (is_only),
  CONSTRAINT feed_secret_secret_hash_check CHECK (length(secret_hash) = 32)
);

CREATE TABLE thinned_days (
  day date NOT NULL,
  thinned_at timestamptz NOT NULL,
  kept bigint NOT NULL,
  removed bigint NOT NULL,
  CONSTRAINT thinned_days_pkey PRIMARY KEY (day)
);

-- Cars that the office declared stolen.
CREATE TABLE stolen_cars (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  driver_id bigint NOT NULL,
  -- Where and how it was lost, in the words of the office.
  last_seen filled_text NOT NULL,
  status text COLLATE "C" DEFAULT 'open' NOT NULL,
  -- How the search ended.
  status_reason text,
  declared_at timestamptz NOT NULL,
  declared_by bigint NOT NULL,
  ended_at timestamptz,
  ended_by bigint,
  CONSTRAINT stolen_cars_pkey PRIMARY KEY (id),
  CONSTRAINT stolen_cars_declared_by_fkey FOREIGN KEY (declared_by) REFERENCES accounts(id),
  CONSTRAINT stolen_cars_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT stolen_cars_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(id),
  CONSTRAINT stolen_cars_ended CHECK ((status = 'ended') = (ended_at IS NOT NULL)),
  CONSTRAINT stolen_cars_filled CHECK (last_seen::text <> ''),
  CONSTRAINT stolen_cars_status_check CHECK (status IN ('open', 'ended')),
  CONSTRAINT stolen_cars_status_reason_check CHECK (status_reason <> '')
);
CREATE INDEX stolen_cars_at ON stolen_cars (declared_at, id);
CREATE INDEX stolen_cars_by_status ON stolen_cars (status, declared_at, id);
CREATE INDEX stolen_cars_of_driver ON stolen_cars (driver_id, declared_at, id);
CREATE UNIQUE INDEX stolen_cars_open ON stolen_cars (driver_id) WHERE (status = 'open');
CREATE TRIGGER stolen_cars_live AFTER INSERT OR DELETE OR UPDATE ON stolen_cars FOR EACH STATEMENT EXECUTE FUNCTION tell_live('stolen_cars');

-- Links that show a stolen car to somebody without sign-in until they end.
CREATE TABLE stolen_links (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  stolen_car_id bigint NOT NULL,
  -- SHA-256 of the link's secret.
  token_hash bytea NOT NULL,
  made_for filled_text NOT NULL,
  made_at timestamptz NOT NULL,
  made_by bigint NOT NULL,
  ends_at timestamptz NOT NULL,
  closed_at timestamptz,
  -- Null where it was closed with the declaration.
  closed_by bigint,
  CONSTRAINT stolen_links_pkey PRIMARY KEY (id),
  CONSTRAINT stolen_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT stolen_links_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES accounts(id),
  CONSTRAINT stolen_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  CONSTRAINT stolen_links_stolen_car_id_fkey FOREIGN KEY (stolen_car_id) REFERENCES stolen_cars(id),
  CONSTRAINT stolen_links_filled CHECK (made_for::text <> ''),
  CONSTRAINT stolen_links_hours CHECK (ends_at > made_at AND ends_at <= (made_at + '72:00:00'::interval)),
  CONSTRAINT stolen_links_token_hash_check CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX stolen_links_of_car ON stolen_links (stolen_car_id, id);
CREATE TRIGGER stolen_links_live AFTER INSERT OR DELETE OR UPDATE ON stolen_links FOR EACH STATEMENT EXECUTE FUNCTION tell_live('stolen_cars');

-- Openings of such a link, once an hour of each address.
CREATE TABLE stolen_openings (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  link_id bigint NOT NULL,
  opened_at timestamptz NOT NULL,
  address text COLLATE "C" NOT NULL,
  user_agent text DEFAULT '' NOT NULL,
  CONSTRAINT stolen_openings_pkey PRIMARY KEY (id),
  CONSTRAINT stolen_openings_link_id_fkey FOREIGN KEY (link_id) REFERENCES stolen_links(id),
  CONSTRAINT stolen_openings_user_agent_check CHECK (length(user_agent) <= 200)
);
CREATE UNIQUE INDEX stolen_openings_hourly ON stolen_openings (link_id, address, date_trunc('hour', (opened_at AT TIME ZONE 'UTC')));
CREATE INDEX stolen_openings_of_link ON stolen_openings (link_id, opened_at, id);
CREATE TRIGGER stolen_openings_live AFTER INSERT ON stolen_openings FOR EACH ROW EXECUTE FUNCTION tell_live('stolen_cars');

CREATE TABLE watch_states (
  device_id bigint NOT NULL,
  -- The fitting that it belongs to; another one begins anew.
  fitted_at timestamptz NOT NULL,
  -- The time of the newest fix since the fitting.
  fix_at timestamptz NOT NULL,
  is_moving boolean NOT NULL,
  -- The last seconds between two fixes while it moved, the oldest first.
  gaps integer[] DEFAULT '{}'::integer[] NOT NULL,
  -- The median of the gaps, once there are enough of them.
  interval_seconds integer,
  -- The present power cut is on the list already.
  is_power_noted boolean DEFAULT false NOT NULL,
  battery_noted_at timestamptz,
  CONSTRAINT watch_states_pkey PRIMARY KEY (device_id),
  CONSTRAINT watch_states_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT watch_states_gaps_check CHECK (cardinality(gaps) <= 31),
  CONSTRAINT watch_states_interval_seconds_check CHECK (interval_seconds > 0)
) WITH (fillfactor=50);

-- Findings of the watch about trackers in cars; somebody closes each with a word of what it was.
CREATE TABLE watch_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  device_id bigint NOT NULL,
  driver_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  fence_rule_id bigint,
  -- The name of the path or stop, as it was then.
  fence text,
  must text COLLATE "C",
  -- Since when it was so, and last_since since when it last was, where it came again while open.
  since timestamptz NOT NULL,
  last_since timestamptz NOT NULL,
  times integer DEFAULT 1 NOT NULL,
  noticed_at timestamptz NOT NULL,
  last_report_at timestamptz,
  -- When the report was due that did not come.
  due_by timestamptz,
  interval_seconds integer,
  battery_percent smallint,
  -- When a silent one reported again.
  came_back_at timestamptz,
  status text COLLATE "C" DEFAULT 'open' NOT NULL,
  status_reason text,
  closed_at timestamptz,
  closed_by bigint,
  CONSTRAINT watch_entries_pkey PRIMARY KEY (id),
  CONSTRAINT watch_entries_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES accounts(id),
  CONSTRAINT watch_entries_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT watch_entries_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT watch_entries_fence_rule_id_fkey FOREIGN KEY (fence_rule_id) REFERENCES fence_rules(id) ON DELETE SET NULL,
  CONSTRAINT watch_entries_closed CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CONSTRAINT watch_entries_fence_check CHECK (fence <> ''),
  CONSTRAINT watch_entries_kind_check CHECK (kind IN ('silent', 'power_cut', 'fence', 'low_battery')),
  CONSTRAINT watch_entries_must_check CHECK (must IN ('stay_in', 'stay_out')),
  CONSTRAINT watch_entries_of_fence CHECK ((kind = 'fence') = (fence IS NOT NULL AND must IS NOT NULL)),
  CONSTRAINT watch_entries_status_check CHECK (status IN ('open', 'closed')),
  CONSTRAINT watch_entries_status_reason_check CHECK (status_reason <> ''),
  CONSTRAINT watch_entries_times_check CHECK (times > 0)
);
CREATE INDEX watch_entries_at ON watch_entries (last_since, id);
CREATE INDEX watch_entries_by_kind ON watch_entries (kind, last_since, id);
CREATE INDEX watch_entries_by_status ON watch_entries (status, last_since, id);
CREATE INDEX watch_entries_of_device ON watch_entries (device_id, kind, last_since);
CREATE INDEX watch_entries_of_driver ON watch_entries (driver_id, last_since, id);
CREATE INDEX watch_entries_of_rule ON watch_entries (fence_rule_id);
CREATE UNIQUE INDEX watch_entries_open ON watch_entries (device_id, driver_id, kind, COALESCE(fence_rule_id, (0)::bigint)) WHERE (status = 'open');
CREATE TRIGGER watch_entries_live AFTER INSERT OR DELETE OR UPDATE ON watch_entries FOR EACH ROW EXECUTE FUNCTION tell_live('watch');

CREATE TABLE fence_shapes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  path_id bigint,
  stop_id bigint,
  -- Latitude and longitude of each corner; the last is joined to the first.
  corners jsonb,
  latitude double precision,
  longitude double precision,
  radius_m double precision,
  version integer DEFAULT 1 NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by bigint,
  CONSTRAINT fence_shapes_pkey PRIMARY KEY (id),
  CONSTRAINT fence_shapes_path_id_key UNIQUE (path_id),
  CONSTRAINT fence_shapes_stop_id_key UNIQUE (stop_id),
  CONSTRAINT fence_shapes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  CONSTRAINT fence_shapes_path_id_fkey FOREIGN KEY (path_id) REFERENCES paths(id),
  CONSTRAINT fence_shapes_stop_id_fkey FOREIGN KEY (stop_id) REFERENCES stops(id),
  CONSTRAINT fence_shapes_form CHECK (
CASE
    WHEN corners IS NULL THEN num_nonnulls(latitude, longitude, radius_m) = 3
    ELSE jsonb_array_length(corners) >= 3 AND jsonb_array_length(corners) <= 200 AND num_nonnulls(latitude, longitude, radius_m) = 0
END),
  CONSTRAINT fence_shapes_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT fence_shapes_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT fence_shapes_of_one CHECK (num_nonnulls(path_id, stop_id) = 1),
  CONSTRAINT fence_shapes_radius_m_check CHECK (radius_m >= 20::double precision AND radius_m <= 100000::double precision)
);
CREATE TRIGGER fence_shapes_revision AFTER INSERT OR DELETE OR UPDATE ON fence_shapes FOR EACH STATEMENT EXECUTE FUNCTION note_fence_revision();

CREATE TABLE fence_rules (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  shape_id bigint NOT NULL,
  must text COLLATE "C" NOT NULL,
  -- The cars of a plan, or driver_id one car; without both it is for all.
  plan text COLLATE "C",
  driver_id bigint,
  -- Monday is 1. Hours that pass midnight belong to the day on which they begin.
  days smallint[] NOT NULL,
  from_time text COLLATE "C" NOT NULL,
  -- The same as from_time for the whole day.
  until_time text COLLATE "C" NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  CONSTRAINT fence_rules_pkey PRIMARY KEY (id),
  CONSTRAINT fence_rules_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT fence_rules_shape_id_fkey FOREIGN KEY (shape_id) REFERENCES fence_shapes(id) ON DELETE CASCADE,
  CONSTRAINT fence_rules_days_check CHECK (cardinality(days) >= 1 AND cardinality(days) <= 7 AND days <@ '{1,2,3,4,5,6,7}'::smallint[]),
  CONSTRAINT fence_rules_from_time_check CHECK (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT fence_rules_must_check CHECK (must IN ('stay_in', 'stay_out')),
  CONSTRAINT fence_rules_plan_check CHECK (plan IN ('monthly', 'standard', 'platinum')),
  CONSTRAINT fence_rules_until_time_check CHECK (until_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT fence_rules_whom CHECK (num_nonnulls(plan, driver_id) <= 1)
);
CREATE INDEX fence_rules_of_driver ON fence_rules (driver_id);
CREATE INDEX fence_rules_of_shape ON fence_rules (shape_id, id);
CREATE TRIGGER fence_rules_revision AFTER INSERT OR DELETE OR UPDATE ON fence_rules FOR EACH STATEMENT EXECUTE FUNCTION note_fence_revision();

CREATE TABLE fence_states (
  device_id bigint NOT NULL,
  rule_id bigint NOT NULL,
  -- Null while it is not known.
  is_outside boolean,
  -- Traccar tells of this fence for the device, so the server does not work it out.
  is_by_traccar boolean DEFAULT false NOT NULL,
  -- The present breach is on the list already.
  is_noted boolean DEFAULT false NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT fence_states_pkey PRIMARY KEY (device_id, rule_id),
  CONSTRAINT fence_states_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT fence_states_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES fence_rules(id) ON DELETE CASCADE
);
CREATE INDEX fence_states_of_rule ON fence_states (rule_id);

CREATE TABLE fence_revision (
  is_only boolean DEFAULT true NOT NULL,
  revision uuid DEFAULT gen_random_uuid() NOT NULL,
  CONSTRAINT fence_revision_pkey PRIMARY KEY (is_only),
  CONSTRAINT fence_revision_is_only_check CHECK (is_only)
);

-- When reports of trackers were last refused, and why; exact to ten seconds.
CREATE TABLE feed_refusals (
  cause text COLLATE "C" NOT NULL,
  last_at timestamptz NOT NULL,
  CONSTRAINT feed_refusals_pkey PRIMARY KEY (cause),
  CONSTRAINT feed_refusals_cause_check CHECK (cause IN ('no_secret', 'wrong_secret'))
);

-- The longest time without any report in an hour, but for those of outages.
CREATE TABLE feed_gaps (
  hour timestamptz NOT NULL,
  seconds integer NOT NULL,
  CONSTRAINT feed_gaps_pkey PRIMARY KEY (hour)
);

CREATE TABLE feed_outages (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  since timestamptz NOT NULL,
  noticed_at timestamptz NOT NULL,
  ended_at timestamptz,
  cause text COLLATE "C",
  -- Of the driving trackers, those that fell silent together; null where no tracker reports.
  silent integer,
  driving integer,
  told_at timestamptz,
  CONSTRAINT feed_outages_pkey PRIMARY KEY (id),
  CONSTRAINT feed_outages_cause_check CHECK (cause IN ('no_secret', 'wrong_secret'))
);
CREATE UNIQUE INDEX feed_outages_open ON feed_outages ((true)) WHERE (ended_at IS NULL);

-- How many reports of trackers were refused on a day, by cause; kept for a month.
CREATE TABLE feed_rejections (
  day date NOT NULL,
  cause text COLLATE "C" NOT NULL,
  reports bigint NOT NULL,
  last_at timestamptz NOT NULL,
  -- The newest name that a refused report gave its tracker.
  last_name text DEFAULT '' NOT NULL,
  CONSTRAINT feed_rejections_pkey PRIMARY KEY (day, cause)
);

-- == incidents ==

CREATE TABLE incident_numbers (
  year smallint NOT NULL,
  is_drill boolean NOT NULL,
  last integer NOT NULL,
  CONSTRAINT incident_numbers_pkey PRIMARY KEY (year, is_drill),
  CONSTRAINT incident_numbers_last_check CHECK (last > 0)
);

-- Calls for help. Signals of one car that belong together are one.
CREATE TABLE incidents (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  number text COLLATE "C" NOT NULL,
  grade text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  is_drill boolean DEFAULT false NOT NULL,
  driver_id bigint,
  -- The tracker that called; of one that is in no car there is no driver.
  device_id bigint,
  caller_name text DEFAULT '' NOT NULL,
  caller_phone text COLLATE "C" DEFAULT '' NOT NULL,
  -- Where the caller said that it is.
  place text DEFAULT '' NOT NULL,
  status text COLLATE "C" DEFAULT 'raised' NOT NULL,
  status_reason text,
  -- By the server's clock.
  raised_at timestamptz NOT NULL,
  -- By the clock of what sent it, as the last one is.
  first_signal_at timestamptz NOT NULL,
  last_signal_at timestamptz NOT NULL,
  signals integer DEFAULT 0 NOT NULL,
  acknowledged_at timestamptz,
  acknowledged_by bigint,
  dispatched_at timestamptz,
  on_scene_at timestamptz,
  ended_at timestamptz,
  ended_by bigint,
  duplicate_of bigint,
  -- When it is passed on to the next; null where it is not passed on.
  ring_at timestamptz,
  -- When it was raised, or last raised again.
  rings_since timestamptz NOT NULL,
  rings_everywhere boolean DEFAULT false NOT NULL,
  supervisors_told_at timestamptz,
  supervisor_texts smallint DEFAULT 0 NOT NULL,
  -- False while none but strangers have called.
  is_known boolean DEFAULT true NOT NULL,
  is_queue boolean DEFAULT false NOT NULL,
  -- The queue in which a stranger’s call waits; null once a person or a known call is at it.
  queue_id bigint,
  -- The same for calls of one address, hour of registration and text, by a keyed hash.
  group_key text COLLATE "C",
  CONSTRAINT incidents_pkey PRIMARY KEY (id),
  CONSTRAINT incidents_number_key UNIQUE (number),
  CONSTRAINT incidents_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES accounts(id),
  CONSTRAINT incidents_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  CONSTRAINT incidents_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT incidents_duplicate_of_fkey FOREIGN KEY (duplicate_of) REFERENCES incidents(id),
  CONSTRAINT incidents_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(id),
  CONSTRAINT incidents_queue_id_fkey FOREIGN KEY (queue_id) REFERENCES incidents(id),
  CONSTRAINT incidents_caller_name_check CHECK (length(caller_name) <= 120),
  CONSTRAINT incidents_check CHECK (first_signal_at <= last_signal_at),
  CONSTRAINT incidents_duplicate CHECK ((status = 'duplicate') = (duplicate_of IS NOT NULL) AND duplicate_of <> id),
  CONSTRAINT incidents_ended CHECK ((status IN ('resolved', 'false_alarm', 'duplicate')) = (ended_at IS NOT NULL)),
  CONSTRAINT incidents_grade_check CHECK (grade IN ('sos', 'accident', 'tampering', 'jamming', 'power_cut')),
  CONSTRAINT incidents_place_check CHECK (length(place) <= 300),
  CONSTRAINT incidents_rings CHECK (ring_at IS NULL OR status = 'raised'),
  CONSTRAINT incidents_source_check CHECK (source IN ('tracker', 'member', 'call', 'text', 'card')),
  CONSTRAINT incidents_status_check CHECK (status IN ('raised', 'acknowledged', 'dispatched', 'on_scene', 'resolved', 'false_alarm', 'duplicate')),
  CONSTRAINT incidents_status_reason_check CHECK (status_reason <> '')
);
CREATE INDEX incidents_at ON incidents (raised_at, id);
CREATE INDEX incidents_by_grade ON incidents (grade, raised_at, id);
CREATE INDEX incidents_drills ON incidents (raised_at, id) WHERE is_drill;
CREATE INDEX incidents_of_caller ON incidents (caller_phone, id) WHERE ((ended_at IS NULL) AND (caller_phone <> ''));
CREATE INDEX incidents_of_device ON incidents (device_id, raised_at, id);
CREATE INDEX incidents_of_driver ON incidents (driver_id, raised_at, id);
CREATE INDEX incidents_of_strangers ON incidents (raised_at) WHERE ((NOT is_known) AND (queue_id IS NULL) AND (ended_at IS NULL));
CREATE INDEX incidents_open ON incidents (raised_at, id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX incidents_queue ON incidents (is_queue) WHERE (is_queue AND (ended_at IS NULL));
CREATE INDEX incidents_strangers_told ON incidents (supervisors_told_at) WHERE (NOT is_known);
CREATE INDEX incidents_to_ring ON incidents (ring_at, id) WHERE (ring_at IS NOT NULL);
CREATE INDEX incidents_waiting ON incidents (queue_id, id) WHERE (queue_id IS NOT NULL);
CREATE TRIGGER incidents_live AFTER INSERT OR UPDATE ON incidents FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');
CREATE TRIGGER leave_queue BEFORE UPDATE OF status ON incidents FOR EACH ROW WHEN (new.queue_id IS NOT NULL AND new.status <> 'raised' AND new.ended_at IS NULL) EXECUTE FUNCTION leave_queue();

CREATE TABLE incident_signals (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  incident_id bigint NOT NULL,
  grade text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  -- By the clock of what sent it.
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  -- SHA-256 of the secret by which a phone follows its call.
  secret_hash bytea,
  battery_percent smallint,
  -- When the caller said to be safe.
  safe_at timestamptz,
  -- How its source is known; null for a stranger.
  known_by text COLLATE "C" DEFAULT 'earlier',
  -- SHA-256 of the phone’s secret and the code.
  code_hash bytea,
  code_until timestamptz,
  code_tries smallint DEFAULT 0 NOT NULL,
  -- When its sender was told so, of a text message alone.
  told_at timestamptz,
  CONSTRAINT incident_signals_pkey PRIMARY KEY (id),
  CONSTRAINT incident_signals_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT incident_signals_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  CONSTRAINT incident_signals_battery_percent_check CHECK (battery_percent >= 0 AND battery_percent <= 100),
  CONSTRAINT incident_signals_known_by_check CHECK (known_by IN ('tracker', 'office', 'session', 'device', 'number', 'card', 'called_back', 'code', 'earlier')),
  CONSTRAINT incident_signals_secret_hash_check CHECK (octet_length(secret_hash) = 32)
);
CREATE INDEX incident_signals_of ON incident_signals (incident_id, id);
CREATE INDEX incident_signals_untold ON incident_signals (received_at) WHERE ((source = 'text') AND (told_at IS NULL));
CREATE TRIGGER know_older_signal BEFORE INSERT ON incident_signals FOR EACH ROW WHEN (new.known_by = 'earlier') EXECUTE FUNCTION know_older_signal();

-- Places that came with signals, and of phones afterwards.
CREATE TABLE incident_places (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  incident_id bigint NOT NULL,
  source text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  accuracy_m real,
  -- The signal of the phone whose place it is; null of a tracker.
  signal_id bigint,
  is_unsure boolean DEFAULT false NOT NULL,
  CONSTRAINT incident_places_pkey PRIMARY KEY (id),
  CONSTRAINT incident_places_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  CONSTRAINT incident_places_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES incident_signals(id),
  CONSTRAINT incident_places_accuracy_m_check CHECK (accuracy_m >= 0::double precision),
  CONSTRAINT incident_places_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT incident_places_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision)
);
CREATE INDEX incident_places_by_id ON incident_places (incident_id, id);
CREATE UNIQUE INDEX incident_places_of ON incident_places (incident_id, source, at);
CREATE INDEX incident_places_of_signal ON incident_places (signal_id, id) WHERE (signal_id IS NOT NULL);
CREATE TRIGGER incident_places_live AFTER INSERT ON incident_places FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');

-- The time line of incidents. Nothing on it changes but an erased person's notes.
CREATE TABLE incident_steps (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  incident_id bigint NOT NULL,
  at timestamptz NOT NULL,
  what text COLLATE "C" NOT NULL,
  -- Null for the server's own steps and those of callers.
  actor_id bigint,
  words filled_text NOT NULL,
  CONSTRAINT incident_steps_pkey PRIMARY KEY (id),
  CONSTRAINT incident_steps_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES accounts(id),
  CONSTRAINT incident_steps_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  CONSTRAINT incident_steps_filled CHECK (words::text <> ''),
  CONSTRAINT incident_steps_what_check CHECK (what IN ('signal', 'rung', 'change', 'note'))
);
CREATE INDEX incident_steps_of ON incident_steps (incident_id, id);
CREATE INDEX incident_steps_told ON incident_steps (incident_id, id) WHERE (what <> 'signal');
CREATE TRIGGER incident_steps_live AFTER INSERT ON incident_steps FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');

-- When somebody answered calls for help.
CREATE TABLE response_shifts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id bigint NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When a page of theirs last showed the board.
  seen_at timestamptz NOT NULL,
  -- When it last rang at them first: the next call rings at another.
  rung_at timestamptz,
  handover text DEFAULT '' NOT NULL,
  -- When supervisors were told that nobody looks at the board since.
  absence_told_at timestamptz,
  CONSTRAINT response_shifts_pkey PRIMARY KEY (id),
  CONSTRAINT response_shifts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT response_shifts_check CHECK (ended_at >= started_at),
  CONSTRAINT response_shifts_handover_check CHECK (length(handover) <= 2000)
);
CREATE INDEX response_shifts_at ON response_shifts (started_at, id);
CREATE UNIQUE INDEX response_shifts_open ON response_shifts (account_id) WHERE (ended_at IS NULL);
CREATE INDEX response_shifts_seen ON response_shifts (seen_at, id);
CREATE TRIGGER response_shifts_live AFTER INSERT OR UPDATE OF ended_at ON response_shifts FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');

-- The people on shift at whom an incident rings or rang.
CREATE TABLE incident_rings (
  incident_id bigint NOT NULL,
  shift_id bigint NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT incident_rings_pkey PRIMARY KEY (incident_id, shift_id),
  CONSTRAINT incident_rings_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  CONSTRAINT incident_rings_shift_id_fkey FOREIGN KEY (shift_id) REFERENCES response_shifts(id)
);

CREATE TABLE response_teams (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name filled_text NOT NULL,
  -- In E.164; links to calls for help go to it.
  phone text COLLATE "C" NOT NULL,
  vehicle text DEFAULT '' NOT NULL,
  -- Names and numbers, the leader first.
  people jsonb DEFAULT '[]'::jsonb NOT NULL,
  -- A polygon or circle as paths and stops have; null for everywhere.
  area jsonb,
  is_active boolean DEFAULT true NOT NULL,
  added_at timestamptz NOT NULL,
  CONSTRAINT response_teams_pkey PRIMARY KEY (id),
  CONSTRAINT response_teams_filled CHECK (name::text <> ''),
  CONSTRAINT response_teams_people_check CHECK (jsonb_typeof(people) = 'array'),
  CONSTRAINT response_teams_vehicle_check CHECK (length(vehicle) <= 120)
);
CREATE UNIQUE INDEX response_teams_name ON response_teams (lower((name)::text));
CREATE TRIGGER response_teams_live AFTER INSERT OR UPDATE ON response_teams FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');

CREATE TABLE response_duties (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  team_id bigint NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT response_duties_pkey PRIMARY KEY (id),
  CONSTRAINT response_duties_team_id_fkey FOREIGN KEY (team_id) REFERENCES response_teams(id),
  CONSTRAINT response_duties_check CHECK (starts_at < ends_at)
);
CREATE INDEX response_duties_of ON response_duties (team_id, ends_at, id);
CREATE TRIGGER response_duties_live AFTER INSERT OR DELETE ON response_duties FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');

-- Teams that were sent to incidents, each by a link.
CREATE TABLE dispatches (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  incident_id bigint NOT NULL,
  team_id bigint NOT NULL,
  -- The number that the link was sent to.
  phone text COLLATE "C" NOT NULL,
  words text DEFAULT '' NOT NULL,
  status text COLLATE "C" DEFAULT 'sent' NOT NULL,
  status_reason text,
  -- SHA-256 of the link's secret.
  token_hash bytea NOT NULL,
  -- SHA-256 of the secret of the first phone that opened the link; no other may.
  phone_hash bytea,
  sent_at timestamptz NOT NULL,
  sent_by bigint NOT NULL,
  opened_at timestamptz,
  accepted_at timestamptz,
  on_scene_at timestamptz,
  ended_at timestamptz,
  seen_at timestamptz,
  check_in_minutes smallint NOT NULL,
  -- When the next sign of the team is expected.
  check_in_at timestamptz NOT NULL,
  latitude double precision,
  longitude double precision,
  accuracy_m real,
  -- When its phone was at the place, by the server's clock.
  place_at timestamptz,
  CONSTRAINT dispatches_pkey PRIMARY KEY (id),
  CONSTRAINT dispatches_token_hash_key UNIQUE (token_hash),
  CONSTRAINT dispatches_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  CONSTRAINT dispatches_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES accounts(id),
  CONSTRAINT dispatches_team_id_fkey FOREIGN KEY (team_id) REFERENCES response_teams(id),
  CONSTRAINT dispatches_accuracy_m_check CHECK (accuracy_m >= 0::double precision),
  CONSTRAINT dispatches_check_in_minutes_check CHECK (check_in_minutes >= 5 AND check_in_minutes <= 240),
  CONSTRAINT dispatches_ended CHECK ((status IN ('done', 'recalled')) = (ended_at IS NOT NULL)),
  CONSTRAINT dispatches_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision),
  CONSTRAINT dispatches_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision),
  CONSTRAINT dispatches_phone_hash_check CHECK (octet_length(phone_hash) = 32),
  CONSTRAINT dispatches_place CHECK (num_nulls(latitude, longitude, place_at) = ANY (ARRAY[0, 3])),
  CONSTRAINT dispatches_status_check CHECK (status IN ('sent', 'accepted', 'on_scene', 'done', 'recalled')),
  CONSTRAINT dispatches_status_reason_check CHECK (status_reason <> ''),
  CONSTRAINT dispatches_token_hash_check CHECK (octet_length(token_hash) = 32),
  CONSTRAINT dispatches_words_check CHECK (length(words) <= 500)
);
CREATE INDEX dispatches_of_incident ON dispatches (incident_id, id);
CREATE INDEX dispatches_of_team ON dispatches (team_id, id);
CREATE UNIQUE INDEX dispatches_open ON dispatches (incident_id, team_id) WHERE (ended_at IS NULL);
CREATE INDEX dispatches_open_of_team ON dispatches (team_id, id) WHERE (ended_at IS NULL);
CREATE TRIGGER dispatches_live AFTER INSERT OR UPDATE ON dispatches FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');

-- Documents of incidents as they were handed out, to check copies against.
CREATE TABLE incident_packs (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  incident_id bigint NOT NULL,
  -- Counts the packs of the incident.
  nth smallint NOT NULL,
  -- Leads to the page that checks the document.
  code text COLLATE "C" NOT NULL,
  made_at timestamptz NOT NULL,
  made_by bigint NOT NULL,
  made_for text NOT NULL,
  -- Null once its person was erased.
  pdf bytea,
  -- SHA-256 of the file.
  file_hash bytea NOT NULL,
  CONSTRAINT incident_packs_pkey PRIMARY KEY (id),
  CONSTRAINT incident_packs_code_key UNIQUE (code),
  CONSTRAINT incident_packs_incident_id_nth_key UNIQUE (incident_id, nth),
  CONSTRAINT incident_packs_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  CONSTRAINT incident_packs_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  CONSTRAINT incident_packs_code_check CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  CONSTRAINT incident_packs_file_hash_check CHECK (octet_length(file_hash) = 32),
  CONSTRAINT incident_packs_made_for_check CHECK (made_for <> ''),
  CONSTRAINT incident_packs_nth_check CHECK (nth > 0)
);

-- Photos that came with notes. In rows, to be in the backup of what they prove.
CREATE TABLE incident_photos (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  incident_id bigint NOT NULL,
  -- The note that it came with.
  step_id bigint NOT NULL,
  at timestamptz NOT NULL,
  added_by bigint NOT NULL,
  -- Null once its person was erased.
  jpeg bytea,
  CONSTRAINT incident_photos_pkey PRIMARY KEY (id),
  CONSTRAINT incident_photos_step_id_key UNIQUE (step_id),
  CONSTRAINT incident_photos_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  CONSTRAINT incident_photos_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  CONSTRAINT incident_photos_step_id_fkey FOREIGN KEY (step_id) REFERENCES incident_steps(id)
);
CREATE INDEX incident_photos_of ON incident_photos (incident_id, id);

-- QR stickers of cars. A new one stops the former.
CREATE TABLE crash_cards (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  driver_id bigint NOT NULL,
  code text COLLATE "C" NOT NULL,
  -- Only where the driver wished it on the card; null once erased.
  blood_group text COLLATE "C",
  made_at timestamptz NOT NULL,
  made_by bigint NOT NULL,
  stopped_at timestamptz,
  CONSTRAINT crash_cards_pkey PRIMARY KEY (id),
  CONSTRAINT crash_cards_code_key UNIQUE (code),
  CONSTRAINT crash_cards_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT crash_cards_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  CONSTRAINT crash_cards_blood_group_check CHECK (blood_group IN ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  CONSTRAINT crash_cards_check CHECK (stopped_at >= made_at),
  CONSTRAINT crash_cards_code_check CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$')
);
CREATE UNIQUE INDEX crash_cards_in_use ON crash_cards (driver_id) WHERE (stopped_at IS NULL);
CREATE INDEX crash_cards_of_driver ON crash_cards (driver_id, id);

-- Each opening of a card's page. None is deleted.
CREATE TABLE crash_card_scans (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  card_id bigint NOT NULL,
  -- SHA-256 of the secret of the page that was opened.
  secret_hash bytea NOT NULL,
  at timestamptz NOT NULL,
  incident_id bigint,
  -- When its page told the office where it is.
  told_at timestamptz,
  -- When the office let it show kin and blood group.
  released_at timestamptz,
  released_by bigint,
  CONSTRAINT crash_card_scans_pkey PRIMARY KEY (id),
  CONSTRAINT crash_card_scans_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT crash_card_scans_card_id_fkey FOREIGN KEY (card_id) REFERENCES crash_cards(id),
  CONSTRAINT crash_card_scans_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  CONSTRAINT crash_card_scans_released_by_fkey FOREIGN KEY (released_by) REFERENCES accounts(id),
  CONSTRAINT crash_card_scans_check CHECK (incident_id IS NOT NULL OR num_nonnulls(told_at, released_at) = 0),
  CONSTRAINT crash_card_scans_released CHECK (num_nulls(released_at, released_by) = ANY (ARRAY[0, 2])),
  CONSTRAINT crash_card_scans_secret_hash_check CHECK (octet_length(secret_hash) = 32)
);
CREATE INDEX crash_card_scans_of_card ON crash_card_scans (card_id, id);
CREATE INDEX crash_card_scans_of_incident ON crash_card_scans (incident_id, id) WHERE (incident_id IS NOT NULL);
CREATE TRIGGER crash_card_scans_live AFTER INSERT OR UPDATE ON crash_card_scans FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');

-- == land ==

CREATE TABLE zones (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  zone text NOT NULL,
  district text,
  CONSTRAINT zones_pkey PRIMARY KEY (id),
  CONSTRAINT zones_zone_check CHECK (zone <> '')
);
CREATE UNIQUE INDEX zones_name ON zones (replace(zone, ' ', ''));

CREATE TABLE plots (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  zone_id bigint NOT NULL,
  block text COLLATE "C" DEFAULT '' NOT NULL,
  plot_number text COLLATE "C" NOT NULL,
  land_use text COLLATE "C" NOT NULL,
  owner_kind text COLLATE "C" NOT NULL,
  owner_name text NOT NULL,
  -- In square metres, as the site plan says; area_sqm is that of the boundary.
  plan_area_sqm numeric(14, 2),
  area_sqm numeric(14, 2),
  -- The boundary in metres of EPSG:25000, for overlaps; boundary has the same corners in WGS84.
  shape polygon,
  -- The closed ring in [longitude, latitude], counter-clockwise (RFC 7946).
  boundary jsonb,
  -- The surveyor’s own numbers, unit and grid, as written.
  survey jsonb,
  closure_ratio integer,
  note text DEFAULT '' NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  added_by bigint,
  added_at timestamptz NOT NULL,
  -- The plot number in letters and digits alone, to find it again.
  number_key text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(upper(plot_number), '[^A-Z0-9]', '', 'g')) STORED NOT NULL,
  -- The block and the plot number in letters and digits alone, to find it again.
  name_key text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(upper(block || plot_number), '[^A-Z0-9]', '', 'g')) STORED NOT NULL,
  -- How the figure of the plan closes; closure_ratio is N of its 1:N. Null where nothing is to
  -- close.
  closure jsonb,
  -- The import that made it.
  import_id bigint,
  -- The import that added its boundary when the plot was known already.
  boundary_import_id bigint,
  -- Its version once that import had added its boundary; a later one says that somebody changed it.
  boundary_version integer,
  CONSTRAINT plots_pkey PRIMARY KEY (id),
  CONSTRAINT plots_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  CONSTRAINT plots_boundary_import_id_fkey FOREIGN KEY (boundary_import_id) REFERENCES land_imports(id),
  CONSTRAINT plots_import_id_fkey FOREIGN KEY (import_id) REFERENCES land_imports(id),
  CONSTRAINT plots_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES zones(id),
  CONSTRAINT plots_area_sqm_check CHECK (area_sqm > 0),
  CONSTRAINT plots_check CHECK ((shape IS NULL) = (boundary IS NULL) AND (shape IS NULL) = (area_sqm IS NULL)),
  CONSTRAINT plots_check1 CHECK (survey IS NULL OR shape IS NOT NULL),
  CONSTRAINT plots_check2 CHECK (closure IS NULL OR shape IS NOT NULL),
  CONSTRAINT plots_closure_ratio_check CHECK (closure_ratio > 0),
  CONSTRAINT plots_land_use_check CHECK (land_use IN ('residential', 'commercial', 'industrial', 'agricultural', 'civic', 'mixed')),
  CONSTRAINT plots_owner_kind_check CHECK (owner_kind IN ('stool', 'skin', 'clan', 'family')),
  CONSTRAINT plots_owner_name_check CHECK (owner_name <> ''),
  CONSTRAINT plots_plan_area_sqm_check CHECK (plan_area_sqm > 0),
  CONSTRAINT plots_plot_number_check CHECK (plot_number <> '')
);
CREATE INDEX plots_bounded_by_import ON plots (boundary_import_id, id) WHERE (boundary_import_id IS NOT NULL);
CREATE INDEX plots_by_added ON plots (added_at, id);
CREATE INDEX plots_by_name ON plots (zone_id, block, plot_number, id);
CREATE INDEX plots_by_name_key ON plots (name_key, id);
CREATE INDEX plots_by_number ON plots (plot_number text_pattern_ops, id);
CREATE INDEX plots_by_number_key ON plots (number_key, id);
CREATE UNIQUE INDEX plots_name ON plots (zone_id, replace(upper(block), ' ', ''), replace(upper(plot_number), ' ', ''));
CREATE INDEX plots_of_import ON plots (import_id, id) WHERE (import_id IS NOT NULL);
CREATE INDEX plots_shape ON plots USING gist (shape);
CREATE TRIGGER count_plots_deleted AFTER DELETE ON plots REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_plots();
CREATE TRIGGER count_plots_inserted AFTER INSERT ON plots REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_plots();
CREATE TRIGGER count_plots_updated AFTER UPDATE ON plots REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_plots();
CREATE TRIGGER plots_move_rent AFTER UPDATE OF zone_id ON plots FOR EACH ROW WHEN (old.zone_id <> new.zone_id) EXECUTE FUNCTION move_rent_accounts();

CREATE TABLE land_serials (
  kind text COLLATE "C" NOT NULL,
  year smallint NOT NULL,
  last integer NOT NULL,
  CONSTRAINT land_serials_pkey PRIMARY KEY (kind, year),
  CONSTRAINT land_serials_last_check CHECK (last > 0)
);

CREATE TABLE tenants (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  tenant_code text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- The name of an organisation. Empty of a person with one name.
  last_name text NOT NULL,
  first_name text DEFAULT '' NOT NULL,
  gender text COLLATE "C",
  date_of_birth date,
  nationality text NOT NULL,
  -- Per cent of an organisation that non-citizens own; over 40 counts as one (Land Act, 2020).
  foreign_share smallint,
  identification_type text,
  id_number text,
  -- The ID number in letters and digits alone, to find a person again.
  id_key text GENERATED ALWAYS AS (regexp_replace(upper(id_number), '[^A-Z0-9]', '', 'g')) STORED,
  contact_number text COLLATE "C" NOT NULL,
  other_number text COLLATE "C",
  email text DEFAULT '' NOT NULL,
  postal_address text DEFAULT '' NOT NULL,
  gps_address text DEFAULT '' NOT NULL,
  next_of_kin text DEFAULT '' NOT NULL,
  kin_mobile_number text COLLATE "C",
  kin_relationship text,
  contact_person text DEFAULT '' NOT NULL,
  contact_person_number text COLLATE "C",
  reference_person text DEFAULT '' NOT NULL,
  reference_mobile_number text COLLATE "C",
  account_id bigint,
  version integer DEFAULT 1 NOT NULL,
  added_by bigint,
  added_at timestamptz NOT NULL,
  -- The import that made the record.
  import_id bigint,
  CONSTRAINT tenants_pkey PRIMARY KEY (id),
  CONSTRAINT tenants_account_id_key UNIQUE (account_id),
  CONSTRAINT tenants_tenant_code_key UNIQUE (tenant_code),
  CONSTRAINT tenants_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT tenants_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  CONSTRAINT tenants_identification_type_fkey FOREIGN KEY (identification_type) REFERENCES identifications(identification) ON UPDATE CASCADE,
  CONSTRAINT tenants_import_id_fkey FOREIGN KEY (import_id) REFERENCES land_imports(id),
  CONSTRAINT tenants_kin_relationship_fkey FOREIGN KEY (kin_relationship) REFERENCES relationships(relationship) ON UPDATE CASCADE,
  CONSTRAINT tenants_nationality_fkey FOREIGN KEY (nationality) REFERENCES nationalities(nationality) ON UPDATE CASCADE,
  CONSTRAINT tenants_check CHECK ((kind = 'person') = (first_name <> '')),
  CONSTRAINT tenants_check1 CHECK ((kind = 'organisation') = (foreign_share IS NOT NULL)),
  CONSTRAINT tenants_check2 CHECK ((identification_type IS NULL) = (id_number IS NULL)),
  CONSTRAINT tenants_foreign_share_check CHECK (foreign_share >= 0 AND foreign_share <= 100),
  CONSTRAINT tenants_gender_check CHECK (gender IN ('Male', 'Female')),
  CONSTRAINT tenants_kind_check CHECK (kind IN ('person', 'organisation')),
  CONSTRAINT tenants_names CHECK (first_name <> '' OR last_name <> '')
);
CREATE INDEX tenants_by_added ON tenants (added_at, id);
CREATE INDEX tenants_by_contact ON tenants (contact_number, id);
CREATE INDEX tenants_by_first_name ON tenants (first_name COLLATE "C", id);
CREATE INDEX tenants_by_id_key ON tenants (id_key);
CREATE INDEX tenants_by_name ON tenants (last_name COLLATE "C", first_name COLLATE "C", id);
CREATE INDEX tenants_of_identification ON tenants (identification_type);
CREATE INDEX tenants_of_import ON tenants (import_id, id) WHERE (import_id IS NOT NULL);
CREATE INDEX tenants_of_nationality ON tenants (nationality);
CREATE INDEX tenants_of_relationship ON tenants (kin_relationship);
CREATE TRIGGER count_tenants_deleted AFTER DELETE ON tenants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tenants();
CREATE TRIGGER count_tenants_inserted AFTER INSERT ON tenants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tenants();
CREATE TRIGGER count_tenants_updated AFTER UPDATE ON tenants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tenants();

CREATE TABLE tenant_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  tenant_id bigint NOT NULL,
  version integer NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by bigint NOT NULL,
  reason text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  CONSTRAINT tenant_changes_pkey PRIMARY KEY (id),
  CONSTRAINT tenant_changes_tenant_id_version_key UNIQUE (tenant_id, version),
  CONSTRAINT tenant_changes_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  CONSTRAINT tenant_changes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT tenant_changes_reason_check CHECK (reason <> '')
);

CREATE TABLE tenant_requests (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  tenant_id bigint NOT NULL,
  -- The asked values by the names of the fields of a tenant.
  wanted jsonb NOT NULL,
  note text DEFAULT '' NOT NULL,
  status text COLLATE "C" DEFAULT 'asked' NOT NULL,
  -- The refusals in one text, for lists and the log.
  status_reason text,
  asked_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint,
  -- The version of the tenant's record when it was asked.
  version integer NOT NULL,
  -- Why each refused field was refused, by its name, as the tenant reads it.
  refusals jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT tenant_requests_pkey PRIMARY KEY (id),
  CONSTRAINT tenant_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT tenant_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT tenant_requests_check CHECK ((status = 'asked') = (decided_at IS NULL)),
  CONSTRAINT tenant_requests_reasons CHECK ((status IN ('partly', 'refused')) = (status_reason IS NOT NULL)),
  CONSTRAINT tenant_requests_refusals CHECK (wanted ?& names_in(refusals) AND
CASE status
    WHEN 'partly' THEN refusals <> '{}'::jsonb AND (wanted - names_in(refusals)) <> '{}'::jsonb
    WHEN 'refused' THEN (wanted - names_in(refusals)) = '{}'::jsonb
    ELSE refusals = '{}'::jsonb
END),
  CONSTRAINT tenant_requests_refusals_check CHECK (jsonb_typeof(refusals) = 'object'),
  CONSTRAINT tenant_requests_status_check CHECK (status IN ('asked', 'accepted', 'partly', 'refused', 'withdrawn')),
  CONSTRAINT tenant_requests_version_check CHECK (version >= 1),
  CONSTRAINT tenant_requests_wanted_check CHECK (jsonb_typeof(wanted) = 'object' AND wanted <> '{}'::jsonb)
);
CREATE INDEX tenant_requests_by_asked ON tenant_requests (asked_at, id);
CREATE INDEX tenant_requests_in_state ON tenant_requests (status, asked_at, id);
CREATE INDEX tenant_requests_of_tenant ON tenant_requests (tenant_id, id);
CREATE TRIGGER tenant_requests_live AFTER INSERT OR UPDATE ON tenant_requests FOR EACH STATEMENT EXECUTE FUNCTION tell_live('land_responses');

-- Strangers' words: nothing in a row is known to be true.
CREATE TABLE activation_requests (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- As tenant codes are written; empty where the indenture number was given.
  tenant_code text COLLATE "C" NOT NULL,
  indenture_number text NOT NULL,
  indenture_key text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(upper(indenture_number), '[^A-Z0-9]', '', 'g')) STORED NOT NULL,
  name text NOT NULL,
  mobile_number text COLLATE "C" NOT NULL,
  status text COLLATE "C" DEFAULT 'asked' NOT NULL,
  status_reason text,
  -- The tenant whom an accepted request's code was made for.
  tenant_id bigint,
  -- How the code went out: shown to the clerk, or texted to the number on record.
  way text COLLATE "C",
  asked_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint,
  CONSTRAINT activation_requests_pkey PRIMARY KEY (id),
  CONSTRAINT activation_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT activation_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT activation_requests_check CHECK (tenant_code <> '' OR indenture_number <> ''),
  CONSTRAINT activation_requests_check1 CHECK ((status = 'asked') = (decided_at IS NULL)),
  CONSTRAINT activation_requests_check2 CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CONSTRAINT activation_requests_check3 CHECK ((status = 'refused') = (status_reason IS NOT NULL)),
  CONSTRAINT activation_requests_check4 CHECK ((status = 'accepted') = (tenant_id IS NOT NULL)),
  CONSTRAINT activation_requests_check5 CHECK ((tenant_id IS NULL) = (way IS NULL)),
  CONSTRAINT activation_requests_name_check CHECK (name <> ''),
  CONSTRAINT activation_requests_status_check CHECK (status IN ('asked', 'accepted', 'refused')),
  CONSTRAINT activation_requests_way_check CHECK (way IN ('shown', 'texted'))
);
CREATE INDEX activation_requests_by_age ON activation_requests (COALESCE(decided_at, asked_at));
CREATE INDEX activation_requests_by_asked ON activation_requests (asked_at, id);
CREATE INDEX activation_requests_in_state ON activation_requests (status, asked_at, id);
CREATE INDEX activation_requests_of_tenant ON activation_requests (tenant_id) WHERE (tenant_id IS NOT NULL);
CREATE UNIQUE INDEX activation_requests_waiting ON activation_requests (mobile_number, tenant_code, indenture_key) WHERE (status = 'asked');
CREATE TRIGGER activation_requests_live AFTER INSERT OR DELETE OR UPDATE ON activation_requests FOR EACH STATEMENT EXECUTE FUNCTION tell_live('land_responses');

CREATE TABLE lease_rules (
  is_citizen boolean NOT NULL,
  land_use text COLLATE "C" NOT NULL,
  max_years smallint NOT NULL,
  CONSTRAINT lease_rules_pkey PRIMARY KEY (is_citizen, land_use),
  CONSTRAINT lease_rules_check CHECK (is_citizen OR max_years <= 50),
  CONSTRAINT lease_rules_max_years_check CHECK (max_years >= 1 AND max_years <= 99)
);

CREATE TABLE tenancies (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  plot_id bigint NOT NULL,
  tenant_id bigint NOT NULL,
  indenture_number text COLLATE "C" NOT NULL,
  -- The indenture number in letters and digits alone, to find it again.
  indenture_key text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(upper(indenture_number), '[^A-Z0-9]', '', 'g')) STORED,
  how text COLLATE "C" NOT NULL,
  commencement date NOT NULL,
  term_years smallint NOT NULL,
  ends_on date GENERATED ALWAYS AS ((commencement + make_interval(years => term_years::integer))::date) STORED NOT NULL,
  ground_rent numeric(14, 2) NOT NULL,
  review_years smallint,
  -- Per cent by which ground rent grows at each review; null where it is valued anew.
  review_percent numeric(5, 2),
  grantor text DEFAULT '' NOT NULL,
  grantor_capacity text DEFAULT '' NOT NULL,
  witnesses text DEFAULT '' NOT NULL,
  held_from date NOT NULL,
  held_until date,
  end_reason text,
  previous_id bigint,
  added_by bigint,
  added_at timestamptz NOT NULL,
  -- The import that made the record.
  import_id bigint,
  -- Of an imported one, its plot's version at the end of the import; a later one says that somebody
  -- changed it.
  plot_version integer,
  -- The same of its tenant.
  tenant_version integer,
  -- The first year that ground_rent holds for; null for that of the commencement.
  rent_from smallint,
  -- The next review of its rent that nobody has noted as held; null without reviews, and once the
  -- term has no more of them.
  review_on date,
  CONSTRAINT tenancies_pkey PRIMARY KEY (id),
  CONSTRAINT tenancies_previous_id_key UNIQUE (previous_id),
  CONSTRAINT tenancies_whole UNIQUE (id, plot_id, tenant_id),
  CONSTRAINT tenancies_hold_apart EXCLUDE USING gist (int8range(plot_id, plot_id, '[]') WITH &&, daterange(held_from, held_until) WITH &&),
  CONSTRAINT tenancies_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  CONSTRAINT tenancies_import_id_fkey FOREIGN KEY (import_id) REFERENCES land_imports(id),
  CONSTRAINT tenancies_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id),
  CONSTRAINT tenancies_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES tenancies(id),
  CONSTRAINT tenancies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT tenancies_check CHECK (held_until >= held_from),
  CONSTRAINT tenancies_check1 CHECK ((held_until IS NULL) = (end_reason IS NULL)),
  CONSTRAINT tenancies_check2 CHECK (review_percent IS NULL OR review_years IS NOT NULL),
  CONSTRAINT tenancies_commencement_check CHECK (commencement >= '1850-01-01'::date AND commencement <= '2200-12-31'::date),
  CONSTRAINT tenancies_ground_rent_check CHECK (ground_rent >= 0),
  CONSTRAINT tenancies_how_check CHECK (how IN ('new_purchase', 'regularization', 'transfer', 'others', 'import')),
  CONSTRAINT tenancies_indenture_number_check CHECK (indenture_number <> ''),
  CONSTRAINT tenancies_rent_from_check CHECK (rent_from >= 1850 AND rent_from <= 2300),
  CONSTRAINT tenancies_review_in_term CHECK (review_on IS NULL OR review_years IS NOT NULL AND review_on > commencement),
  CONSTRAINT tenancies_review_percent_check CHECK (review_percent > 0),
  CONSTRAINT tenancies_review_years_check CHECK (review_years >= 1 AND review_years <= 50),
  CONSTRAINT tenancies_term_years_check CHECK (term_years >= 1 AND term_years <= 99)
);
CREATE INDEX tenancies_by_end_of_all ON tenancies (ends_on, id);
CREATE INDEX tenancies_by_held_from ON tenancies (held_from, id);
CREATE INDEX tenancies_by_indenture ON tenancies (indenture_key, id);
CREATE UNIQUE INDEX tenancies_current ON tenancies (plot_id) WHERE (held_until IS NULL);
CREATE INDEX tenancies_ending ON tenancies (ends_on, id) WHERE (held_until IS NULL);
CREATE INDEX tenancies_of_import ON tenancies (import_id, id) WHERE (import_id IS NOT NULL);
CREATE INDEX tenancies_of_plot ON tenancies (plot_id, held_from);
CREATE INDEX tenancies_of_tenant ON tenancies (tenant_id, id);
CREATE INDEX tenancies_reviewed ON tenancies (review_on, id) WHERE ((held_until IS NULL) AND (review_on IS NOT NULL));
CREATE TRIGGER count_tenancies_deleted AFTER DELETE ON tenancies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tenancies();
CREATE TRIGGER count_tenancies_inserted AFTER INSERT ON tenancies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tenancies();
CREATE TRIGGER count_tenancies_updated AFTER UPDATE ON tenancies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tenancies();
CREATE TRIGGER tenancies_chain BEFORE INSERT OR UPDATE ON tenancies FOR EACH ROW EXECUTE FUNCTION keep_tenancy_chain();
CREATE TRIGGER tenancies_review_planned BEFORE INSERT ON tenancies FOR EACH ROW EXECUTE FUNCTION plan_tenancy_review();

CREATE TABLE plot_caveats (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  plot_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  suit_number text DEFAULT '' NOT NULL,
  about text NOT NULL,
  placed_on date NOT NULL,
  placed_by bigint NOT NULL,
  removed_on date,
  removed_by bigint,
  removal_reason text,
  -- The case that placed it; null for one that was placed by itself.
  case_id bigint,
  -- The order of the case that placed it.
  order_id bigint,
  CONSTRAINT plot_caveats_pkey PRIMARY KEY (id),
  CONSTRAINT plot_caveats_of_case FOREIGN KEY (case_id, plot_id) REFERENCES court_case_plots(case_id, plot_id),
  CONSTRAINT plot_caveats_of_order FOREIGN KEY (order_id, plot_id) REFERENCES court_order_plots(order_id, plot_id),
  CONSTRAINT plot_caveats_placed_by_fkey FOREIGN KEY (placed_by) REFERENCES accounts(id),
  CONSTRAINT plot_caveats_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id),
  CONSTRAINT plot_caveats_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES accounts(id),
  CONSTRAINT plot_caveats_about_check CHECK (about <> ''),
  CONSTRAINT plot_caveats_check CHECK (removed_on >= placed_on),
  CONSTRAINT plot_caveats_check1 CHECK ((removed_on IS NULL) = (removed_by IS NULL) AND (removed_on IS NULL) = (removal_reason IS NULL)),
  CONSTRAINT plot_caveats_kind_check CHECK (kind IN ('caveat', 'lis_pendens', 'injunction', 'court_case')),
  CONSTRAINT plot_caveats_placed_by_case CHECK (
CASE
    WHEN case_id IS NULL THEN order_id IS NULL
    ELSE (order_id IS NULL) = (kind = 'court_case')
END)
);
CREATE UNIQUE INDEX plot_caveats_case_once ON plot_caveats (case_id, plot_id) WHERE ((kind = 'court_case') AND (removed_on IS NULL) AND (case_id IS NOT NULL));
CREATE INDEX plot_caveats_of_plot ON plot_caveats (plot_id, id);
CREATE INDEX plot_caveats_open ON plot_caveats (plot_id) WHERE (removed_on IS NULL);
CREATE UNIQUE INDEX plot_caveats_order_once ON plot_caveats (order_id, plot_id) WHERE (order_id IS NOT NULL);
CREATE TRIGGER plot_caveats_kept BEFORE DELETE OR UPDATE ON plot_caveats FOR EACH ROW EXECUTE FUNCTION keep_plot_caveat();
CREATE TRIGGER plot_caveats_not_truncated BEFORE TRUNCATE ON plot_caveats FOR EACH STATEMENT EXECUTE FUNCTION keep_court_record();

CREATE TABLE land_kinds (
  kind text COLLATE "C" NOT NULL,
  days smallint NOT NULL,
  fee numeric(14, 2) NOT NULL,
  CONSTRAINT land_kinds_pkey PRIMARY KEY (kind),
  CONSTRAINT land_kinds_days_check CHECK (days >= 1 AND days <= 365),
  CONSTRAINT land_kinds_fee_check CHECK (fee >= 0),
  CONSTRAINT land_kinds_kind_check CHECK (kind IN ('new_purchase', 'regularization', 'transfer', 'others'))
);

CREATE TABLE land_kind_papers (
  kind text COLLATE "C" NOT NULL,
  paper text NOT NULL,
  is_needed boolean NOT NULL,
  place smallint NOT NULL,
  CONSTRAINT land_kind_papers_pkey PRIMARY KEY (kind, paper),
  CONSTRAINT land_kind_papers_kind_fkey FOREIGN KEY (kind) REFERENCES land_kinds(kind),
  CONSTRAINT land_kind_papers_paper_check CHECK (paper <> '')
);

CREATE TABLE land_applications (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  number text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  status text COLLATE "C" DEFAULT 'draft' NOT NULL,
  status_reason text,
  plot_id bigint NOT NULL,
  tenant_id bigint,
  applicant jsonb,
  -- As asked for; parts of a draft may be null, and a transfer has no commencement and term of its
  -- own.
  terms jsonb NOT NULL,
  -- The plot’s tenancy when it was lodged, which an approval ends.
  ends_tenancy_id bigint,
  made_tenancy_id bigint,
  fee numeric(14, 2) NOT NULL,
  conditions text DEFAULT '' NOT NULL,
  commission_number text,
  commission_day date,
  entered_by bigint NOT NULL,
  entered_at timestamptz NOT NULL,
  lodged_at timestamptz,
  due_on date,
  decided_by bigint,
  decided_at timestamptz,
  is_alone boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  about text DEFAULT '' NOT NULL,
  -- A regularization’s look at land that is occupied already.
  inspection jsonb,
  -- The lessor’s, to somebody else’s holding the plot.
  consent jsonb,
  CONSTRAINT land_applications_pkey PRIMARY KEY (id),
  CONSTRAINT land_applications_made_tenancy_id_key UNIQUE (made_tenancy_id),
  CONSTRAINT land_applications_number_key UNIQUE (number),
  CONSTRAINT land_applications_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT land_applications_ends_tenancy_id_fkey FOREIGN KEY (ends_tenancy_id) REFERENCES tenancies(id),
  CONSTRAINT land_applications_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES accounts(id),
  CONSTRAINT land_applications_kind_fkey FOREIGN KEY (kind) REFERENCES land_kinds(kind),
  CONSTRAINT land_applications_made_tenancy_id_fkey FOREIGN KEY (made_tenancy_id) REFERENCES tenancies(id),
  CONSTRAINT land_applications_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id),
  CONSTRAINT land_applications_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT land_applications_check CHECK (tenant_id IS NULL OR applicant IS NULL),
  CONSTRAINT land_applications_check1 CHECK (status <> 'approved' OR made_tenancy_id IS NOT NULL AND tenant_id IS NOT NULL),
  CONSTRAINT land_applications_check2 CHECK ((status <> ALL (ARRAY['lodged', 'sent_back'])) OR lodged_at IS NOT NULL AND due_on IS NOT NULL),
  CONSTRAINT land_applications_check3 CHECK ((status IN ('approved', 'refused', 'annulled')) <= (decided_at IS NOT NULL)),
  CONSTRAINT land_applications_check4 CHECK ((commission_number IS NULL) = (commission_day IS NULL)),
  CONSTRAINT land_applications_fee_check CHECK (fee >= 0),
  CONSTRAINT land_applications_status_check CHECK (status IN ('draft', 'lodged', 'sent_back', 'approved', 'refused', 'withdrawn', 'annulled'))
);
CREATE INDEX land_applications_by_applicant ON land_applications (((applicant ->> 'last_name')) COLLATE "C", ((applicant ->> 'first_name')) COLLATE "C") WHERE (applicant IS NOT NULL);
CREATE INDEX land_applications_by_contact ON land_applications (((applicant ->> 'contact_number')) COLLATE "C") WHERE (applicant IS NOT NULL);
CREATE INDEX land_applications_by_due ON land_applications (due_on, id);
CREATE INDEX land_applications_by_entered ON land_applications (entered_at, id);
CREATE INDEX land_applications_by_entry ON land_applications (entered_by, entered_at, id);
CREATE INDEX land_applications_by_first_name ON land_applications (((applicant ->> 'first_name')) COLLATE "C") WHERE (applicant IS NOT NULL);
CREATE INDEX land_applications_by_id_key ON land_applications (regexp_replace(upper((applicant ->> 'id_number')), '[^A-Z0-9]', '', 'g') COLLATE "C") WHERE (applicant IS NOT NULL);
CREATE INDEX land_applications_by_indenture ON land_applications (regexp_replace(upper((terms ->> 'indenture_number')), '[^A-Z0-9]', '', 'g') COLLATE "C");
CREATE INDEX land_applications_by_kind ON land_applications (kind, entered_at, id);
CREATE INDEX land_applications_by_lodged ON land_applications (lodged_at) WHERE (lodged_at IS NOT NULL);
CREATE INDEX land_applications_by_status ON land_applications (status, entered_at, id);
CREATE INDEX land_applications_decided ON land_applications (decided_at, id) WHERE (status IN ('approved', 'refused', 'annulled'));
CREATE INDEX land_applications_due ON land_applications (due_on, id) WHERE (status = 'lodged');
CREATE INDEX land_applications_ending ON land_applications (ends_tenancy_id);
CREATE INDEX land_applications_lodged ON land_applications (lodged_at, id) WHERE (status = 'lodged');
CREATE INDEX land_applications_of_plot ON land_applications (plot_id, id);
CREATE INDEX land_applications_of_tenant ON land_applications (tenant_id, id);
CREATE INDEX land_applications_uncertified ON land_applications (((((decided_at AT TIME ZONE 'UTC'))::date + 90)), id) WHERE ((status = 'approved') AND (commission_number IS NULL));
CREATE TRIGGER count_applications_deleted AFTER DELETE ON land_applications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_applications();
CREATE TRIGGER count_applications_inserted AFTER INSERT ON land_applications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_applications();
CREATE TRIGGER count_applications_updated AFTER UPDATE ON land_applications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_applications();
CREATE TRIGGER land_applications_kept BEFORE UPDATE ON land_applications FOR EACH ROW EXECUTE FUNCTION keep_land_application();

CREATE TABLE land_papers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  application_id bigint,
  plot_id bigint,
  paper text NOT NULL,
  file_name text NOT NULL,
  type text COLLATE "C" NOT NULL,
  content bytea NOT NULL,
  "sha256" bytea NOT NULL,
  added_by bigint NOT NULL,
  added_at timestamptz NOT NULL,
  case_id bigint,
  CONSTRAINT land_papers_pkey PRIMARY KEY (id),
  CONSTRAINT land_papers_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  CONSTRAINT land_papers_application_id_fkey FOREIGN KEY (application_id) REFERENCES land_applications(id),
  CONSTRAINT land_papers_case_id_fkey FOREIGN KEY (case_id) REFERENCES court_cases(id),
  CONSTRAINT land_papers_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id),
  CONSTRAINT land_papers_content_check CHECK (octet_length(content) >= 1 AND octet_length(content) <= 10000000),
  CONSTRAINT land_papers_of_one CHECK (num_nonnulls(application_id, plot_id, case_id) = 1),
  CONSTRAINT land_papers_paper_check CHECK (paper <> ''),
  CONSTRAINT land_papers_sha256_check CHECK (octet_length(sha256) = 32),
  CONSTRAINT land_papers_type_check CHECK (type IN ('application/pdf', 'image/jpeg'))
);
CREATE INDEX land_papers_of_application ON land_papers (application_id, id);
CREATE INDEX land_papers_of_case ON land_papers (case_id, id);
CREATE INDEX land_papers_of_plot ON land_papers (plot_id, id);
CREATE TRIGGER land_papers_kept BEFORE DELETE OR UPDATE ON land_papers FOR EACH ROW EXECUTE FUNCTION keep_land_paper();

CREATE TABLE land_imports (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  file_name text NOT NULL,
  line_count integer NOT NULL,
  status text COLLATE "C" DEFAULT 'uploaded' NOT NULL,
  status_reason text,
  suggestion jsonb NOT NULL,
  is_remembered boolean NOT NULL,
  mapping jsonb,
  counts jsonb DEFAULT '[]'::jsonb NOT NULL,
  problem text DEFAULT '' NOT NULL,
  job_id bigint,
  -- How many of each the check found that the import would make.
  ahead jsonb,
  plots integer DEFAULT 0 NOT NULL,
  tenants integer DEFAULT 0 NOT NULL,
  tenancies integer DEFAULT 0 NOT NULL,
  -- Boundaries that it added to plots which were known before.
  boundaries integer DEFAULT 0 NOT NULL,
  zones integer DEFAULT 0 NOT NULL,
  uploaded_by bigint NOT NULL,
  uploader text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  take_back_job_id bigint,
  -- How many of its plots, tenants, tenancies and boundaries were removed again.
  taken_back integer DEFAULT 0 NOT NULL,
  taken_back_at timestamptz,
  -- Says which sheet of several was read; empty of other files.
  read_from text DEFAULT '' NOT NULL,
  CONSTRAINT land_imports_pkey PRIMARY KEY (id),
  CONSTRAINT land_imports_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES accounts(id),
  CONSTRAINT land_imports_check CHECK (status = 'uploaded' OR mapping IS NOT NULL),
  CONSTRAINT land_imports_check1 CHECK ((status = 'imported') = (imported_at IS NOT NULL)),
  CONSTRAINT land_imports_check2 CHECK (take_back_job_id IS NOT NULL OR taken_back = 0 AND taken_back_at IS NULL),
  CONSTRAINT land_imports_line_count_check CHECK (line_count > 0),
  CONSTRAINT land_imports_status_check CHECK (status IN ('uploaded', 'checked', 'importing', 'imported', 'cancelled')),
  CONSTRAINT land_imports_taken_back_check CHECK (taken_back >= 0)
);
CREATE INDEX land_imports_by_time ON land_imports (uploaded_at, id);

CREATE TABLE land_import_lines (
  import_id bigint NOT NULL,
  line integer NOT NULL,
  cells jsonb NOT NULL,
  -- Null until the columns are chosen, and of lines above the column names for good.
  outcome text COLLATE "C",
  reason text DEFAULT '' NOT NULL,
  plot_id bigint,
  tenant_id bigint,
  is_imported boolean DEFAULT false NOT NULL,
  CONSTRAINT land_import_lines_pkey PRIMARY KEY (import_id, line),
  CONSTRAINT land_import_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES land_imports(id) ON DELETE CASCADE,
  CONSTRAINT land_import_lines_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id) ON DELETE SET NULL,
  CONSTRAINT land_import_lines_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE SET NULL,
  CONSTRAINT land_import_lines_line_check CHECK (line > 0),
  CONSTRAINT land_import_lines_outcome_check CHECK (outcome IN ('new', 'remark', 'tenancy', 'boundary', 'known', 'held', 'repeated', 'refused'))
);
CREATE INDEX land_import_lines_by_outcome ON land_import_lines (import_id, outcome, line);
CREATE INDEX land_import_lines_of_plot ON land_import_lines (plot_id) WHERE (plot_id IS NOT NULL);
CREATE INDEX land_import_lines_of_tenant ON land_import_lines (tenant_id) WHERE (tenant_id IS NOT NULL);

CREATE TABLE land_import_mappings (
  -- The SHA-256 of the names, in hexadecimal digits.
  fingerprint text COLLATE "C" NOT NULL,
  mapping jsonb NOT NULL,
  changed_by bigint,
  changed_at timestamptz NOT NULL,
  CONSTRAINT land_import_mappings_pkey PRIMARY KEY (fingerprint),
  CONSTRAINT land_import_mappings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  CONSTRAINT land_import_mappings_fingerprint_check CHECK (fingerprint ~ '^[0-9a-f]{64}$')
);

CREATE TABLE land_documents (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  number text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- Leads to the page that checks the paper.
  code text COLLATE "C" NOT NULL,
  plot_id bigint NOT NULL,
  tenancy_id bigint,
  application_id bigint,
  -- Its words and figures, as on the day of issue.
  facts jsonb NOT NULL,
  -- Of the fee, as the desk wrote it; empty where none was paid.
  receipt_number text DEFAULT '' NOT NULL,
  day date NOT NULL,
  issued_at timestamptz NOT NULL,
  -- Null for a slip that somebody asked for with a code.
  issued_by bigint,
  CONSTRAINT land_documents_pkey PRIMARY KEY (id),
  CONSTRAINT land_documents_code_key UNIQUE (code),
  CONSTRAINT land_documents_number_key UNIQUE (number),
  CONSTRAINT land_documents_application_id_fkey FOREIGN KEY (application_id) REFERENCES land_applications(id),
  CONSTRAINT land_documents_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES accounts(id),
  CONSTRAINT land_documents_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id),
  CONSTRAINT land_documents_tenancy_id_fkey FOREIGN KEY (tenancy_id) REFERENCES tenancies(id),
  CONSTRAINT land_documents_check CHECK ((kind = 'allocation_note') = (application_id IS NOT NULL)),
  CONSTRAINT land_documents_check1 CHECK ((kind = 'slip') = (tenancy_id IS NULL)),
  CONSTRAINT land_documents_check2 CHECK (kind = 'slip' OR issued_by IS NOT NULL),
  CONSTRAINT land_documents_check3 CHECK (number ~~ (
CASE kind
    WHEN 'allocation_note' THEN 'AN'
    WHEN 'tenancy_certificate' THEN 'TC'
    ELSE 'SL'
END || '%')),
  CONSTRAINT land_documents_code_check CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  CONSTRAINT land_documents_facts_check CHECK (jsonb_typeof(facts) = 'object'),
  CONSTRAINT land_documents_kind_check CHECK (kind IN ('allocation_note', 'tenancy_certificate', 'slip')),
  CONSTRAINT land_documents_number_check CHECK (number ~ '^(AN|TC|SL)\d{4}-\d{4,}$')
);
CREATE INDEX land_documents_by_day ON land_documents (day, id);
CREATE INDEX land_documents_of_application ON land_documents (application_id, id);
CREATE INDEX land_documents_of_kind ON land_documents (kind, day, id);
CREATE INDEX land_documents_of_plot ON land_documents (plot_id, day, id);
CREATE INDEX land_documents_of_tenancy ON land_documents (tenancy_id, kind, id);
CREATE TRIGGER land_documents_kept BEFORE DELETE OR UPDATE ON land_documents FOR EACH ROW EXECUTE FUNCTION keep_land_document();
CREATE TRIGGER land_documents_not_truncated BEFORE TRUNCATE ON land_documents FOR EACH STATEMENT EXECUTE FUNCTION keep_land_document();
CREATE TRIGGER land_documents_numbered BEFORE INSERT ON land_documents FOR EACH ROW EXECUTE FUNCTION number_land_document();
CREATE TRIGGER land_documents_use_receipt AFTER INSERT ON land_documents FOR EACH ROW WHEN (new.receipt_number <> '' AND new.issued_by IS NOT NULL) EXECUTE FUNCTION use_receipt_for_slip();

-- Codes for a slip each, made at the desk once its fee was paid.
CREATE TABLE slip_codes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  code text COLLATE "C" NOT NULL,
  plot_id bigint,
  receipt_number text NOT NULL,
  made_at timestamptz NOT NULL,
  made_by bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  document_id bigint,
  CONSTRAINT slip_codes_pkey PRIMARY KEY (id),
  CONSTRAINT slip_codes_code_key UNIQUE (code),
  CONSTRAINT slip_codes_document_id_key UNIQUE (document_id),
  CONSTRAINT slip_codes_document_id_fkey FOREIGN KEY (document_id) REFERENCES land_documents(id),
  CONSTRAINT slip_codes_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  CONSTRAINT slip_codes_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id),
  CONSTRAINT slip_codes_check CHECK (expires_at > made_at),
  CONSTRAINT slip_codes_check1 CHECK ((used_at IS NULL) = (document_id IS NULL)),
  CONSTRAINT slip_codes_code_check CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  CONSTRAINT slip_codes_receipt_number_check CHECK (receipt_number <> '')
);
CREATE INDEX slip_codes_by_made ON slip_codes (made_at, id);
CREATE INDEX slip_codes_of_plot ON slip_codes (plot_id);
CREATE TRIGGER slip_codes_kept BEFORE DELETE OR UPDATE ON slip_codes FOR EACH ROW EXECUTE FUNCTION keep_slip_code();
CREATE TRIGGER slip_codes_use_receipt AFTER INSERT ON slip_codes FOR EACH ROW EXECUTE FUNCTION use_receipt_for_code();

-- The receipts that have paid for a slip at the desk or for a code.
CREATE TABLE slip_receipts (
  receipt_key text COLLATE "C" NOT NULL,
  slip_code_id bigint,
  document_id bigint,
  CONSTRAINT slip_receipts_once PRIMARY KEY (receipt_key),
  CONSTRAINT slip_receipts_document_id_key UNIQUE (document_id),
  CONSTRAINT slip_receipts_slip_code_id_key UNIQUE (slip_code_id),
  CONSTRAINT slip_receipts_document_id_fkey FOREIGN KEY (document_id) REFERENCES land_documents(id),
  CONSTRAINT slip_receipts_slip_code_id_fkey FOREIGN KEY (slip_code_id) REFERENCES slip_codes(id),
  CONSTRAINT slip_receipts_check CHECK (num_nonnulls(slip_code_id, document_id) = 1),
  CONSTRAINT slip_receipts_receipt_key_check CHECK (receipt_key ~ '[0-9]')
);
CREATE TRIGGER slip_receipts_kept BEFORE DELETE OR UPDATE ON slip_receipts FOR EACH ROW EXECUTE FUNCTION keep_slip_receipt();
CREATE TRIGGER slip_receipts_not_truncated BEFORE TRUNCATE ON slip_receipts FOR EACH STATEMENT EXECUTE FUNCTION keep_slip_receipt();

CREATE TABLE court_cases (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  court text COLLATE "C" NOT NULL,
  suit_number text NOT NULL,
  -- Its letters and digits, by which it is found in any spelling.
  suit_key text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(upper(suit_number COLLATE "C"), '[^A-Z0-9]', '', 'g')) STORED NOT NULL,
  title text NOT NULL,
  about text DEFAULT '' NOT NULL,
  status text COLLATE "C" DEFAULT 'pending' NOT NULL,
  status_reason text,
  status_by bigint NOT NULL,
  status_at timestamptz NOT NULL,
  outcome text COLLATE "C",
  outcome_on date,
  outcome_words text,
  -- The person who is reminded of its hearings.
  followed_by bigint NOT NULL,
  entered_by bigint NOT NULL,
  entered_at timestamptz NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  CONSTRAINT court_cases_pkey PRIMARY KEY (id),
  CONSTRAINT court_cases_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES accounts(id),
  CONSTRAINT court_cases_followed_by_fkey FOREIGN KEY (followed_by) REFERENCES accounts(id),
  CONSTRAINT court_cases_status_by_fkey FOREIGN KEY (status_by) REFERENCES accounts(id),
  CONSTRAINT court_cases_check CHECK ((status = 'resolved') = (outcome IS NOT NULL)),
  CONSTRAINT court_cases_check1 CHECK ((outcome IS NULL) = (outcome_on IS NULL) AND (outcome IS NULL) = (outcome_words IS NULL)),
  CONSTRAINT court_cases_court_check CHECK (court IN ('high_court_land', 'circuit_court', 'district_court', 'court_of_appeal', 'supreme_court', 'adr', 'traditional_council', 'other')),
  CONSTRAINT court_cases_outcome_check CHECK (outcome IN ('for_office', 'against_office', 'settled', 'struck_out', 'withdrawn')),
  CONSTRAINT court_cases_status_check CHECK (status IN ('pending', 'resolved')),
  CONSTRAINT court_cases_suit_number_check CHECK (suit_number <> ''),
  CONSTRAINT court_cases_title_check CHECK (title <> '')
);
CREATE INDEX court_cases_by_court ON court_cases (court, entered_at, id);
CREATE INDEX court_cases_by_court_and_status ON court_cases (court, status, entered_at, id);
CREATE INDEX court_cases_by_entered ON court_cases (entered_at, id);
CREATE INDEX court_cases_by_status ON court_cases (status, entered_at, id);
CREATE INDEX court_cases_by_suit ON court_cases (suit_key, id);
CREATE TRIGGER count_court_cases_deleted AFTER DELETE ON court_cases REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_court_cases();
CREATE TRIGGER count_court_cases_inserted AFTER INSERT ON court_cases REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_court_cases();
CREATE TRIGGER count_court_cases_updated AFTER UPDATE ON court_cases REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_court_cases();
CREATE TRIGGER court_cases_followed AFTER UPDATE ON court_cases FOR EACH ROW EXECUTE FUNCTION follow_court_case();

CREATE TABLE court_parties (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  case_id bigint NOT NULL,
  role text COLLATE "C" NOT NULL,
  name text NOT NULL,
  tenant_id bigint,
  counsel text DEFAULT '' NOT NULL,
  -- True where the tenant is told of hearings by text.
  is_reminded boolean DEFAULT false NOT NULL,
  CONSTRAINT court_parties_pkey PRIMARY KEY (id),
  CONSTRAINT court_parties_case_id_fkey FOREIGN KEY (case_id) REFERENCES court_cases(id),
  CONSTRAINT court_parties_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT court_parties_check CHECK (NOT is_reminded OR tenant_id IS NOT NULL),
  CONSTRAINT court_parties_name_check CHECK (name <> ''),
  CONSTRAINT court_parties_role_check CHECK (role IN ('plaintiff', 'defendant', 'joined', 'interested'))
);
CREATE INDEX court_parties_by_last_word ON court_parties (regexp_replace(name, '^.* ', '') COLLATE "C");
CREATE INDEX court_parties_by_name ON court_parties (name COLLATE "C");
CREATE INDEX court_parties_of_case ON court_parties (case_id, id);
CREATE INDEX court_parties_of_tenant ON court_parties (tenant_id);

CREATE TABLE court_case_plots (
  case_id bigint NOT NULL,
  plot_id bigint NOT NULL,
  added_by bigint NOT NULL,
  added_on date NOT NULL,
  CONSTRAINT court_case_plots_pkey PRIMARY KEY (case_id, plot_id),
  CONSTRAINT court_case_plots_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  CONSTRAINT court_case_plots_case_id_fkey FOREIGN KEY (case_id) REFERENCES court_cases(id),
  CONSTRAINT court_case_plots_plot_id_fkey FOREIGN KEY (plot_id) REFERENCES plots(id)
);
CREATE INDEX court_case_plots_of_plot ON court_case_plots (plot_id, case_id);
CREATE TRIGGER court_case_plots_blocked AFTER INSERT ON court_case_plots FOR EACH ROW EXECUTE FUNCTION block_plot_of_case();
CREATE TRIGGER court_case_plots_kept BEFORE DELETE OR UPDATE ON court_case_plots FOR EACH ROW EXECUTE FUNCTION keep_court_record();

CREATE TABLE court_hearings (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  case_id bigint NOT NULL,
  day date NOT NULL,
  at_time text COLLATE "C",
  purpose text NOT NULL,
  status text COLLATE "C" DEFAULT 'planned' NOT NULL,
  outcome text,
  added_by bigint NOT NULL,
  added_at timestamptz NOT NULL,
  CONSTRAINT court_hearings_pkey PRIMARY KEY (id),
  CONSTRAINT court_hearings_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  CONSTRAINT court_hearings_case_id_fkey FOREIGN KEY (case_id) REFERENCES court_cases(id),
  CONSTRAINT court_hearings_at_time_check CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT court_hearings_check CHECK ((status = 'planned') = (outcome IS NULL)),
  CONSTRAINT court_hearings_not_past CHECK (day >= (added_at AT TIME ZONE 'UTC')::date),
  CONSTRAINT court_hearings_purpose_check CHECK (purpose <> ''),
  CONSTRAINT court_hearings_status_check CHECK (status IN ('planned', 'held', 'cancelled'))
);
CREATE INDEX court_hearings_of_case ON court_hearings (case_id, day, id);
CREATE INDEX court_hearings_planned ON court_hearings (day, id) WHERE (status = 'planned');

-- Reminders of hearings that went out, each once.
CREATE TABLE hearing_reminders (
  hearing_id bigint NOT NULL,
  ahead smallint NOT NULL,
  sent_at timestamptz NOT NULL,
  CONSTRAINT hearing_reminders_once PRIMARY KEY (hearing_id, ahead),
  CONSTRAINT hearing_reminders_hearing_id_fkey FOREIGN KEY (hearing_id) REFERENCES court_hearings(id),
  CONSTRAINT hearing_reminders_ahead_check CHECK (ahead IN (1, 7))
);

CREATE TABLE court_orders (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  case_id bigint NOT NULL,
  day date NOT NULL,
  kind text COLLATE "C" NOT NULL,
  words text NOT NULL,
  lifts_id bigint,
  entered_by bigint NOT NULL,
  entered_at timestamptz NOT NULL,
  CONSTRAINT court_orders_pkey PRIMARY KEY (id),
  CONSTRAINT court_orders_case_id_id_key UNIQUE (case_id, id),
  CONSTRAINT court_orders_lifted_once UNIQUE (lifts_id),
  CONSTRAINT court_orders_case_id_fkey FOREIGN KEY (case_id) REFERENCES court_cases(id),
  CONSTRAINT court_orders_case_id_lifts_id_fkey FOREIGN KEY (case_id, lifts_id) REFERENCES court_orders(case_id, id),
  CONSTRAINT court_orders_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES accounts(id),
  CONSTRAINT court_orders_check CHECK ((kind = 'lifts') = (lifts_id IS NOT NULL)),
  CONSTRAINT court_orders_check1 CHECK (day <= (entered_at AT TIME ZONE 'UTC')::date),
  CONSTRAINT court_orders_kind_check CHECK (kind IN ('injunction', 'caveat', 'lis_pendens', 'other', 'lifts')),
  CONSTRAINT court_orders_words_check CHECK (words <> '')
);
CREATE INDEX court_orders_of_case ON court_orders (case_id, day, id);
CREATE TRIGGER court_orders_entered AFTER INSERT ON court_orders FOR EACH ROW EXECUTE FUNCTION enter_court_order();
CREATE TRIGGER court_orders_kept BEFORE DELETE OR UPDATE ON court_orders FOR EACH ROW EXECUTE FUNCTION keep_court_record();

-- The plots that an order binds.
CREATE TABLE court_order_plots (
  order_id bigint NOT NULL,
  case_id bigint NOT NULL,
  plot_id bigint NOT NULL,
  CONSTRAINT court_order_plots_pkey PRIMARY KEY (order_id, plot_id),
  CONSTRAINT court_order_plots_case_id_order_id_fkey FOREIGN KEY (case_id, order_id) REFERENCES court_orders(case_id, id),
  CONSTRAINT court_order_plots_case_id_plot_id_fkey FOREIGN KEY (case_id, plot_id) REFERENCES court_case_plots(case_id, plot_id)
);
CREATE INDEX court_order_plots_of_plot ON court_order_plots (case_id, plot_id);
CREATE TRIGGER court_order_plots_blocked AFTER INSERT ON court_order_plots FOR EACH ROW EXECUTE FUNCTION block_plot_by_order();
CREATE TRIGGER court_order_plots_kept BEFORE DELETE OR UPDATE ON court_order_plots FOR EACH ROW EXECUTE FUNCTION keep_court_record();

-- Rents that the office entered, each from its year on; of one year the last one counts.
CREATE TABLE rent_reviews (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  tenancy_id bigint NOT NULL,
  from_year smallint NOT NULL,
  ground_rent numeric(14, 2) NOT NULL,
  reason text NOT NULL,
  entered_by bigint NOT NULL,
  entered_at timestamptz NOT NULL,
  CONSTRAINT rent_reviews_pkey PRIMARY KEY (id),
  CONSTRAINT rent_reviews_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES accounts(id),
  CONSTRAINT rent_reviews_tenancy_id_fkey FOREIGN KEY (tenancy_id) REFERENCES tenancies(id),
  CONSTRAINT rent_reviews_from_year_check CHECK (from_year >= 1957 AND from_year <= 2300),
  CONSTRAINT rent_reviews_ground_rent_check CHECK (ground_rent >= 0),
  CONSTRAINT rent_reviews_reason_check CHECK (reason <> '')
);
CREATE INDEX rent_reviews_of_tenancy ON rent_reviews (tenancy_id, from_year, id);

-- One row: the rule of penalties, empty until it is set.
CREATE TABLE rent_rules (
  id boolean DEFAULT true NOT NULL,
  grace_days smallint,
  penalty_percent numeric(5, 2),
  CONSTRAINT rent_rules_pkey PRIMARY KEY (id),
  CONSTRAINT rent_rules_check CHECK ((grace_days IS NULL) = (penalty_percent IS NULL)),
  CONSTRAINT rent_rules_grace_days_check CHECK (grace_days >= 0 AND grace_days <= 366),
  CONSTRAINT rent_rules_id_check CHECK (id),
  CONSTRAINT rent_rules_penalty_percent_check CHECK (penalty_percent > 0 AND penalty_percent <= 100)
);

CREATE TABLE rent_runs (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text COLLATE "C" NOT NULL,
  year smallint NOT NULL,
  zone_id bigint,
  -- Only shows what would be raised and why not.
  is_dry boolean NOT NULL,
  state text COLLATE "C" DEFAULT 'running' NOT NULL,
  job_id bigint NOT NULL,
  asked_by bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  ended_at timestamptz,
  stop_reason text,
  looked_at integer DEFAULT 0 NOT NULL,
  raised integer DEFAULT 0 NOT NULL,
  amount numeric(18, 2) DEFAULT 0 NOT NULL,
  CONSTRAINT rent_runs_pkey PRIMARY KEY (id),
  CONSTRAINT rent_runs_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id),
  CONSTRAINT rent_runs_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES zones(id),
  CONSTRAINT rent_runs_check CHECK ((state = 'running') = (ended_at IS NULL)),
  CONSTRAINT rent_runs_kind_check CHECK (kind IN ('rent', 'penalty')),
  CONSTRAINT rent_runs_state_check CHECK (state IN ('running', 'done', 'stopped')),
  CONSTRAINT rent_runs_stop_reason_check CHECK (stop_reason <> '')
);
CREATE INDEX rent_runs_by_asked ON rent_runs (asked_at, id);
CREATE INDEX rent_runs_of_zone ON rent_runs (zone_id);
CREATE UNIQUE INDEX rent_runs_raising ON rent_runs ((true)) WHERE ((state = 'running') AND (NOT is_dry));

CREATE TABLE rent_run_sums (
  run_id bigint NOT NULL,
  zone_id bigint NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  amount numeric(18, 2) NOT NULL,
  CONSTRAINT rent_run_sums_pkey PRIMARY KEY (run_id, zone_id, outcome),
  CONSTRAINT rent_run_sums_run_id_fkey FOREIGN KEY (run_id) REFERENCES rent_runs(id) ON DELETE CASCADE
);

-- The tenancies of a run: raised, or why not; removed after some weeks.
CREATE TABLE rent_run_lines (
  run_id bigint NOT NULL,
  tenancy_id bigint NOT NULL,
  zone_id bigint NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  amount numeric(14, 2),
  from_day date,
  until_day date,
  CONSTRAINT rent_run_lines_pkey PRIMARY KEY (run_id, tenancy_id),
  CONSTRAINT rent_run_lines_run_id_fkey FOREIGN KEY (run_id) REFERENCES rent_runs(id) ON DELETE CASCADE,
  CONSTRAINT rent_run_lines_tenancy_id_fkey FOREIGN KEY (tenancy_id) REFERENCES tenancies(id) ON DELETE CASCADE
);
CREATE INDEX rent_run_lines_by_outcome ON rent_run_lines (run_id, outcome, tenancy_id);
CREATE INDEX rent_run_lines_of_tenancy ON rent_run_lines (tenancy_id);

-- Charges that were raised together, and are one entry of the books.
CREATE TABLE rent_batches (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  run_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  year smallint NOT NULL,
  day date NOT NULL,
  count integer NOT NULL,
  total numeric(18, 2) NOT NULL,
  raised_by bigint NOT NULL,
  raised_at timestamptz NOT NULL,
  CONSTRAINT rent_batches_pkey PRIMARY KEY (id),
  CONSTRAINT rent_batches_id_kind_year_key UNIQUE (id, kind, year),
  CONSTRAINT rent_batches_raised_by_fkey FOREIGN KEY (raised_by) REFERENCES accounts(id),
  CONSTRAINT rent_batches_run_id_fkey FOREIGN KEY (run_id) REFERENCES rent_runs(id),
  CONSTRAINT rent_batches_count_check CHECK (count > 0),
  CONSTRAINT rent_batches_kind_check CHECK (kind IN ('rent', 'penalty')),
  CONSTRAINT rent_batches_total_check CHECK (total > 0)
);
CREATE INDEX rent_batches_of_run ON rent_batches (run_id);
CREATE TRIGGER rent_batches_kept BEFORE DELETE OR UPDATE ON rent_batches FOR EACH ROW EXECUTE FUNCTION keep_rent_batch();

CREATE TABLE rent_charges (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  batch_id bigint NOT NULL,
  tenancy_id bigint NOT NULL,
  plot_id bigint NOT NULL,
  tenant_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  year smallint NOT NULL,
  amount numeric(14, 2) NOT NULL,
  due_on date NOT NULL,
  from_day date,
  until_day date,
  cancelled_at timestamptz,
  cancelled_on date,
  cancelled_by bigint,
  cancel_reason text,
  CONSTRAINT rent_charges_pkey PRIMARY KEY (id),
  CONSTRAINT rent_charges_days_once EXCLUDE USING gist (int8range(plot_id, plot_id, '[]') WITH &&, daterange(from_day, until_day) WITH &&) WHERE (kind = 'rent' AND cancelled_at IS NULL),
  CONSTRAINT rent_charges_batch_id_kind_year_fkey FOREIGN KEY (batch_id, kind, year) REFERENCES rent_batches(id, kind, year),
  CONSTRAINT rent_charges_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES accounts(id),
  CONSTRAINT rent_charges_of_tenancy FOREIGN KEY (tenancy_id, plot_id, tenant_id) REFERENCES tenancies(id, plot_id, tenant_id),
  CONSTRAINT rent_charges_amount_check CHECK (amount > 0),
  CONSTRAINT rent_charges_cancel_reason_check CHECK (cancel_reason <> ''),
  CONSTRAINT rent_charges_check CHECK ((kind = 'rent') = (from_day IS NOT NULL) AND (from_day IS NULL) = (until_day IS NULL)),
  CONSTRAINT rent_charges_check1 CHECK (EXTRACT(year FROM from_day) = year::numeric AND until_day > from_day AND until_day <= make_date(year + 1, 1, 1)),
  CONSTRAINT rent_charges_check2 CHECK (num_nonnulls(cancelled_at, cancelled_on, cancelled_by, cancel_reason) = ANY (ARRAY[0, 4]))
);
CREATE INDEX rent_charges_of_account ON rent_charges (tenancy_id, due_on, id);
CREATE INDEX rent_charges_of_batch ON rent_charges (batch_id);
CREATE INDEX rent_charges_of_plot ON rent_charges (plot_id, year) WHERE ((kind = 'rent') AND (cancelled_at IS NULL));
CREATE INDEX rent_charges_of_tenant ON rent_charges (tenant_id);
CREATE UNIQUE INDEX rent_charges_once ON rent_charges (tenancy_id, year, kind) WHERE ((cancelled_at IS NULL) OR (kind = 'penalty'));
CREATE TRIGGER rent_charges_cancelled AFTER UPDATE ON rent_charges REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_charged_rent();
CREATE TRIGGER rent_charges_kept BEFORE DELETE OR UPDATE ON rent_charges FOR EACH ROW EXECUTE FUNCTION keep_rent_charge();
CREATE TRIGGER rent_charges_raised AFTER INSERT ON rent_charges REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_charged_rent();

-- Sums that each tenancy was charged and has paid, kept by triggers.
CREATE TABLE rent_accounts (
  tenancy_id bigint NOT NULL,
  tenant_id bigint NOT NULL,
  zone_id bigint NOT NULL,
  charged numeric(18, 2) NOT NULL,
  paid numeric(18, 2) NOT NULL,
  owed numeric(18, 2) GENERATED ALWAYS AS (GREATEST(charged - paid, 0)) STORED NOT NULL,
  owed_since date,
  CONSTRAINT rent_accounts_pkey PRIMARY KEY (tenancy_id),
  CONSTRAINT rent_accounts_tenancy_id_fkey FOREIGN KEY (tenancy_id) REFERENCES tenancies(id),
  CONSTRAINT rent_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT rent_accounts_check CHECK ((owed_since IS NULL) = (charged <= paid))
);
CREATE INDEX rent_accounts_by_age ON rent_accounts (owed_since, tenancy_id) WHERE (owed_since IS NOT NULL);
CREATE INDEX rent_accounts_by_owed ON rent_accounts (owed, tenancy_id) WHERE (owed_since IS NOT NULL);
CREATE INDEX rent_accounts_of_tenant ON rent_accounts (tenant_id);
CREATE INDEX rent_accounts_of_tenant_owing ON rent_accounts (tenant_id, owed_since) WHERE (owed_since IS NOT NULL);
CREATE INDEX rent_accounts_of_zone_by_age ON rent_accounts (zone_id, owed_since, tenancy_id) WHERE (owed_since IS NOT NULL);
CREATE TRIGGER count_rent_owed_deleted AFTER DELETE ON rent_accounts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rent_owed();
CREATE TRIGGER count_rent_owed_inserted AFTER INSERT ON rent_accounts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rent_owed();
CREATE TRIGGER count_rent_owed_updated AFTER UPDATE ON rent_accounts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_rent_owed();

CREATE TABLE rent_reminder_batches (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  age text COLLATE "C" NOT NULL,
  recipients integer NOT NULL,
  parts integer NOT NULL,
  cost numeric(14, 2),
  job_id bigint NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT rent_reminder_batches_pkey PRIMARY KEY (id),
  CONSTRAINT rent_reminder_batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  CONSTRAINT rent_reminder_batches_age_check CHECK (age IN ('this', 'one', 'two', 'three')),
  CONSTRAINT rent_reminder_batches_check CHECK (parts >= recipients),
  CONSTRAINT rent_reminder_batches_recipients_check CHECK (recipients > 0)
);
CREATE INDEX rent_reminder_batches_created ON rent_reminder_batches (created_at, id);

CREATE TABLE rent_reminders (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  batch_id bigint NOT NULL,
  tenant_id bigint NOT NULL,
  day date NOT NULL,
  parts smallint NOT NULL,
  status text COLLATE "C" DEFAULT 'waiting' NOT NULL,
  body text NOT NULL,
  status_reason text,
  CONSTRAINT rent_reminders_pkey PRIMARY KEY (id),
  CONSTRAINT rent_reminders_batch_id_tenant_id_key UNIQUE (batch_id, tenant_id),
  CONSTRAINT rent_reminders_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES rent_reminder_batches(id),
  CONSTRAINT rent_reminders_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id),
  CONSTRAINT rent_reminders_parts_check CHECK (parts > 0),
  CONSTRAINT rent_reminders_status_check CHECK (status IN ('waiting', 'queued', 'skipped')),
  CONSTRAINT rent_reminders_status_reason_check CHECK (status_reason <> '')
);
CREATE INDEX rent_reminders_batch ON rent_reminders (batch_id, id);
CREATE INDEX rent_reminders_day ON rent_reminders (day, tenant_id) WHERE (status <> 'skipped');
CREATE INDEX rent_reminders_tenant ON rent_reminders (tenant_id, day) WHERE (status <> 'skipped');
CREATE UNIQUE INDEX rent_reminders_waiting_once ON rent_reminders (tenant_id) WHERE (status = 'waiting');

CREATE TABLE share_rules (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  valid_from date NOT NULL,
  -- Of the whole; the other three are of what that leaves.
  oasl_percent numeric(5, 2) NOT NULL,
  stool_percent numeric(5, 2) NOT NULL,
  council_percent numeric(5, 2) NOT NULL,
  assembly_percent numeric(5, 2) NOT NULL,
  -- The codes of the payment types that it shares; none where sharing ends.
  types jsonb NOT NULL,
  stool_name text NOT NULL,
  council_name text NOT NULL,
  assembly_name text NOT NULL,
  entered_by bigint NOT NULL,
  entered_at timestamptz NOT NULL,
  approved_by bigint NOT NULL,
  -- Approved by the only person who could.
  is_alone boolean NOT NULL,
  CONSTRAINT share_rules_pkey PRIMARY KEY (id),
  CONSTRAINT share_rules_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES accounts(id),
  CONSTRAINT share_rules_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES accounts(id),
  CONSTRAINT share_rules_assembly_name_check CHECK (assembly_name <> ''),
  CONSTRAINT share_rules_assembly_percent_check CHECK (assembly_percent >= 0),
  CONSTRAINT share_rules_come_to_100 CHECK ((stool_percent + council_percent + assembly_percent) = 100),
  CONSTRAINT share_rules_council_name_check CHECK (council_name <> ''),
  CONSTRAINT share_rules_council_percent_check CHECK (council_percent >= 0),
  CONSTRAINT share_rules_oasl_percent_check CHECK (oasl_percent >= 0 AND oasl_percent <= 100),
  CONSTRAINT share_rules_stool_name_check CHECK (stool_name <> ''),
  CONSTRAINT share_rules_stool_percent_check CHECK (stool_percent >= 0),
  CONSTRAINT share_rules_types_check CHECK (jsonb_typeof(types) = 'array'),
  CONSTRAINT share_rules_valid_from_check CHECK (valid_from >= '2000-01-01'::date AND valid_from <= '2200-12-31'::date),
  CONSTRAINT share_rules_without_drink CHECK (NOT types ? 'CC3000')
);
CREATE INDEX share_rules_in_force ON share_rules (valid_from, id);
CREATE TRIGGER share_rules_kept BEFORE DELETE OR UPDATE ON share_rules FOR EACH ROW EXECUTE FUNCTION keep_share_rule();
CREATE TRIGGER share_rules_not_truncated BEFORE TRUNCATE ON share_rules FOR EACH STATEMENT EXECUTE FUNCTION keep_share_rule();

-- Payouts of the shares of stool land revenue.
CREATE TABLE share_payouts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  number text COLLATE "C" NOT NULL,
  beneficiary text COLLATE "C" NOT NULL,
  amount numeric(14, 2) NOT NULL,
  mode text COLLATE "C" NOT NULL,
  paid_to text NOT NULL,
  reason text NOT NULL,
  status text COLLATE "C" NOT NULL,
  status_reason text,
  asked_by bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  approved_by bigint,
  approved_at timestamptz,
  is_alone boolean DEFAULT false NOT NULL,
  paid_on date,
  reference text COLLATE "C",
  ended_by bigint,
  ended_at timestamptz,
  receipt_name text,
  receipt_type text COLLATE "C",
  receipt bytea,
  "receipt_sha256" bytea,
  receipt_by bigint,
  receipt_at timestamptz,
  came_back_on date,
  came_back_reason text,
  came_back_by bigint,
  CONSTRAINT share_payouts_pkey PRIMARY KEY (id),
  CONSTRAINT share_payouts_number_key UNIQUE (number),
  CONSTRAINT share_payouts_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES accounts(id),
  CONSTRAINT share_payouts_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id),
  CONSTRAINT share_payouts_came_back_by_fkey FOREIGN KEY (came_back_by) REFERENCES accounts(id),
  CONSTRAINT share_payouts_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(id),
  CONSTRAINT share_payouts_receipt_by_fkey FOREIGN KEY (receipt_by) REFERENCES accounts(id),
  CONSTRAINT share_payouts_amount_check CHECK (amount > 0),
  CONSTRAINT share_payouts_beneficiary_check CHECK (beneficiary IN ('oasl', 'stool', 'council', 'assembly')),
  CONSTRAINT share_payouts_check CHECK (status <> 'asked' OR num_nonnulls(approved_at, ended_at) = 0),
  CONSTRAINT share_payouts_check1 CHECK ((status IN ('approved', 'paid', 'withdrawn')) = (approved_at IS NOT NULL) AND (approved_at IS NULL) = (approved_by IS NULL)),
  CONSTRAINT share_payouts_check2 CHECK ((status IN ('paid', 'refused', 'withdrawn')) = (ended_at IS NOT NULL)),
  CONSTRAINT share_payouts_check3 CHECK ((status = 'paid') = (paid_on IS NOT NULL) AND (paid_on IS NULL) = (reference IS NULL)),
  CONSTRAINT share_payouts_check4 CHECK (num_nonnulls(receipt_name, receipt_type, receipt, receipt_sha256, receipt_by, receipt_at) = ANY (ARRAY[0, 6])),
  CONSTRAINT share_payouts_check5 CHECK (receipt IS NULL OR status = 'paid'),
  CONSTRAINT share_payouts_check6 CHECK (num_nonnulls(came_back_on, came_back_reason, came_back_by) = ANY (ARRAY[0, 3])),
  CONSTRAINT share_payouts_check7 CHECK (came_back_on IS NULL OR status = 'paid'),
  CONSTRAINT share_payouts_mode_check CHECK (mode IN ('momo', 'cash', 'bank', 'cheque')),
  CONSTRAINT share_payouts_paid_to_check CHECK (paid_to <> ''),
  CONSTRAINT share_payouts_reason_check CHECK (reason <> ''),
  CONSTRAINT share_payouts_receipt_name_check CHECK (receipt_name <> ''),
  CONSTRAINT share_payouts_receipt_sha256_check CHECK (length(receipt_sha256) = 32),
  CONSTRAINT share_payouts_receipt_type_check CHECK (receipt_type IN ('application/pdf', 'image/jpeg')),
  CONSTRAINT share_payouts_reference_check CHECK (reference <> ''),
  CONSTRAINT share_payouts_status_check CHECK (status IN ('asked', 'approved', 'paid', 'refused', 'withdrawn'))
);
CREATE INDEX share_payouts_by_day ON share_payouts (asked_at, id);
CREATE INDEX share_payouts_by_status ON share_payouts (status, asked_at, id);
CREATE INDEX share_payouts_of ON share_payouts (beneficiary, asked_at, id);
CREATE INDEX share_payouts_paid ON share_payouts (paid_on, id) WHERE (status = 'paid');
CREATE UNIQUE INDEX share_payouts_reference ON share_payouts (mode, reference) WHERE (reference IS NOT NULL);
CREATE INDEX share_payouts_waiting ON share_payouts (beneficiary) WHERE (status IN ('asked', 'approved'));
CREATE TRIGGER share_payouts_came_back BEFORE UPDATE ON share_payouts FOR EACH ROW WHEN (old.came_back_on IS NOT NULL AND (old.came_back_on IS DISTINCT FROM new.came_back_on OR old.came_back_reason IS DISTINCT FROM new.came_back_reason OR old.came_back_by IS DISTINCT FROM new.came_back_by)) EXECUTE FUNCTION keep_came_back();
CREATE TRIGGER share_payouts_kept BEFORE DELETE OR UPDATE ON share_payouts FOR EACH ROW EXECUTE FUNCTION keep_share_payout();
CREATE TRIGGER share_payouts_not_truncated BEFORE TRUNCATE ON share_payouts FOR EACH STATEMENT EXECUTE FUNCTION keep_share_payout();

-- == receipts ==

-- Only the columns from `status` on ever change, and once.
CREATE TABLE receipts (
  number bigint NOT NULL,
  -- Sixteen characters of Crockford's base 32, by which strangers who hold the receipt check it.
  code text COLLATE "C" DEFAULT new_receipt_code() NOT NULL,
  kind text COLLATE "C" NOT NULL,
  subject_id bigint NOT NULL,
  -- The day that the money counts on.
  paid_on date NOT NULL,
  issued_at timestamptz NOT NULL,
  issued_by bigint,
  payer_name text NOT NULL,
  payer_details text NOT NULL,
  mode text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  amount numeric(14, 2) NOT NULL,
  -- Their amounts sum to the receipt's.
  lines jsonb NOT NULL,
  status text COLLATE "C" DEFAULT 'issued' NOT NULL,
  void_reason text,
  voided_at timestamptz,
  -- The account of the author; null for the server's own jobs.
  voided_by bigint,
  -- In words, as they were then: a name of staff, a prompt, a statement.
  received_by text,
  tin text,
  -- [{name, rate, amount}]: the taxes that the amount contains, by the rates of then.
  taxes jsonb,
  -- The price of the fee that the money is for.
  price numeric(14, 2),
  CONSTRAINT receipts_pkey PRIMARY KEY (number),
  CONSTRAINT receipts_code_key UNIQUE (code),
  CONSTRAINT receipts_kind_subject_id_key UNIQUE (kind, subject_id),
  CONSTRAINT receipts_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES accounts(id),
  CONSTRAINT receipts_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES accounts(id),
  CONSTRAINT receipts_amount_check CHECK (amount > 0),
  CONSTRAINT receipts_check CHECK (receipt_total(lines) = amount),
  CONSTRAINT receipts_check1 CHECK ((status = 'void') = (voided_at IS NOT NULL) AND (status = 'void') = (void_reason IS NOT NULL)),
  CONSTRAINT receipts_check2 CHECK (status = 'void' OR voided_by IS NULL),
  CONSTRAINT receipts_code_check CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  CONSTRAINT receipts_kind_check CHECK (kind <> ''),
  CONSTRAINT receipts_mode_check CHECK (mode IN ('momo', 'cash', 'bank', 'cheque')),
  CONSTRAINT receipts_number_check CHECK (number > 0),
  CONSTRAINT receipts_payer_name_check CHECK (payer_name <> ''),
  CONSTRAINT receipts_received_by_check CHECK (received_by <> ''),
  CONSTRAINT receipts_status_check CHECK (status IN ('issued', 'void')),
  CONSTRAINT receipts_taxes_check CHECK (jsonb_typeof(taxes) = 'array'),
  CONSTRAINT receipts_tin_check CHECK (tin <> ''),
  CONSTRAINT receipts_void_reason_check CHECK (void_reason <> '')
);
CREATE INDEX receipts_of_drivers ON receipts (number) WHERE (kind = 'payment');
CREATE INDEX receipts_of_land ON receipts (number) WHERE (kind = 'land payment');
CREATE INDEX receipts_transaction_id ON receipts (transaction_key(transaction_id), number);
CREATE INDEX receipts_void_of_drivers ON receipts (number) WHERE ((kind = 'payment') AND (status = 'void'));
CREATE INDEX receipts_void_of_land ON receipts (number) WHERE ((kind = 'land payment') AND (status = 'void'));
CREATE TRIGGER receipts_kept BEFORE DELETE OR UPDATE ON receipts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_receipt();
CREATE TRIGGER receipts_not_truncated BEFORE TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_receipt();
CREATE TRIGGER receipts_without_gaps AFTER INSERT ON receipts REFERENCING NEW TABLE AS new_receipts FOR EACH STATEMENT EXECUTE FUNCTION check_receipt_numbers();

CREATE TABLE receipt_head (
  is_only boolean DEFAULT true NOT NULL,
  number bigint NOT NULL,
  CONSTRAINT receipt_head_pkey PRIMARY KEY (is_only),
  CONSTRAINT receipt_head_is_only_check CHECK (is_only)
);
CREATE CONSTRAINT TRIGGER receipt_head_last AFTER INSERT OR DELETE OR UPDATE ON receipt_head DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_receipt_head();
CREATE TRIGGER receipt_head_not_truncated BEFORE TRUNCATE ON receipt_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_receipt();

CREATE TABLE receipt_notes (
  number bigint NOT NULL,
  note text NOT NULL,
  CONSTRAINT receipt_notes_pkey PRIMARY KEY (number),
  CONSTRAINT receipt_notes_number_fkey FOREIGN KEY (number) REFERENCES receipts(number),
  CONSTRAINT receipt_notes_note_check CHECK (note <> '')
);

-- Receipts that are still to be texted to the payer.
CREATE TABLE receipts_to_text (
  number bigint NOT NULL,
  CONSTRAINT receipts_to_text_pkey PRIMARY KEY (number),
  CONSTRAINT receipts_to_text_number_fkey FOREIGN KEY (number) REFERENCES receipts(number)
);

CREATE TABLE texted_receipts (
  number bigint NOT NULL,
  texted_at timestamptz NOT NULL,
  CONSTRAINT texted_receipts_pkey PRIMARY KEY (number),
  CONSTRAINT texted_receipts_number_fkey FOREIGN KEY (number) REFERENCES receipts(number)
);

-- Numbers of receipts and of sequences that will never be given out; written by `skip_numbers`
-- alone.
CREATE TABLE skipped_numbers (
  -- The name of a sequence, or `receipts`.
  series text COLLATE "C" NOT NULL,
  first bigint NOT NULL,
  last bigint NOT NULL,
  skipped_at timestamptz NOT NULL,
  reason text NOT NULL,
  CONSTRAINT skipped_numbers_pkey PRIMARY KEY (series, first),
  CONSTRAINT skipped_numbers_check CHECK (first <= last),
  CONSTRAINT skipped_numbers_first_check CHECK (first > 0),
  CONSTRAINT skipped_numbers_reason_check CHECK (reason <> ''),
  CONSTRAINT skipped_numbers_series_check CHECK (series <> '')
);
CREATE TRIGGER skipped_numbers_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON skipped_numbers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_skipped();
CREATE TRIGGER skipped_receipts_follow AFTER INSERT ON skipped_numbers FOR EACH ROW WHEN (new.series = 'receipts') EXECUTE FUNCTION check_skipped_receipts();

-- == ledger ==

CREATE TABLE ledger_accounts (
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  -- The payment type whose revenue it holds.
  type_code text,
  -- The heading, of the same kind, that it stands under.
  parent text COLLATE "C",
  -- It sums up the accounts under it, and nothing is posted to it.
  is_heading boolean DEFAULT false NOT NULL,
  closed_at timestamptz,
  -- Of an asset: false where two people have said that it is no cash, bank or MoMo money.
  holds_money boolean DEFAULT true NOT NULL,
  CONSTRAINT ledger_accounts_pkey PRIMARY KEY (code),
  CONSTRAINT ledger_accounts_one_kind UNIQUE (code, kind),
  CONSTRAINT ledger_accounts_type_code_key UNIQUE (type_code),
  CONSTRAINT ledger_accounts_parent FOREIGN KEY (parent, kind) REFERENCES ledger_accounts(code, kind),
  CONSTRAINT ledger_accounts_code_check CHECK (code ~ '^[1-9][0-9]{3}(-[A-Z0-9]{2,10})?$'),
  CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('asset', 'liability', 'equity', 'income', 'expense')),
  CONSTRAINT ledger_accounts_name_check CHECK (name <> ''),
  CONSTRAINT ledger_accounts_own_parent CHECK (parent <> code)
);
CREATE INDEX ledger_accounts_children ON ledger_accounts (parent) WHERE (parent IS NOT NULL);

-- Written by `post_entries` alone, and never changed.
CREATE TABLE ledger_entries (
  number bigint NOT NULL,
  day date NOT NULL,
  kind text COLLATE "C" NOT NULL,
  subject_id bigint NOT NULL,
  -- The entry that this one takes back.
  reverses bigint,
  description text NOT NULL,
  -- The account of the author; null for the server's own jobs.
  posted_by bigint,
  posted_at timestamptz NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  -- 1: made of `jsonb::text`, until migration 0091. 2: of `ledger_text`. 3: of the same with a
  -- document.
  hash_version smallint DEFAULT 2 NOT NULL,
  -- The day that it is for, where that was in a closed month.
  late_for date,
  -- The fields of the document behind it as they were posted, a line each: `payee: ECG`.
  document text,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (number),
  CONSTRAINT ledger_entries_hash_key UNIQUE (hash),
  CONSTRAINT ledger_entries_reverses_key UNIQUE (reverses),
  CONSTRAINT ledger_entries_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES accounts(id),
  CONSTRAINT ledger_entries_reverses_fkey FOREIGN KEY (reverses) REFERENCES ledger_entries(number),
  CONSTRAINT ledger_entries_check CHECK (reverses < number),
  CONSTRAINT ledger_entries_check1 CHECK (late_for < day),
  CONSTRAINT ledger_entries_description_check CHECK (description <> ''),
  CONSTRAINT ledger_entries_hash_version_check CHECK ((hash_version IN (1, 2, 3)) AND (hash_version = 3) = (document IS NOT NULL)),
  CONSTRAINT ledger_entries_kind_check CHECK (kind <> ''),
  CONSTRAINT ledger_entries_number_check CHECK (number > 0)
);
CREATE INDEX ledger_entries_late ON ledger_entries (late_for, number) WHERE (late_for IS NOT NULL);
CREATE INDEX ledger_entries_posted ON ledger_entries (posted_at);
CREATE UNIQUE INDEX ledger_entries_subject ON ledger_entries (kind, subject_id) WHERE (reverses IS NULL);
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
CREATE TRIGGER ledger_entries_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER ledger_entries_open AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_month();
CREATE TRIGGER ledger_entries_reconciled AFTER INSERT ON ledger_entries FOR EACH ROW WHEN (new.reverses IS NOT NULL OR new.kind = 'money change') EXECUTE FUNCTION refuse_reconciled();

CREATE TABLE ledger_postings (
  entry bigint NOT NULL,
  line smallint NOT NULL,
  account text COLLATE "C" NOT NULL,
  -- Debits are positive, credits negative.
  amount numeric(14, 2) NOT NULL,
  driver_id bigint,
  day date NOT NULL,
  CONSTRAINT ledger_postings_pkey PRIMARY KEY (entry, line),
  CONSTRAINT ledger_postings_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(code),
  CONSTRAINT ledger_postings_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT ledger_postings_entry_fkey FOREIGN KEY (entry) REFERENCES ledger_entries(number),
  CONSTRAINT ledger_postings_amount_check CHECK (amount <> 0),
  CONSTRAINT ledger_postings_check CHECK ((account = '2000') = (driver_id IS NOT NULL)),
  CONSTRAINT ledger_postings_line_check CHECK (line > 0)
);
CREATE INDEX ledger_postings_account ON ledger_postings (account, day, entry, line) INCLUDE (amount);
CREATE INDEX ledger_postings_cash ON ledger_postings (entry) INCLUDE (day, amount) WHERE (account = '1010');
CREATE INDEX ledger_postings_driver ON ledger_postings (driver_id, entry) WHERE (driver_id IS NOT NULL);
CREATE TRIGGER count_land_zones_received_deleted AFTER DELETE ON ledger_postings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_land_zones_received();
CREATE TRIGGER count_land_zones_received_inserted AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_land_zones_received();
CREATE TRIGGER count_land_zones_received_updated AFTER UPDATE ON ledger_postings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_land_zones_received();
CREATE TRIGGER count_ledger_deleted AFTER DELETE ON ledger_postings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_ledger();
CREATE TRIGGER count_ledger_inserted AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_ledger();
CREATE TRIGGER count_ledger_updated AFTER UPDATE ON ledger_postings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_ledger();
CREATE TRIGGER count_received_deleted AFTER DELETE ON ledger_postings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_received();
CREATE TRIGGER count_received_inserted AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_received();
CREATE TRIGGER count_received_updated AFTER UPDATE ON ledger_postings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_received();
CREATE TRIGGER count_shared_deleted AFTER DELETE ON ledger_postings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_shared();
CREATE TRIGGER count_shared_inserted AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_shared();
CREATE TRIGGER count_shared_updated AFTER UPDATE ON ledger_postings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_shared();
CREATE TRIGGER ledger_postings_hash AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_postings();
CREATE TRIGGER ledger_postings_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER ledger_postings_open AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_account();

-- Drivers whose credit counts for another record, since they were merged.
CREATE TABLE ledger_merged_drivers (
  driver_id bigint NOT NULL,
  into_id bigint NOT NULL,
  CONSTRAINT ledger_merged_drivers_pkey PRIMARY KEY (driver_id),
  CONSTRAINT ledger_merged_drivers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  CONSTRAINT ledger_merged_drivers_into_id_fkey FOREIGN KEY (into_id) REFERENCES drivers(id),
  CONSTRAINT ledger_merged_drivers_check CHECK (into_id <> driver_id)
);
CREATE INDEX ledger_merged_drivers_into ON ledger_merged_drivers (into_id);

CREATE TABLE ledger_head (
  is_only boolean DEFAULT true NOT NULL,
  number bigint NOT NULL,
  hash bytea NOT NULL,
  -- Entries up to this number count on their own day, as reports did before months were closed.
  closes_after bigint DEFAULT 0 NOT NULL,
  open_from date DEFAULT '0001-01-01'::date NOT NULL,
  CONSTRAINT ledger_head_pkey PRIMARY KEY (is_only),
  CONSTRAINT ledger_head_is_only_check CHECK (is_only),
  CONSTRAINT ledger_head_open_from_check CHECK (EXTRACT(day FROM open_from) = 1)
);
CREATE TRIGGER ledger_head_kept BEFORE DELETE OR TRUNCATE ON ledger_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();

CREATE TABLE ledger_closings (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  month date NOT NULL,
  closed_at timestamptz NOT NULL,
  closed_by bigint NOT NULL,
  last_entry bigint NOT NULL,
  last_hash bytea NOT NULL,
  left_reason text,
  reopened_at timestamptz,
  reopened_by bigint,
  reopen_reason text,
  CONSTRAINT ledger_closings_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_closings_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES accounts(id),
  CONSTRAINT ledger_closings_reopened_by_fkey FOREIGN KEY (reopened_by) REFERENCES accounts(id),
  CONSTRAINT ledger_closings_check CHECK ((reopened_at IS NULL) = (reopened_by IS NULL)),
  CONSTRAINT ledger_closings_check1 CHECK ((reopened_at IS NULL) = (reopen_reason IS NULL)),
  CONSTRAINT ledger_closings_month_check CHECK (EXTRACT(day FROM month) = 1)
);
CREATE UNIQUE INDEX ledger_closings_month ON ledger_closings (month) WHERE (reopened_at IS NULL);

-- == books ==

CREATE TABLE book_numbers (
  kind text COLLATE "C" NOT NULL,
  year smallint NOT NULL,
  last integer NOT NULL,
  CONSTRAINT book_numbers_pkey PRIMARY KEY (kind, year),
  CONSTRAINT book_numbers_last_check CHECK (last > 0)
);

CREATE TABLE journals (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  number text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  day date NOT NULL,
  description text NOT NULL,
  status text COLLATE "C" DEFAULT 'draft' NOT NULL,
  status_reason text,
  amount numeric(14, 2) DEFAULT 0 NOT NULL,
  made_by bigint NOT NULL,
  made_at timestamptz NOT NULL,
  posted_by bigint,
  posted_at timestamptz,
  is_alone boolean DEFAULT false NOT NULL,
  ended_by bigint,
  ended_at timestamptz,
  repeats bigint,
  due_on date,
  CONSTRAINT journals_pkey PRIMARY KEY (id),
  CONSTRAINT journals_number_key UNIQUE (number),
  CONSTRAINT journals_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(id),
  CONSTRAINT journals_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  CONSTRAINT journals_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES accounts(id),
  CONSTRAINT journals_repeats_fkey FOREIGN KEY (repeats) REFERENCES repeated_journals(id),
  CONSTRAINT journals_check CHECK ((status IN ('posted', 'reversed')) = (posted_at IS NOT NULL)),
  CONSTRAINT journals_check1 CHECK ((status IN ('reversed', 'dropped')) = (ended_at IS NOT NULL)),
  CONSTRAINT journals_check2 CHECK ((repeats IS NULL) = (due_on IS NULL)),
  CONSTRAINT journals_day_check CHECK (day >= '2000-01-01'::date AND day <= '2200-12-31'::date),
  CONSTRAINT journals_description_check CHECK (description <> ''),
  CONSTRAINT journals_kind_check CHECK (kind IN ('general', 'opening', 'recurring', 'year end')),
  CONSTRAINT journals_status_check CHECK (status IN ('draft', 'asked', 'posted', 'reversed', 'dropped'))
);
CREATE INDEX journals_by_day ON journals (day, id);
CREATE INDEX journals_by_status ON journals (status, day, id) WHERE (status <> 'posted');
CREATE UNIQUE INDEX journals_repeat_once ON journals (repeats, due_on) WHERE (repeats IS NOT NULL);
CREATE UNIQUE INDEX journals_year_end ON journals (day) WHERE ((kind = 'year end') AND (status <> ALL (ARRAY['reversed', 'dropped'])));

CREATE TABLE journal_lines (
  journal_id bigint NOT NULL,
  line smallint NOT NULL,
  account text COLLATE "C" NOT NULL,
  amount numeric(14, 2) NOT NULL,
  CONSTRAINT journal_lines_pkey PRIMARY KEY (journal_id, line),
  CONSTRAINT journal_lines_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(code),
  CONSTRAINT journal_lines_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES journals(id) ON DELETE CASCADE,
  CONSTRAINT journal_lines_amount_check CHECK (amount <> 0),
  CONSTRAINT journal_lines_line_check CHECK (line >= 1 AND line <= 10000)
);
CREATE INDEX journal_lines_account ON journal_lines (account, journal_id);
CREATE TRIGGER journal_lines_kept BEFORE INSERT OR DELETE OR UPDATE ON journal_lines FOR EACH ROW EXECUTE FUNCTION keep_journal_lines();

CREATE TABLE repeated_journals (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  journal_id bigint NOT NULL,
  status text COLLATE "C" DEFAULT 'running' NOT NULL,
  status_reason text,
  day_of_month smallint NOT NULL,
  next_day date NOT NULL,
  last_day date,
  made_by bigint NOT NULL,
  made_at timestamptz NOT NULL,
  stopped_by bigint,
  stopped_at timestamptz,
  CONSTRAINT repeated_journals_pkey PRIMARY KEY (id),
  CONSTRAINT repeated_journals_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES journals(id),
  CONSTRAINT repeated_journals_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  CONSTRAINT repeated_journals_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES accounts(id),
  CONSTRAINT repeated_journals_check CHECK (EXTRACT(day FROM next_day) = day_of_month::numeric),
  CONSTRAINT repeated_journals_check1 CHECK ((status = 'stopped') = (stopped_at IS NOT NULL)),
  CONSTRAINT repeated_journals_day_of_month_check CHECK (day_of_month >= 1 AND day_of_month <= 28),
  CONSTRAINT repeated_journals_status_check CHECK (status IN ('running', 'stopped'))
);
CREATE INDEX repeated_journals_due ON repeated_journals (next_day) WHERE (status = 'running');
CREATE UNIQUE INDEX repeated_journals_once ON repeated_journals (journal_id) WHERE (status = 'running');

CREATE TABLE balance_imports (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  file_name text NOT NULL,
  line_count integer NOT NULL,
  status text COLLATE "C" DEFAULT 'uploaded' NOT NULL,
  status_reason text,
  suggestion jsonb NOT NULL,
  is_remembered boolean NOT NULL,
  mapping jsonb,
  counts jsonb DEFAULT '[]'::jsonb NOT NULL,
  problem text DEFAULT '' NOT NULL,
  job_id bigint,
  journal_id bigint,
  uploaded_by bigint NOT NULL,
  uploader text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  -- Says which sheet of several was read; empty of other files.
  read_from text DEFAULT '' NOT NULL,
  CONSTRAINT balance_imports_pkey PRIMARY KEY (id),
  CONSTRAINT balance_imports_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES journals(id),
  CONSTRAINT balance_imports_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES accounts(id),
  CONSTRAINT balance_imports_check CHECK (status = 'uploaded' OR mapping IS NOT NULL),
  CONSTRAINT balance_imports_check1 CHECK ((status = 'imported') = (imported_at IS NOT NULL)),
  CONSTRAINT balance_imports_line_count_check CHECK (line_count > 0),
  CONSTRAINT balance_imports_status_check CHECK (status IN ('uploaded', 'checked', 'importing', 'imported', 'cancelled'))
);
CREATE INDEX balance_imports_by_time ON balance_imports (uploaded_at, id);

CREATE TABLE balance_import_lines (
  import_id bigint NOT NULL,
  line integer NOT NULL,
  cells jsonb NOT NULL,
  outcome text COLLATE "C",
  reason text DEFAULT '' NOT NULL,
  account text COLLATE "C" DEFAULT '' NOT NULL,
  debit numeric(14, 2),
  credit numeric(14, 2),
  is_imported boolean DEFAULT false NOT NULL,
  CONSTRAINT balance_import_lines_pkey PRIMARY KEY (import_id, line),
  CONSTRAINT balance_import_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES balance_imports(id) ON DELETE CASCADE,
  CONSTRAINT balance_import_lines_line_check CHECK (line > 0),
  CONSTRAINT balance_import_lines_outcome_check CHECK (outcome IN ('taken', 'nothing', 'repeated', 'refused'))
);
CREATE INDEX balance_import_lines_by_outcome ON balance_import_lines (import_id, outcome, line);

CREATE TABLE balance_import_mappings (
  fingerprint text COLLATE "C" NOT NULL,
  mapping jsonb NOT NULL,
  changed_by bigint,
  changed_at timestamptz NOT NULL,
  CONSTRAINT balance_import_mappings_pkey PRIMARY KEY (fingerprint),
  CONSTRAINT balance_import_mappings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  CONSTRAINT balance_import_mappings_fingerprint_check CHECK (fingerprint ~ '^[0-9a-f]{64}$')
);

-- The taxes in prices from a day on, until the next day that has rates.
CREATE TABLE expense_tax_rates (
  from_day date NOT NULL,
  line smallint NOT NULL,
  name text NOT NULL,
  rate numeric(5, 2) NOT NULL,
  -- It is on the net and those that are not: VAT on the levies, until 2025.
  on_levies boolean NOT NULL,
  -- A company that is registered for VAT may reclaim it.
  is_reclaimable boolean NOT NULL,
  CONSTRAINT expense_tax_rates_pkey PRIMARY KEY (from_day, line),
  CONSTRAINT expense_tax_rates_line_check CHECK (line >= 1 AND line <= 9),
  CONSTRAINT expense_tax_rates_name_check CHECK (name <> ''),
  CONSTRAINT expense_tax_rates_rate_check CHECK (rate > 0 AND rate < 100)
);

CREATE TABLE expenses (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  number text COLLATE "C" NOT NULL,
  payee text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  day date NOT NULL,
  paid_from text COLLATE "C" NOT NULL,
  amount numeric(14, 2) NOT NULL,
  reclaimed numeric(14, 2) NOT NULL,
  reference text,
  description text NOT NULL,
  needs_approval boolean NOT NULL,
  status text COLLATE "C" NOT NULL,
  status_reason text,
  made_by bigint NOT NULL,
  made_at timestamptz NOT NULL,
  posted_by bigint,
  posted_at timestamptz,
  is_alone boolean DEFAULT false NOT NULL,
  ended_by bigint,
  ended_at timestamptz,
  CONSTRAINT expenses_pkey PRIMARY KEY (id),
  CONSTRAINT expenses_number_key UNIQUE (number),
  CONSTRAINT expenses_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(id),
  CONSTRAINT expenses_kind_fkey FOREIGN KEY (kind) REFERENCES ledger_accounts(code),
  CONSTRAINT expenses_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  CONSTRAINT expenses_paid_from_fkey FOREIGN KEY (paid_from) REFERENCES ledger_accounts(code),
  CONSTRAINT expenses_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES accounts(id),
  CONSTRAINT expenses_amount_check CHECK (amount > 0),
  CONSTRAINT expenses_check CHECK (reclaimed >= 0 AND reclaimed < amount),
  CONSTRAINT expenses_check1 CHECK ((status IN ('posted', 'void')) = (posted_at IS NOT NULL)),
  CONSTRAINT expenses_check2 CHECK ((status IN ('refused', 'void')) = (ended_at IS NOT NULL)),
  CONSTRAINT expenses_day_check CHECK (day >= '2000-01-01'::date AND day <= '2200-12-31'::date),
  CONSTRAINT expenses_description_check CHECK (description <> ''),
  CONSTRAINT expenses_payee_check CHECK (payee <> ''),
  CONSTRAINT expenses_reference_check CHECK (reference <> ''),
  CONSTRAINT expenses_status_check CHECK (status IN ('asked', 'posted', 'refused', 'void'))
);
CREATE INDEX expenses_by_day ON expenses (day, id);
CREATE INDEX expenses_by_kind ON expenses (kind, day, id);
CREATE INDEX expenses_by_payee ON expenses (lower(payee) COLLATE "C", day, id);
CREATE INDEX expenses_by_status ON expenses (status, day, id) WHERE (status <> 'posted');
CREATE INDEX expenses_entered_alone ON expenses (made_at) INCLUDE (made_by, payee, amount) WHERE (NOT needs_approval);
CREATE INDEX expenses_paid_from ON expenses (paid_from);
CREATE INDEX expenses_to_sum ON expenses (day, kind) INCLUDE (amount) WHERE (status = 'posted');
CREATE TRIGGER expenses_kept BEFORE DELETE OR UPDATE ON expenses FOR EACH ROW EXECUTE FUNCTION keep_expense();

CREATE TABLE expense_taxes (
  expense_id bigint NOT NULL,
  line smallint NOT NULL,
  name text NOT NULL,
  rate numeric(5, 2) NOT NULL,
  amount numeric(14, 2) NOT NULL,
  is_reclaimed boolean NOT NULL,
  CONSTRAINT expense_taxes_pkey PRIMARY KEY (expense_id, line),
  CONSTRAINT expense_taxes_expense_id_fkey FOREIGN KEY (expense_id) REFERENCES expenses(id),
  CONSTRAINT expense_taxes_amount_check CHECK (amount >= 0),
  CONSTRAINT expense_taxes_line_check CHECK (line >= 1 AND line <= 9)
);
CREATE TRIGGER expense_taxes_kept BEFORE DELETE OR UPDATE ON expense_taxes FOR EACH ROW EXECUTE FUNCTION keep_expense();

-- Papers of journals and expenses. In rows, to be in the backup of what they prove.
CREATE TABLE book_attachments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  subject_kind text COLLATE "C" NOT NULL,
  subject_id bigint NOT NULL,
  name text NOT NULL,
  type text COLLATE "C" NOT NULL,
  size integer NOT NULL,
  "sha256" bytea NOT NULL,
  content bytea NOT NULL,
  added_by bigint NOT NULL,
  added_at timestamptz NOT NULL,
  CONSTRAINT book_attachments_pkey PRIMARY KEY (id),
  CONSTRAINT book_attachments_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  CONSTRAINT book_attachments_check CHECK (size = length(content)),
  CONSTRAINT book_attachments_name_check CHECK (name <> ''),
  CONSTRAINT book_attachments_sha256_check CHECK (length(sha256) = 32),
  CONSTRAINT book_attachments_size_check CHECK (size > 0),
  CONSTRAINT book_attachments_subject_kind_check CHECK (subject_kind IN ('journal', 'expense')),
  CONSTRAINT book_attachments_type_check CHECK (type IN ('application/pdf', 'image/jpeg'))
);
CREATE INDEX book_attachments_of ON book_attachments (subject_kind, subject_id, id);
CREATE TRIGGER book_attachments_kept BEFORE DELETE OR UPDATE ON book_attachments FOR EACH ROW EXECUTE FUNCTION keep_attachment();
CREATE TRIGGER book_attachments_not_truncated BEFORE TRUNCATE ON book_attachments FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate_of_papers();

CREATE TABLE book_archives (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  year smallint NOT NULL,
  is_masked boolean NOT NULL,
  first_entry bigint NOT NULL,
  last_entry bigint NOT NULL,
  asked_by bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  job_id bigint NOT NULL,
  made_at timestamptz,
  CONSTRAINT book_archives_pkey PRIMARY KEY (id),
  CONSTRAINT book_archives_year_is_masked_key UNIQUE (year, is_masked),
  CONSTRAINT book_archives_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id),
  CONSTRAINT book_archives_check CHECK (last_entry >= first_entry),
  CONSTRAINT book_archives_year_check CHECK (year >= 2000 AND year <= 2200)
);
CREATE INDEX book_archives_asked ON book_archives (asked_at);

CREATE TABLE book_archive_pieces (
  archive_id bigint NOT NULL,
  place integer NOT NULL,
  file text COLLATE "C" NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT book_archive_pieces_pkey PRIMARY KEY (archive_id, place),
  CONSTRAINT book_archive_pieces_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES book_archives(id) ON DELETE CASCADE
);

CREATE TABLE denominations (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  denomination text NOT NULL,
  value numeric(8, 2) NOT NULL,
  kind text COLLATE "C" NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  CONSTRAINT denominations_pkey PRIMARY KEY (id),
  CONSTRAINT denominations_denomination_key UNIQUE (denomination),
  CONSTRAINT denominations_denomination_check CHECK (denomination = upper(denomination) AND denomination <> ''),
  CONSTRAINT denominations_kind_check CHECK (kind IN ('note', 'coin')),
  CONSTRAINT denominations_value_check CHECK (value > 0)
);
CREATE UNIQUE INDEX denominations_name ON denominations (replace(denomination, ' ', ''));

CREATE TABLE cash_ups (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  number text COLLATE "C" NOT NULL,
  clerk_id bigint NOT NULL,
  day date NOT NULL,
  since date,
  status text COLLATE "C" NOT NULL,
  status_reason text,
  attempt smallint DEFAULT 1 NOT NULL,
  expected numeric(14, 2) NOT NULL,
  counted numeric(14, 2) NOT NULL,
  head_entry bigint NOT NULL,
  handed_in_at timestamptz NOT NULL,
  agreed_by bigint,
  agreed_at timestamptz,
  is_alone boolean DEFAULT false NOT NULL,
  CONSTRAINT cash_ups_pkey PRIMARY KEY (id),
  CONSTRAINT cash_ups_clerk_id_day_key UNIQUE (clerk_id, day),
  CONSTRAINT cash_ups_number_key UNIQUE (number),
  CONSTRAINT cash_ups_agreed_by_fkey FOREIGN KEY (agreed_by) REFERENCES accounts(id),
  CONSTRAINT cash_ups_clerk_id_fkey FOREIGN KEY (clerk_id) REFERENCES accounts(id),
  CONSTRAINT cash_ups_attempt_check CHECK (attempt > 0),
  CONSTRAINT cash_ups_check CHECK (since <= day),
  CONSTRAINT cash_ups_check1 CHECK ((agreed_by IS NULL) = (agreed_at IS NULL)),
  CONSTRAINT cash_ups_check2 CHECK (agreed_by IS NULL OR status = 'closed'),
  CONSTRAINT cash_ups_check3 CHECK (status <> 'closed' OR agreed_by IS NOT NULL OR attempt = 1 AND expected = counted),
  CONSTRAINT cash_ups_counted_check CHECK (counted >= 0),
  CONSTRAINT cash_ups_status_check CHECK (status IN ('asked', 'refused', 'closed'))
);
CREATE INDEX cash_ups_by_count ON cash_ups (handed_in_at) INCLUDE (counted, expected);
CREATE INDEX cash_ups_by_day ON cash_ups (day, id);
CREATE INDEX cash_ups_waiting ON cash_ups (status, day, id) WHERE (status <> 'closed');
CREATE TRIGGER cash_ups_kept BEFORE UPDATE ON cash_ups FOR EACH ROW EXECUTE FUNCTION keep_cash_up();
CREATE TRIGGER cash_ups_not_removed BEFORE DELETE OR TRUNCATE ON cash_ups FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_count();

CREATE TABLE cash_up_counts (
  cash_up_id bigint NOT NULL,
  attempt smallint NOT NULL,
  handed_in_at timestamptz NOT NULL,
  reason text,
  expected numeric(14, 2) NOT NULL,
  counted numeric(14, 2) NOT NULL,
  head_entry bigint NOT NULL,
  head_hash bytea NOT NULL,
  CONSTRAINT cash_up_counts_pkey PRIMARY KEY (cash_up_id, attempt),
  CONSTRAINT cash_up_counts_cash_up_id_fkey FOREIGN KEY (cash_up_id) REFERENCES cash_ups(id),
  CONSTRAINT cash_up_counts_attempt_check CHECK (attempt > 0),
  CONSTRAINT cash_up_counts_check CHECK ((attempt = 1) = (reason IS NULL)),
  CONSTRAINT cash_up_counts_counted_check CHECK (counted >= 0)
);
CREATE TRIGGER cash_up_counts_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON cash_up_counts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_count();

CREATE TABLE cash_up_pieces (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  cash_up_id bigint NOT NULL,
  attempt smallint NOT NULL,
  denomination_id bigint NOT NULL,
  pieces integer NOT NULL,
  CONSTRAINT cash_up_pieces_pkey PRIMARY KEY (id),
  CONSTRAINT cash_up_pieces_cash_up_id_attempt_denomination_id_key UNIQUE (cash_up_id, attempt, denomination_id),
  CONSTRAINT cash_up_pieces_cash_up_id_attempt_fkey FOREIGN KEY (cash_up_id, attempt) REFERENCES cash_up_counts(cash_up_id, attempt),
  CONSTRAINT cash_up_pieces_denomination FOREIGN KEY (denomination_id) REFERENCES denominations(id),
  CONSTRAINT cash_up_pieces_pieces_check CHECK (pieces > 0)
);
CREATE INDEX cash_up_pieces_of ON cash_up_pieces (denomination_id);
CREATE TRIGGER cash_up_pieces_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON cash_up_pieces FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_count();

CREATE TABLE reconciliations (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account text COLLATE "C" NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  lines integer NOT NULL,
  made_by bigint NOT NULL,
  made_at timestamptz NOT NULL,
  undone_by bigint,
  undone_at timestamptz,
  undo_reason text,
  CONSTRAINT reconciliations_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliations_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(code),
  CONSTRAINT reconciliations_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  CONSTRAINT reconciliations_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES accounts(id),
  CONSTRAINT reconciliations_check CHECK (to_day >= from_day),
  CONSTRAINT reconciliations_check1 CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
  CONSTRAINT reconciliations_check2 CHECK ((undone_at IS NULL) = (undo_reason IS NULL)),
  CONSTRAINT reconciliations_lines_check CHECK (lines > 0)
);
CREATE INDEX reconciliations_by_time ON reconciliations (made_at, id);

CREATE TABLE book_line_matches (
  entry bigint NOT NULL,
  line smallint NOT NULL,
  account text COLLATE "C" NOT NULL,
  day date NOT NULL,
  statement_import bigint NOT NULL,
  statement_line integer NOT NULL,
  stated_day date NOT NULL,
  stated_text text NOT NULL,
  matched_by bigint,
  matched_at timestamptz NOT NULL,
  reconciliation_id bigint,
  CONSTRAINT book_line_matches_pkey PRIMARY KEY (entry, line),
  CONSTRAINT book_line_matches_statement_import_statement_line_key UNIQUE (statement_import, statement_line),
  CONSTRAINT book_line_matches_entry_line_fkey FOREIGN KEY (entry, line) REFERENCES ledger_postings(entry, line),
  CONSTRAINT book_line_matches_matched_by_fkey FOREIGN KEY (matched_by) REFERENCES accounts(id),
  CONSTRAINT book_line_matches_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(id)
);
CREATE INDEX book_line_matches_free ON book_line_matches (account, day) WHERE (reconciliation_id IS NULL);
CREATE INDEX book_line_matches_reconciled ON book_line_matches (reconciliation_id) WHERE (reconciliation_id IS NOT NULL);
CREATE TRIGGER book_line_matches_kept BEFORE DELETE OR UPDATE ON book_line_matches FOR EACH ROW EXECUTE FUNCTION keep_reconciled();

-- == reports ==

CREATE TABLE book_checks (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  begun_at timestamptz NOT NULL,
  -- Null while it goes on.
  ended_at timestamptz,
  -- The account of the person who asked for it; null for the nightly one.
  asked_by bigint,
  -- Payments and entries looked at so far.
  records bigint DEFAULT 0 NOT NULL,
  difference_count bigint DEFAULT 0 NOT NULL,
  -- The first differences, in sentences.
  differences jsonb DEFAULT '[]'::jsonb NOT NULL,
  postings bigint DEFAULT 0 NOT NULL,
  -- Asked for on the server: npm run books:check.
  by_command boolean DEFAULT false NOT NULL,
  -- The entry up to which the chain was looked through.
  last_entry bigint,
  last_hash bytea,
  -- The chain of entries held, whatever else differed, so that its last hash is held against later
  -- ones.
  is_chain_proved boolean DEFAULT false NOT NULL,
  -- Hands up to the last one; null where fewer were left than an earlier check had found.
  hand_count bigint,
  last_hand bigint,
  alone_count bigint,
  last_alone bigint,
  CONSTRAINT book_checks_pkey PRIMARY KEY (id),
  CONSTRAINT book_checks_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id),
  CONSTRAINT book_checks_check CHECK ((last_entry IS NULL) = (last_hash IS NULL)),
  CONSTRAINT book_checks_check1 CHECK (NOT by_command OR asked_by IS NULL)
);
CREATE INDEX book_checks_begun ON book_checks (begun_at, id);

-- The owner’s evening messages. Written once, and never changed.
CREATE TABLE owner_messages (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  day date NOT NULL,
  text text NOT NULL,
  last_entry bigint NOT NULL,
  last_hash bytea NOT NULL,
  phones smallint NOT NULL,
  mails smallint NOT NULL,
  sent_at timestamptz NOT NULL,
  CONSTRAINT owner_messages_pkey PRIMARY KEY (id),
  CONSTRAINT owner_messages_day_key UNIQUE (day),
  CONSTRAINT owner_messages_last_entry_check CHECK (last_entry >= 0),
  CONSTRAINT owner_messages_last_hash_check CHECK (length(last_hash) = 32),
  CONSTRAINT owner_messages_mails_check CHECK (mails >= 0),
  CONSTRAINT owner_messages_phones_check CHECK (phones >= 0),
  CONSTRAINT owner_messages_text_check CHECK (text <> '')
);
CREATE TRIGGER owner_messages_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON owner_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_told();

-- Recipients of the owner’s message of a day.
CREATE TABLE owner_message_copies (
  message_id bigint NOT NULL,
  recipient text NOT NULL,
  outbox_id bigint,
  CONSTRAINT owner_message_copies_pkey PRIMARY KEY (message_id, recipient),
  CONSTRAINT owner_message_copies_message_id_fkey FOREIGN KEY (message_id) REFERENCES owner_messages(id),
  CONSTRAINT owner_message_copies_recipient_check CHECK (recipient <> '')
);

-- When backups were made, and opened and read in full. A copy does not have its own.
CREATE TABLE backups (
  made_at timestamptz NOT NULL,
  -- A copy in a folder, which was opened at once; a base in the place of backups; a base that was
  -- opened, by the moment of its last change.
  kind text DEFAULT 'folder' NOT NULL,
  CONSTRAINT backups_pkey PRIMARY KEY (made_at),
  CONSTRAINT backups_kind CHECK (kind IN ('folder', 'base', 'opened'))
);

-- == messages ==

CREATE TABLE contact_messages (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  -- The reference that the sender quotes: `CM-` and six characters.
  reference text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  received_at timestamptz NOT NULL,
  status text COLLATE "C" DEFAULT 'new' NOT NULL,
  status_reason text,
  -- The state before it was marked as spam; undoing returns to it.
  status_before text COLLATE "C",
  assigned_to bigint,
  assigned_at timestamptz,
  replied_at timestamptz,
  closed_at timestamptz,
  driver_id bigint,
  -- 0 for new messages; higher for those that wait less urgently.
  state_rank smallint GENERATED ALWAYS AS (
CASE status
    WHEN 'new' THEN 0
    WHEN 'assigned' THEN 1
    WHEN 'replied' THEN 2
    WHEN 'closed' THEN 3
    ELSE 4
END) STORED NOT NULL,
  words tsvector GENERATED ALWAYS AS (to_tsvector('simple', regexp_replace((((((((reference || ' ') || name) || ' ') || email) || ' ') || subject) || ' ') || message, '[^[:alnum:]]+', ' ', 'g'))) STORED NOT NULL,
  -- The account of a sender who was signed in.
  account_id bigint,
  -- The sender’s number in E.164 form, where the product knows it.
  contact_number text,
  -- True where a signed-in tenant sent it.
  is_tenants boolean DEFAULT false NOT NULL,
  -- True where a driver sent it to the company's number by text message.
  is_text boolean DEFAULT false NOT NULL,
  CONSTRAINT contact_messages_pkey PRIMARY KEY (id),
  CONSTRAINT contact_messages_reference_key UNIQUE (reference),
  CONSTRAINT contact_messages_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT contact_messages_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES accounts(id),
  CONSTRAINT contact_messages_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id) ON DELETE SET NULL,
  CONSTRAINT contact_messages_answerable CHECK (email <> '' OR contact_number IS NOT NULL),
  CONSTRAINT contact_messages_assigned CHECK ((assigned_to IS NULL) = (assigned_at IS NULL)),
  CONSTRAINT contact_messages_closed CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CONSTRAINT contact_messages_message_check CHECK (message <> ''),
  CONSTRAINT contact_messages_name_check CHECK (name <> ''),
  CONSTRAINT contact_messages_of_somebody CHECK (status <> 'assigned' OR assigned_to IS NOT NULL),
  CONSTRAINT contact_messages_replied CHECK (status <> 'replied' OR replied_at IS NOT NULL),
  CONSTRAINT contact_messages_spam CHECK ((status = 'spam') = (status_before IS NOT NULL)),
  CONSTRAINT contact_messages_status_before_check CHECK (status_before IN ('new', 'assigned', 'replied')),
  CONSTRAINT contact_messages_status_check CHECK (status IN ('new', 'assigned', 'replied', 'closed', 'spam')),
  CONSTRAINT contact_messages_status_reason_check CHECK (status_reason <> ''),
  CONSTRAINT contact_messages_subject_check CHECK (subject <> '')
);
CREATE INDEX contact_messages_new ON contact_messages (id) WHERE (status = 'new');
CREATE INDEX contact_messages_new_of_tenants ON contact_messages (id) WHERE (is_tenants AND (status = 'new'));
CREATE INDEX contact_messages_of_account ON contact_messages (account_id, id) WHERE (account_id IS NOT NULL);
CREATE INDEX contact_messages_of_driver ON contact_messages (driver_id, id) WHERE (driver_id IS NOT NULL);
CREATE INDEX contact_messages_of_person ON contact_messages (assigned_to, state_rank, received_at, id) WHERE (assigned_to IS NOT NULL);
CREATE INDEX contact_messages_received_at ON contact_messages (received_at, id);
CREATE INDEX contact_messages_received_of_tenants ON contact_messages (received_at, id) WHERE is_tenants;
CREATE INDEX contact_messages_replied_at ON contact_messages (replied_at) WHERE (replied_at IS NOT NULL);
CREATE INDEX contact_messages_state ON contact_messages (state_rank, received_at, id);
CREATE INDEX contact_messages_state_of_tenants ON contact_messages (state_rank, received_at, id) WHERE is_tenants;
CREATE INDEX contact_messages_texts ON contact_messages (received_at DESC, id DESC) WHERE (is_text AND (status = 'new'));
CREATE INDEX contact_messages_words ON contact_messages USING gin (words) WITH (fastupdate=off);
CREATE INDEX contact_messages_words_of_tenants ON contact_messages USING gin (words) WITH (fastupdate=off) WHERE is_tenants;
CREATE TRIGGER contact_messages_live AFTER INSERT OR DELETE OR UPDATE ON contact_messages FOR EACH STATEMENT EXECUTE FUNCTION tell_live('contact_messages');
CREATE TRIGGER contact_messages_live_of_tenants AFTER INSERT OR UPDATE ON contact_messages FOR EACH ROW WHEN (new.is_tenants) EXECUTE FUNCTION tell_live('land_responses');

CREATE TABLE contact_entries (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  message_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  body text NOT NULL,
  written_by bigint NOT NULL,
  written_at timestamptz NOT NULL,
  -- The mail or text message of a reply, while the outbox has it.
  outbox_id bigint,
  -- The number of a text message or of WhatsApp, in E.164 form.
  sent_to text COLLATE "C",
  -- When staff said that this answer was never given.
  undone_at timestamptz,
  CONSTRAINT contact_entries_pkey PRIMARY KEY (id),
  CONSTRAINT contact_entries_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id),
  CONSTRAINT contact_entries_outbox_id_fkey FOREIGN KEY (outbox_id) REFERENCES outbox_messages(id) ON DELETE SET NULL,
  CONSTRAINT contact_entries_written_by_fkey FOREIGN KEY (written_by) REFERENCES accounts(id),
  CONSTRAINT contact_entries_body_check CHECK (body <> ''),
  CONSTRAINT contact_entries_kind_check CHECK (kind IN ('reply', 'text', 'whatsapp', 'answered', 'note')),
  CONSTRAINT contact_entries_outbox_check CHECK (outbox_id IS NULL OR (kind IN ('reply', 'text'))),
  CONSTRAINT contact_entries_sent_to_check CHECK ((sent_to IS NOT NULL) = (kind IN ('text', 'whatsapp'))),
  CONSTRAINT contact_entries_undone_check CHECK (undone_at IS NULL OR (kind IN ('whatsapp', 'answered')))
);
CREATE INDEX contact_entries_of_mail ON contact_entries (outbox_id) WHERE (outbox_id IS NOT NULL);
CREATE INDEX contact_entries_of_message ON contact_entries (message_id, id);

CREATE TABLE outbox_messages (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  channel text NOT NULL,
  -- An e-mail address, or a phone number in E.164 form.
  recipient text NOT NULL,
  subject text DEFAULT '' NOT NULL,
  -- Empty once the message is sent or has expired.
  body text NOT NULL,
  status text DEFAULT 'waiting' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  error text DEFAULT '' NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  sent_at timestamptz,
  -- 0 for mail and for codes of people who are known, 1 for other texts, 2 for those that can wait.
  priority smallint DEFAULT 0 NOT NULL,
  -- The service's own name for a message that it took.
  service_id text DEFAULT '' NOT NULL,
  status_reason text,
  -- The driver whose first payment sends a welcome that is held.
  held_for bigint,
  CONSTRAINT outbox_messages_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_messages_held_for_fkey FOREIGN KEY (held_for) REFERENCES drivers(id),
  CONSTRAINT outbox_messages_channel_check CHECK (channel IN ('mail', 'sms')),
  CONSTRAINT outbox_messages_check CHECK (status <> 'held' OR held_for IS NOT NULL),
  CONSTRAINT outbox_messages_priority_check CHECK (priority IN ('-1'::integer, 0, 1, 2)),
  CONSTRAINT outbox_messages_status_check CHECK (status IN ('waiting', 'held', 'sent', 'failed', 'expired'))
);
CREATE INDEX outbox_messages_channel ON outbox_messages (channel, id);
CREATE INDEX outbox_messages_created_at ON outbox_messages (created_at);
CREATE INDEX outbox_messages_due ON outbox_messages (channel, priority, next_attempt_at, id) WHERE (status = 'waiting');
CREATE INDEX outbox_messages_held_for ON outbox_messages (held_for) WHERE (held_for IS NOT NULL);
CREATE INDEX outbox_messages_of_status ON outbox_messages (status, id);
CREATE INDEX outbox_messages_open ON outbox_messages (expires_at) WHERE (status IN ('waiting', 'held', 'failed'));
CREATE INDEX outbox_messages_recipient ON outbox_messages (recipient, next_attempt_at);
CREATE INDEX outbox_messages_sent ON outbox_messages (channel, sent_at) WHERE (status = 'sent');
CREATE INDEX outbox_messages_status ON outbox_messages (channel, status, id);

-- The company's own words of text messages.
CREATE TABLE message_templates (
  key text COLLATE "C" NOT NULL,
  words text NOT NULL,
  changed_by bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT message_templates_pkey PRIMARY KEY (key),
  CONSTRAINT message_templates_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  CONSTRAINT message_templates_words_check CHECK (words <> '')
);

-- One row. `texts_per_day` is null where the server's limit holds.
CREATE TABLE message_sending (
  id bigint NOT NULL,
  status text COLLATE "C" DEFAULT 'running' NOT NULL,
  status_reason text,
  stopped_by bigint,
  stopped_at timestamptz,
  texts_per_day integer,
  -- The day for which staff released the welcomes that were held.
  welcomes_released_on date,
  CONSTRAINT message_sending_pkey PRIMARY KEY (id),
  CONSTRAINT message_sending_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES accounts(id),
  CONSTRAINT message_sending_check CHECK ((status = 'running') = (stopped_by IS NULL) AND (status = 'running') = (stopped_at IS NULL)),
  CONSTRAINT message_sending_check1 CHECK ((status = 'running') = (status_reason IS NULL)),
  CONSTRAINT message_sending_id_check CHECK (id = 1),
  CONSTRAINT message_sending_status_check CHECK (status IN ('running', 'texts_stopped', 'all_stopped')),
  CONSTRAINT message_sending_status_reason_check CHECK (status_reason <> ''),
  CONSTRAINT message_sending_texts_per_day_check CHECK (texts_per_day > 0)
);

-- == lookups ==

CREATE TABLE nationalities (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  nationality text NOT NULL,
  CONSTRAINT nationalities_pkey PRIMARY KEY (id),
  CONSTRAINT nationalities_nationality_key UNIQUE (nationality),
  CONSTRAINT nationalities_nationality_check CHECK (nationality = upper(nationality) AND nationality <> '')
);
CREATE UNIQUE INDEX nationalities_name ON nationalities (replace(nationality, ' ', ''));

CREATE TABLE identifications (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  identification text NOT NULL,
  number_mask text,
  CONSTRAINT identifications_pkey PRIMARY KEY (id),
  CONSTRAINT identifications_identification_key UNIQUE (identification),
  CONSTRAINT identifications_identification_check CHECK (identification = upper(identification) AND identification <> ''),
  CONSTRAINT identifications_number_mask_check CHECK (number_mask <> '' AND number_mask = upper(number_mask))
);
CREATE UNIQUE INDEX identifications_name ON identifications (replace(identification, ' ', ''));

CREATE TABLE relationships (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  relationship text NOT NULL,
  CONSTRAINT relationships_pkey PRIMARY KEY (id),
  CONSTRAINT relationships_relationship_key UNIQUE (relationship),
  CONSTRAINT relationships_relationship_check CHECK (relationship = upper(relationship) AND relationship <> '')
);
CREATE UNIQUE INDEX relationships_name ON relationships (replace(relationship, ' ', ''));

CREATE TABLE banks (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  bank text NOT NULL,
  CONSTRAINT banks_pkey PRIMARY KEY (id),
  CONSTRAINT banks_bank_key UNIQUE (bank),
  CONSTRAINT banks_bank_check CHECK (bank = upper(bank) AND bank <> '')
);
CREATE UNIQUE INDEX banks_name ON banks (replace(bank, ' ', ''));

CREATE TABLE titles (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  title text NOT NULL,
  CONSTRAINT titles_pkey PRIMARY KEY (id),
  CONSTRAINT titles_title_key UNIQUE (title),
  CONSTRAINT titles_title_check CHECK (title = upper(title) AND title <> '')
);
CREATE UNIQUE INDEX titles_name ON titles (replace(title, ' ', ''));

CREATE TABLE paths (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  path text NOT NULL,
  CONSTRAINT paths_pkey PRIMARY KEY (id),
  CONSTRAINT paths_path_key UNIQUE (path),
  CONSTRAINT paths_path_check CHECK (path = upper(path) AND path <> '')
);
CREATE UNIQUE INDEX paths_name ON paths (replace(path, ' ', ''));
CREATE TRIGGER paths_revision AFTER UPDATE ON paths FOR EACH STATEMENT EXECUTE FUNCTION note_fence_revision();

CREATE TABLE stops (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  stop text NOT NULL,
  gps_address text,
  CONSTRAINT stops_pkey PRIMARY KEY (id),
  CONSTRAINT stops_stop_key UNIQUE (stop),
  CONSTRAINT stops_gps_address_check CHECK (gps_address <> ''),
  CONSTRAINT stops_stop_check CHECK (stop = upper(stop) AND stop <> '')
);
CREATE UNIQUE INDEX stops_name ON stops (replace(stop, ' ', ''));
CREATE TRIGGER stops_revision AFTER UPDATE ON stops FOR EACH STATEMENT EXECUTE FUNCTION note_fence_revision();

CREATE TABLE reference_seeds (
  list text NOT NULL,
  item text NOT NULL,
  CONSTRAINT reference_seeds_pkey PRIMARY KEY (list, item)
);

-- == site ==

CREATE TABLE settings (
  name text NOT NULL,
  value jsonb NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (name)
);

-- == audit ==

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamptz NOT NULL,
  actor_id bigint,
  actor text NOT NULL,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  subject text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES accounts(id)
);
CREATE INDEX audit_log_action ON audit_log (action, at, id);
CREATE INDEX audit_log_actor ON audit_log (actor, at, id);
CREATE INDEX audit_log_actor_action ON audit_log (actor, action, at, id);
CREATE INDEX audit_log_at ON audit_log (at, id);
CREATE INDEX audit_log_by_people ON audit_log (at, id) WHERE (actor <> 'the server');
CREATE INDEX audit_log_by_people_action ON audit_log (action, at, id) WHERE (actor <> 'the server');
CREATE INDEX audit_log_subject ON audit_log (subject_kind, subject_id, at, id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();

-- == approvals ==

CREATE TABLE approvals (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  input jsonb NOT NULL,
  changes jsonb NOT NULL,
  reason text,
  status text COLLATE "C" DEFAULT 'asked' NOT NULL,
  status_reason text,
  asked_by bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  decided_by bigint,
  decided_at timestamptz,
  is_alone boolean DEFAULT false NOT NULL,
  state_rank smallint GENERATED ALWAYS AS (
CASE status
    WHEN 'asked' THEN 1
    ELSE 0
END) STORED NOT NULL,
  CONSTRAINT approvals_pkey PRIMARY KEY (id),
  CONSTRAINT approvals_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES accounts(id),
  CONSTRAINT approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  CONSTRAINT approvals_check CHECK ((status = 'asked') = (decided_at IS NULL)),
  CONSTRAINT approvals_check1 CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CONSTRAINT approvals_check2 CHECK ((status IN ('refused', 'stale')) = (status_reason IS NOT NULL)),
  CONSTRAINT approvals_check3 CHECK (NOT is_alone OR status = 'approved'),
  CONSTRAINT approvals_kind_check CHECK (kind <> ''),
  CONSTRAINT approvals_reason_check CHECK (reason <> ''),
  CONSTRAINT approvals_status_check CHECK (status IN ('asked', 'approved', 'refused', 'withdrawn', 'stale')),
  CONSTRAINT approvals_status_reason_check CHECK (status_reason <> ''),
  CONSTRAINT approvals_subject_check CHECK (subject <> ''),
  CONSTRAINT approvals_subject_id_check CHECK (subject_id <> '')
);
CREATE INDEX approvals_asked_at ON approvals (asked_at, id);
CREATE INDEX approvals_of_asker ON approvals (asked_by, id);
CREATE INDEX approvals_state ON approvals (state_rank, asked_at, id);
CREATE UNIQUE INDEX approvals_waiting ON approvals (kind, subject_id) WHERE (status = 'asked');
CREATE TRIGGER approvals_live AFTER INSERT OR UPDATE OF status ON approvals FOR EACH STATEMENT EXECUTE FUNCTION tell_live('approvals');

CREATE TABLE hands (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id bigint NOT NULL,
  subject_kind text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  what text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT hands_pkey PRIMARY KEY (id),
  CONSTRAINT hands_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT hands_subject_id_check CHECK (subject_id <> ''),
  CONSTRAINT hands_subject_kind_check CHECK (subject_kind <> ''),
  CONSTRAINT hands_what_check CHECK (what <> '')
);
CREATE INDEX hands_on ON hands (subject_kind, subject_id, id);
CREATE INDEX hands_on_people ON hands (at) WHERE (subject_kind IN ('user', 'permission'));

CREATE TABLE alone_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account_id bigint NOT NULL,
  action text COLLATE "C" NOT NULL,
  subject_kind text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT alone_decisions_pkey PRIMARY KEY (id),
  CONSTRAINT alone_decisions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT alone_decisions_action_check CHECK (action <> ''),
  CONSTRAINT alone_decisions_subject_check CHECK (subject <> ''),
  CONSTRAINT alone_decisions_subject_id_check CHECK (subject_id <> ''),
  CONSTRAINT alone_decisions_subject_kind_check CHECK (subject_kind <> '')
);
CREATE INDEX alone_decisions_at ON alone_decisions (at, id);

-- == files ==

CREATE TABLE unowned_files (
  -- The file's key in the store.
  key text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL,
  -- No record may take the file any more: the sweep deletes it.
  is_released boolean NOT NULL,
  CONSTRAINT unowned_files_pkey PRIMARY KEY (key),
  CONSTRAINT unowned_files_key_check CHECK (key <> '')
);
CREATE INDEX unowned_files_since ON unowned_files (since, key);

-- == jobs ==

CREATE TABLE jobs (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Milliseconds, of a recurring job.
  every_ms bigint,
  input jsonb DEFAULT '{}'::jsonb NOT NULL,
  status text DEFAULT 'waiting' NOT NULL,
  due_at timestamptz NOT NULL,
  -- Made anew whenever a server takes the job: one that lost its hold changes nothing more.
  hold uuid,
  attempts integer DEFAULT 0 NOT NULL,
  position jsonb,
  done integer DEFAULT 0 NOT NULL,
  total integer,
  note text DEFAULT '' NOT NULL,
  failure text DEFAULT '' NOT NULL,
  created_at timestamptz NOT NULL,
  begun_at timestamptz,
  ended_at timestamptz,
  -- The account that queued it; null for the server's own jobs.
  queued_by bigint,
  -- The number of the server that holds it; null where the others could not see whether it lived.
  server integer,
  CONSTRAINT jobs_pkey PRIMARY KEY (id),
  CONSTRAINT jobs_queued_by_fkey FOREIGN KEY (queued_by) REFERENCES accounts(id),
  CONSTRAINT jobs_attempts_check CHECK (attempts >= 0),
  CONSTRAINT jobs_check CHECK ((status = 'running') = (hold IS NOT NULL)),
  CONSTRAINT jobs_check1 CHECK ((status IN ('done', 'failed', 'cancelled')) = (ended_at IS NOT NULL)),
  CONSTRAINT jobs_check2 CHECK (server IS NULL OR status = 'running'),
  CONSTRAINT jobs_done_check CHECK (done >= 0),
  CONSTRAINT jobs_every_ms_check CHECK (every_ms > 0),
  CONSTRAINT jobs_name_check CHECK (name <> ''),
  CONSTRAINT jobs_recurring_without_author CHECK (every_ms IS NULL OR queued_by IS NULL),
  CONSTRAINT jobs_status_check CHECK (status IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  CONSTRAINT jobs_total_check CHECK (total >= 0)
);
CREATE INDEX jobs_due ON jobs (due_at, id) WHERE (status IN ('waiting', 'running'));
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX jobs_failed ON jobs (begun_at, id) WHERE ((status = 'failed') OR ((every_ms IS NOT NULL) AND (failure <> '')));
CREATE UNIQUE INDEX jobs_hold ON jobs (hold) WHERE (hold IS NOT NULL);
CREATE UNIQUE INDEX jobs_recurring ON jobs (name) WHERE (every_ms IS NOT NULL);
CREATE TRIGGER jobs_live_changed AFTER UPDATE ON jobs FOR EACH ROW WHEN (old.failure <> new.failure OR new.every_ms IS NULL AND (old.status IS DISTINCT FROM new.status OR old.done IS DISTINCT FROM new.done OR old.note IS DISTINCT FROM new.note)) EXECUTE FUNCTION tell_live('jobs');
CREATE TRIGGER jobs_live_queued AFTER INSERT ON jobs FOR EACH ROW WHEN (new.every_ms IS NULL) EXECUTE FUNCTION tell_live('jobs');

-- One row at most.
CREATE TABLE server_clock (
  is_only boolean DEFAULT true NOT NULL,
  seen_at timestamptz NOT NULL,
  ahead_at timestamptz,
  behind_since timestamptz,
  CONSTRAINT server_clock_pkey PRIMARY KEY (is_only),
  CONSTRAINT server_clock_is_only_check CHECK (is_only)
);

-- == live ==

-- Written by triggers alone.
CREATE UNLOGGED TABLE live_events (
  -- The transaction's number, as text.
  xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  topic text COLLATE "C" NOT NULL,
  at timestamptz DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT live_events_pkey PRIMARY KEY (xid, id),
  CONSTRAINT live_events_topic_check CHECK (topic <> '')
) WITH (autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0);
CREATE INDEX live_events_at ON live_events USING brin (at);

-- == totals ==

-- Triggers on the counted tables append changes to `total_deltas`; a job folds them into these.
CREATE TABLE totals (
  -- `drivers`, `payments:cleared`.
  measure text COLLATE "C" NOT NULL,
  -- A payment type's code; empty for the total of all keys.
  key text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL,
  -- `all`, `2026-11` or `2026-11-20`.
  period text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  amount numeric(20, 2) NOT NULL,
  CONSTRAINT totals_pkey PRIMARY KEY (measure, key, grain, period),
  CONSTRAINT totals_grain_check CHECK (grain IN ('all', 'month', 'day'))
) WITH (fillfactor=50);

CREATE TABLE total_deltas (
  measure text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  day date NOT NULL,
  count bigint NOT NULL,
  amount numeric(20, 2) NOT NULL,
  CONSTRAINT total_deltas_key CHECK (key <> '')
) WITH (autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0);

-- SQL expressions over a row of `source`. Migrations alone write them.
CREATE TABLE total_definitions (
  name text COLLATE "C" NOT NULL,
  source text NOT NULL,
  measure text NOT NULL,
  key text NOT NULL,
  day text NOT NULL,
  amount text NOT NULL,
  condition text NOT NULL,
  -- A JOIN behind the table's rows; empty where a row says all.
  joined text DEFAULT '' NOT NULL,
  CONSTRAINT total_definitions_pkey PRIMARY KEY (name)
);

-- == idempotency ==

CREATE TABLE idempotency_keys (
  endpoint text NOT NULL,
  -- SHA-256 of the request's key, in hex.
  key text NOT NULL,
  -- The first answer, sealed with the request's key; null only within the transaction that makes
  -- it.
  answer jsonb,
  created_at timestamptz DEFAULT now() NOT NULL,
  -- SHA-256 of the request's body, in hex.
  body_hash text NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (endpoint, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- == limits ==

CREATE UNLOGGED TABLE limit_counts (
  -- The limit's name.
  name text COLLATE "C" NOT NULL,
  -- SHA-256 of the counted subject, in hex.
  subject text COLLATE "C" NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  count integer NOT NULL,
  CONSTRAINT limit_counts_pkey PRIMARY KEY (name, subject, starts_at)
);
CREATE INDEX limit_counts_ends_at ON limit_counts (ends_at);

-- == database ==

-- One row, made by its migration.
CREATE TABLE database_identity (
  single boolean DEFAULT true NOT NULL,
  id uuid NOT NULL,
  is_older boolean NOT NULL,
  -- True once a server has run on it with secrets.
  has_secrets boolean DEFAULT false NOT NULL,
  -- The number of files that were missing when a person chose to go on without them.
  files_given_up bigint DEFAULT 0 NOT NULL,
  CONSTRAINT database_identity_pkey PRIMARY KEY (single),
  CONSTRAINT database_identity_files_given_up_check CHECK (files_given_up >= 0),
  CONSTRAINT database_identity_single_check CHECK (single)
);

-- == views ==

CREATE VIEW driver_records AS
 SELECT drivers.id,
    drivers.account_id,
    drivers.driver_code,
    drivers.first_name,
    drivers.middle_name,
    drivers.last_name,
    drivers.car_number,
    drivers.car_key,
    drivers.mobile_number,
    drivers.gps_address,
    drivers.registered_at,
    drivers.registered_on,
    drivers.removed_at,
    drivers.unpaid_since,
    drivers.removal_reason,
    drivers.version,
    drivers.merged_into,
    drivers.person_id,
    drivers.import_id,
    drivers.is_fee_due,
    drivers.document_until,
    drivers.has_photo,
    persons.root_id,
    persons.is_current,
    persons.erased_at,
    persons.gender,
    persons.date_of_birth,
    persons.nationality,
    persons.identification_type,
    persons.id_number,
    persons.id_key,
    persons.date_issued,
    persons.expiry_date,
    persons.marital_status,
    persons.email,
    persons.spouse_mobile_number,
    persons.next_of_kin,
    persons.kin_mobile_number,
    persons.kin_relationship,
    persons.reference_person,
    persons.reference_mobile_number,
    persons.photo
   FROM drivers
     LEFT JOIN persons ON persons.id = drivers.person_id;

CREATE VIEW given_up AS
 SELECT credit_uses.id,
    credit_uses.used_on AS given_up_on,
    credit_uses.waived_as AS kind,
    credit_uses.driver_id,
    NULL::bigint AS tenancy_id,
    NULL::text AS subject,
    credit_uses.type_code,
    credit_uses.payment_year,
    credit_uses.payment_month,
    credit_uses.amount AS credit_used,
    credit_uses.waived AS given_up,
    credit_uses.waiver_reason AS reason,
    credit_uses.asked_by,
    credit_uses.used_by AS approved_by,
    credit_uses.status,
    credit_uses.status_reason
   FROM credit_uses
  WHERE credit_uses.waived_as IS NOT NULL
UNION ALL
 SELECT forgiven.id,
    forgiven.forgiven_on AS given_up_on,
    forgiven.kind,
    forgiven.driver_id,
    forgiven.tenancy_id,
    forgiven.subject,
    NULL::text AS type_code,
    NULL::smallint AS payment_year,
    NULL::smallint AS payment_month,
    NULL::numeric AS credit_used,
    forgiven.amount AS given_up,
    forgiven.reason,
    forgiven.asked_by,
    forgiven.approved_by,
        CASE
            WHEN forgiven.taken_back IS NULL THEN 'used'
            ELSE 'returned'
        END COLLATE "C" AS status,
    forgiven.taken_back AS status_reason
   FROM forgiven;

-- == functions ==

CREATE OR REPLACE FUNCTION audit_log_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'The audit log can only be added to';
END
$function$;

CREATE OR REPLACE FUNCTION block_plot_by_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO plot_caveats (plot_id, kind, suit_number, about, placed_on, placed_by, case_id, order_id)
  SELECT NEW.plot_id, court_orders.kind, suit_number, title, court_orders.day, court_orders.entered_by, NEW.case_id, NEW.order_id
  FROM court_orders JOIN court_cases ON court_cases.id = court_orders.case_id
  WHERE court_orders.id = NEW.order_id AND court_orders.kind IN ('injunction', 'caveat', 'lis_pendens');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION block_plot_of_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM court_cases WHERE id = NEW.case_id AND status = 'pending' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A case that is resolved takes no further plot'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'court_case_plots_open', TABLE = 'court_case_plots';
  END IF;
  INSERT INTO plot_caveats (plot_id, kind, suit_number, about, placed_on, placed_by, case_id)
  SELECT NEW.plot_id, 'court_case', suit_number, title, NEW.added_on, NEW.added_by, id
  FROM court_cases WHERE id = NEW.case_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION check_ledger_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  lines bigint;
  total numeric;
BEGIN
  SELECT count(*), sum(amount) INTO lines, total FROM ledger_postings WHERE entry = NEW.number;
  IF (NEW.kind IN ('paper', 'signed receipt')) <> (lines = 0) OR lines = 1 OR total <> 0 THEN
    RAISE EXCEPTION 'Entry % does not balance', NEW.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced', TABLE = 'ledger_entries';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION check_ledger_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  broken bigint;
BEGIN
  SELECT min(touched.number) INTO broken FROM (SELECT DISTINCT entry AS number FROM new_postings OFFSET 0) AS touched
  CROSS JOIN LATERAL (
    SELECT written, (SELECT hash FROM ledger_entries WHERE number = touched.number - 1) AS last_hash,
      ARRAY(SELECT posting FROM ledger_postings AS posting WHERE posting.entry = touched.number ORDER BY line) AS postings
    FROM ledger_entries AS written WHERE written.number = touched.number OFFSET 0
  ) AS found
  WHERE NOT ledger_entry_fits(written, last_hash, postings);
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'Entry % is not what its hash says', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_hash', TABLE = 'ledger_entries';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION check_receipt_head()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (SELECT number FROM receipt_head) IS DISTINCT FROM last_receipt_number(9223372036854775807) THEN
    RAISE EXCEPTION 'The head of the receipts is not the last number'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'receipt_head_last', TABLE = 'receipt_head';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION check_receipt_numbers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  first_number bigint;
  last_number bigint;
  issued bigint;
BEGIN
  SELECT min(number), max(number), count(*) INTO first_number, last_number, issued FROM new_receipts;
  IF issued > 0 AND (
    last_number - first_number + 1 <> issued
    OR last_number <> (SELECT number FROM receipt_head)
    OR first_number <> 1 + last_receipt_number(first_number - 1)
  ) THEN
    RAISE EXCEPTION 'Receipt % does not follow the one before', first_number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_without_gaps', TABLE = 'receipts';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION check_skipped_receipts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.first <> 1 + last_receipt_number(NEW.first - 1) OR NEW.last <> (SELECT number FROM receipt_head)
    OR EXISTS (SELECT FROM receipts WHERE number BETWEEN NEW.first AND NEW.last)
  THEN
    RAISE EXCEPTION 'The skipped receipts from % on do not follow the last one', NEW.first
      USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_without_gaps', TABLE = 'skipped_numbers';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION count_applications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['applications:' || status]::text[]) AS measure, (kind)::text AS key, (entered_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM new_rows  WHERE true) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['applications:' || status]::text[]) AS measure, (kind)::text AS key, (entered_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM new_rows  WHERE true) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['applications:' || status]::text[]) AS measure, (kind)::text AS key, (entered_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['applications:' || status]::text[]) AS measure, (kind)::text AS key, (entered_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_court_cases()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['court_cases:' || status]::text[]) AS measure, (court)::text AS key, (entered_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM new_rows  WHERE true) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['court_cases:' || status]::text[]) AS measure, (court)::text AS key, (entered_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM new_rows  WHERE true) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['court_cases:' || status]::text[]) AS measure, (court)::text AS key, (entered_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['court_cases:' || status]::text[]) AS measure, (court)::text AS key, (entered_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_drivers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['drivers']::text[]) AS measure, ('current')::text AS key, registered_on AS day, 0 AS amount FROM new_rows  WHERE removed_at IS NULL) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['drivers']::text[]) AS measure, ('current')::text AS key, registered_on AS day, 0 AS amount FROM new_rows  WHERE removed_at IS NULL) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['drivers']::text[]) AS measure, ('current')::text AS key, registered_on AS day, 0 AS amount FROM old_rows  WHERE removed_at IS NULL) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['drivers']::text[]) AS measure, ('current')::text AS key, registered_on AS day, 0 AS amount FROM old_rows  WHERE removed_at IS NULL) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_land_zones_received()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY[CASE WHEN amount > 0 THEN 'land-zone:received' ELSE 'land-zone:returned' END]::text[]) AS measure, (type_code || ' ' || zone)::text AS key, CASE WHEN number <= (SELECT closes_after FROM ledger_head) THEN entry_day
      ELSE reported_on(entry_day, (posted_at AT TIME ZONE 'UTC')::date) END AS day, amount AS amount FROM new_rows CROSS JOIN LATERAL (
      SELECT number, ledger_entries.day AS entry_day, posted_at, type_code, coalesce(zone_id, 0) AS zone
      FROM ledger_entries JOIN payments ON payments.id = subject_id
      WHERE number = entry AND kind = 'payment' AND driver_id IS NULL OFFSET 0
    ) AS paid WHERE account IN ('1000', '1010', '1020', '2010')) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY[CASE WHEN amount > 0 THEN 'land-zone:received' ELSE 'land-zone:returned' END]::text[]) AS measure, (type_code || ' ' || zone)::text AS key, CASE WHEN number <= (SELECT closes_after FROM ledger_head) THEN entry_day
      ELSE reported_on(entry_day, (posted_at AT TIME ZONE 'UTC')::date) END AS day, amount AS amount FROM new_rows CROSS JOIN LATERAL (
      SELECT number, ledger_entries.day AS entry_day, posted_at, type_code, coalesce(zone_id, 0) AS zone
      FROM ledger_entries JOIN payments ON payments.id = subject_id
      WHERE number = entry AND kind = 'payment' AND driver_id IS NULL OFFSET 0
    ) AS paid WHERE account IN ('1000', '1010', '1020', '2010')) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY[CASE WHEN amount > 0 THEN 'land-zone:received' ELSE 'land-zone:returned' END]::text[]) AS measure, (type_code || ' ' || zone)::text AS key, CASE WHEN number <= (SELECT closes_after FROM ledger_head) THEN entry_day
      ELSE reported_on(entry_day, (posted_at AT TIME ZONE 'UTC')::date) END AS day, amount AS amount FROM old_rows CROSS JOIN LATERAL (
      SELECT number, ledger_entries.day AS entry_day, posted_at, type_code, coalesce(zone_id, 0) AS zone
      FROM ledger_entries JOIN payments ON payments.id = subject_id
      WHERE number = entry AND kind = 'payment' AND driver_id IS NULL OFFSET 0
    ) AS paid WHERE account IN ('1000', '1010', '1020', '2010')) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY[CASE WHEN amount > 0 THEN 'land-zone:received' ELSE 'land-zone:returned' END]::text[]) AS measure, (type_code || ' ' || zone)::text AS key, CASE WHEN number <= (SELECT closes_after FROM ledger_head) THEN entry_day
      ELSE reported_on(entry_day, (posted_at AT TIME ZONE 'UTC')::date) END AS day, amount AS amount FROM old_rows CROSS JOIN LATERAL (
      SELECT number, ledger_entries.day AS entry_day, posted_at, type_code, coalesce(zone_id, 0) AS zone
      FROM ledger_entries JOIN payments ON payments.id = subject_id
      WHERE number = entry AND kind = 'payment' AND driver_id IS NULL OFFSET 0
    ) AS paid WHERE account IN ('1000', '1010', '1020', '2010')) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_land_zones_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['land-zone:submitted']::text[]) AS measure, (type_code || ' ' || coalesce(zone_id, 0))::text AS key, transaction_date AS day, amount AS amount FROM new_rows  WHERE driver_id IS NULL AND status = 'submitted') AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['land-zone:submitted']::text[]) AS measure, (type_code || ' ' || coalesce(zone_id, 0))::text AS key, transaction_date AS day, amount AS amount FROM new_rows  WHERE driver_id IS NULL AND status = 'submitted') AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['land-zone:submitted']::text[]) AS measure, (type_code || ' ' || coalesce(zone_id, 0))::text AS key, transaction_date AS day, amount AS amount FROM old_rows  WHERE driver_id IS NULL AND status = 'submitted') AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['land-zone:submitted']::text[]) AS measure, (type_code || ' ' || coalesce(zone_id, 0))::text AS key, transaction_date AS day, amount AS amount FROM old_rows  WHERE driver_id IS NULL AND status = 'submitted') AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['ledger']::text[]) AS measure, (account)::text AS key, day AS day, amount AS amount FROM new_rows  WHERE true) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['ledger']::text[]) AS measure, (account)::text AS key, day AS day, amount AS amount FROM new_rows  WHERE true) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['ledger']::text[]) AS measure, (account)::text AS key, day AS day, amount AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['ledger']::text[]) AS measure, (account)::text AS key, day AS day, amount AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY[CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status,
    CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status || ':' || mode]::text[]) AS measure, (type_code)::text AS key, transaction_date AS day, amount AS amount FROM new_rows  WHERE true) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY[CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status,
    CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status || ':' || mode]::text[]) AS measure, (type_code)::text AS key, transaction_date AS day, amount AS amount FROM new_rows  WHERE true) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY[CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status,
    CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status || ':' || mode]::text[]) AS measure, (type_code)::text AS key, transaction_date AS day, amount AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY[CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status,
    CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status || ':' || mode]::text[]) AS measure, (type_code)::text AS key, transaction_date AS day, amount AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_plots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['plots']::text[]) AS measure, (zone_id::text)::text AS key, (added_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM new_rows  WHERE true) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['plots']::text[]) AS measure, (zone_id::text)::text AS key, (added_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM new_rows  WHERE true) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['plots']::text[]) AS measure, (zone_id::text)::text AS key, (added_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['plots']::text[]) AS measure, (zone_id::text)::text AS key, (added_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_received()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY[of_side || CASE WHEN amount > 0 THEN 'received' ELSE 'returned' END,
    of_side || CASE WHEN amount > 0 THEN 'received:' ELSE 'returned:' END || mode]::text[]) AS measure, (type_code)::text AS key, CASE WHEN number <= (SELECT closes_after FROM ledger_head) THEN entry_day
      ELSE reported_on(entry_day, (posted_at AT TIME ZONE 'UTC')::date) END AS day, amount AS amount FROM new_rows CROSS JOIN LATERAL (
      SELECT number, ledger_entries.day AS entry_day, posted_at, mode, type_code, CASE side WHEN 'land' THEN 'land:' ELSE '' END AS of_side
      FROM ledger_entries JOIN payments ON payments.id = subject_id WHERE number = entry AND kind = 'payment' OFFSET 0
    ) AS paid WHERE account IN ('1000', '1010', '1020', '2010')) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY[of_side || CASE WHEN amount > 0 THEN 'received' ELSE 'returned' END,
    of_side || CASE WHEN amount > 0 THEN 'received:' ELSE 'returned:' END || mode]::text[]) AS measure, (type_code)::text AS key, CASE WHEN number <= (SELECT closes_after FROM ledger_head) THEN entry_day
      ELSE reported_on(entry_day, (posted_at AT TIME ZONE 'UTC')::date) END AS day, amount AS amount FROM new_rows CROSS JOIN LATERAL (
      SELECT number, ledger_entries.day AS entry_day, posted_at, mode, type_code, CASE side WHEN 'land' THEN 'land:' ELSE '' END AS of_side
      FROM ledger_entries JOIN payments ON payments.id = subject_id WHERE number = entry AND kind = 'payment' OFFSET 0
    ) AS paid WHERE account IN ('1000', '1010', '1020', '2010')) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY[of_side || CASE WHEN amount > 0 THEN 'received' ELSE 'returned' END,
    of_side || CASE WHEN amount > 0 THEN 'received:' ELSE 'returned:' END || mode]::text[]) AS measure, (type_code)::text AS key, CASE WHEN number <= (SELECT closes_after FROM ledger_head) THEN entry_day
      ELSE reported_on(entry_day, (posted_at AT TIME ZONE 'UTC')::date) END AS day, amount AS amount FROM old_rows CROSS JOIN LATERAL (
      SELECT number, ledger_entries.day AS entry_day, posted_at, mode, type_code, CASE side WHEN 'land' THEN 'land:' ELSE '' END AS of_side
      FROM ledger_entries JOIN payments ON payments.id = subject_id WHERE number = entry AND kind = 'payment' OFFSET 0
    ) AS paid WHERE account IN ('1000', '1010', '1020', '2010')) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY[of_side || CASE WHEN amount > 0 THEN 'received' ELSE 'returned' END,
    of_side || CASE WHEN amount > 0 THEN 'received:' ELSE 'returned:' END || mode]::text[]) AS measure, (type_code)::text AS key, CASE WHEN number <= (SELECT closes_after FROM ledger_head) THEN entry_day
      ELSE reported_on(entry_day, (posted_at AT TIME ZONE 'UTC')::date) END AS day, amount AS amount FROM old_rows CROSS JOIN LATERAL (
      SELECT number, ledger_entries.day AS entry_day, posted_at, mode, type_code, CASE side WHEN 'land' THEN 'land:' ELSE '' END AS of_side
      FROM ledger_entries JOIN payments ON payments.id = subject_id WHERE number = entry AND kind = 'payment' OFFSET 0
    ) AS paid WHERE account IN ('1000', '1010', '1020', '2010')) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_rent_owed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['rent-owed']::text[]) AS measure, (zone_id::text)::text AS key, owed_since AS day, owed AS amount FROM new_rows  WHERE owed_since IS NOT NULL) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['rent-owed']::text[]) AS measure, (zone_id::text)::text AS key, owed_since AS day, owed AS amount FROM new_rows  WHERE owed_since IS NOT NULL) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['rent-owed']::text[]) AS measure, (zone_id::text)::text AS key, owed_since AS day, owed AS amount FROM old_rows  WHERE owed_since IS NOT NULL) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['rent-owed']::text[]) AS measure, (zone_id::text)::text AS key, owed_since AS day, owed AS amount FROM old_rows  WHERE owed_since IS NOT NULL) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_shared()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['shared:' || account]::text[]) AS measure, (shared_of)::text AS key, day AS day, amount AS amount FROM new_rows CROSS JOIN LATERAL (
      SELECT CASE kind WHEN 'payment' THEN (SELECT type_code FROM payments WHERE payments.id = subject_id) ELSE 'payout' END AS shared_of
      FROM ledger_entries WHERE number = entry AND kind IN ('payment', 'share payout') OFFSET 0
    ) AS share WHERE account IN ('2301', '2302', '2303', '2304')) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['shared:' || account]::text[]) AS measure, (shared_of)::text AS key, day AS day, amount AS amount FROM new_rows CROSS JOIN LATERAL (
      SELECT CASE kind WHEN 'payment' THEN (SELECT type_code FROM payments WHERE payments.id = subject_id) ELSE 'payout' END AS shared_of
      FROM ledger_entries WHERE number = entry AND kind IN ('payment', 'share payout') OFFSET 0
    ) AS share WHERE account IN ('2301', '2302', '2303', '2304')) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['shared:' || account]::text[]) AS measure, (shared_of)::text AS key, day AS day, amount AS amount FROM old_rows CROSS JOIN LATERAL (
      SELECT CASE kind WHEN 'payment' THEN (SELECT type_code FROM payments WHERE payments.id = subject_id) ELSE 'payout' END AS shared_of
      FROM ledger_entries WHERE number = entry AND kind IN ('payment', 'share payout') OFFSET 0
    ) AS share WHERE account IN ('2301', '2302', '2303', '2304')) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['shared:' || account]::text[]) AS measure, (shared_of)::text AS key, day AS day, amount AS amount FROM old_rows CROSS JOIN LATERAL (
      SELECT CASE kind WHEN 'payment' THEN (SELECT type_code FROM payments WHERE payments.id = subject_id) ELSE 'payout' END AS shared_of
      FROM ledger_entries WHERE number = entry AND kind IN ('payment', 'share payout') OFFSET 0
    ) AS share WHERE account IN ('2301', '2302', '2303', '2304')) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_tenancies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['tenancies']::text[]) AS measure, ('all')::text AS key, held_from AS day, 0 AS amount FROM new_rows  WHERE true) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['tenancies']::text[]) AS measure, ('all')::text AS key, held_from AS day, 0 AS amount FROM new_rows  WHERE true) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['tenancies']::text[]) AS measure, ('all')::text AS key, held_from AS day, 0 AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['tenancies']::text[]) AS measure, ('all')::text AS key, held_from AS day, 0 AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_tenants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['tenants']::text[]) AS measure, ('all')::text AS key, (added_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM new_rows  WHERE true) AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY['tenants']::text[]) AS measure, ('all')::text AS key, (added_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM new_rows  WHERE true) AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['tenants']::text[]) AS measure, ('all')::text AS key, (added_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY['tenants']::text[]) AS measure, ('all')::text AS key, (added_at AT TIME ZONE 'UTC')::date AS day, 0 AS amount FROM old_rows  WHERE true) AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION count_waived()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY[CASE WHEN asked_by IS NULL THEN 'waived:server' ELSE 'waived:people' END]::text[]) AS measure, (waived_as)::text AS key, used_on AS day, waived AS amount FROM new_rows  WHERE waived_as IS NOT NULL AND status = 'used') AS came
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT 1 AS sign, came.* FROM (SELECT unnest(ARRAY[CASE WHEN asked_by IS NULL THEN 'waived:server' ELSE 'waived:people' END]::text[]) AS measure, (waived_as)::text AS key, used_on AS day, waived AS amount FROM new_rows  WHERE waived_as IS NOT NULL AND status = 'used') AS came
      UNION ALL
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY[CASE WHEN asked_by IS NULL THEN 'waived:server' ELSE 'waived:people' END]::text[]) AS measure, (waived_as)::text AS key, used_on AS day, waived AS amount FROM old_rows  WHERE waived_as IS NOT NULL AND status = 'used') AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  ELSE
    INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (
      SELECT -1 AS sign, went.* FROM (SELECT unnest(ARRAY[CASE WHEN asked_by IS NULL THEN 'waived:server' ELSE 'waived:people' END]::text[]) AS measure, (waived_as)::text AS key, used_on AS day, waived AS amount FROM old_rows  WHERE waived_as IS NOT NULL AND status = 'used') AS went
    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;
  END IF;
  RETURN NULL;
END$function$;

CREATE OR REPLACE FUNCTION counters(at timestamp with time zone)
 RETURNS TABLE(series text, last bigint, most bigint)
 LANGUAGE sql
 STABLE
AS $function$
  WITH kept (counter, kind, year, last) AS (
    SELECT 'book_numbers', kind, year, last FROM book_numbers
    UNION ALL SELECT 'land_serials', kind, year, last FROM land_serials
    UNION ALL SELECT 'incident_numbers', CASE WHEN is_drill THEN 'drill' ELSE 'call' END, year, last FROM incident_numbers
  ),
  kinds (counter, kind, is_yearly, most) AS (
    VALUES ('book_numbers', 'J', true, 2147483647), ('book_numbers', 'E', true, 2147483647), ('book_numbers', 'C', true, 2147483647),
      ('land_serials', 'application', true, 2147483647), ('land_serials', 'share_payout', true, 2147483647),
      ('land_serials', 'AN', true, 2147483647), ('land_serials', 'TC', true, 2147483647), ('land_serials', 'SL', true, 2147483647),
      -- Tenant codes have six digits.
      ('land_serials', 'tenant', false, 999999),
      ('incident_numbers', 'call', true, 2147483647), ('incident_numbers', 'drill', true, 2147483647)
  ),
  years AS (
    SELECT generate_series(least(min(kept.year), this.year - 1), greatest(max(kept.year), this.year)) AS year
    FROM (SELECT extract(year FROM at AT TIME ZONE 'UTC')::integer AS year) AS this LEFT JOIN kept ON kept.year > 0
    GROUP BY this.year
  )
  SELECT sequencename::text, coalesce(last_value, start_value - 1), max_value
  FROM pg_sequences
  -- Those of a table that a crash empties begin anew.
  JOIN pg_class ON pg_class.oid = format('%I.%I', schemaname, sequencename)::regclass AND relpersistence = 'p'
  WHERE schemaname = current_schema()
  UNION ALL SELECT 'receipts', number, 9223372036854775807 FROM receipt_head
  UNION ALL
  SELECT 'incident_packs', greatest(0, (SELECT max(nth) FROM incident_packs), skipped_to('incident_packs', '-infinity')), 32767
  UNION ALL
  SELECT concat_ws(' ', counter, kind, year), coalesce(kept.last, 0), most
  FROM kinds JOIN (SELECT true AS is_yearly, year FROM years UNION ALL SELECT false, 0) AS span USING (is_yearly)
  LEFT JOIN kept USING (counter, kind, year)
$function$;

CREATE OR REPLACE FUNCTION define_total(name text, source text, measure text, key text, day text, amount text DEFAULT '0', condition text DEFAULT 'true', joined text DEFAULT '')
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  definition total_definitions := ROW(name, source, measure, key, day, amount, condition, joined);
  function_name text := 'count_' || name;
BEGIN
  INSERT INTO total_definitions SELECT definition.*;
  PERFORM make_total_function(definition);
  EXECUTE format(
    'CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    function_name || '_inserted', source, function_name
  );
  EXECUTE format(
    'CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows '
      || 'FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    function_name || '_updated', source, function_name
  );
  EXECUTE format(
    'CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    function_name || '_deleted', source, function_name
  );
END
$function$;

CREATE OR REPLACE FUNCTION enter_court_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM court_cases WHERE id = NEW.case_id AND status = 'pending' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A case that is resolved takes no further order'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'court_orders_open', TABLE = 'court_orders';
  END IF;
  IF NEW.lifts_id IS NOT NULL THEN
    IF NOT EXISTS (
      SELECT FROM court_orders WHERE id = NEW.lifts_id AND kind IN ('injunction', 'caveat', 'lis_pendens') AND day <= NEW.day
    ) THEN
      RAISE EXCEPTION 'Only an injunction, a caveat or a notice of a suit is lifted, on its day or later'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'court_orders_lift', TABLE = 'court_orders';
    END IF;
    UPDATE plot_caveats SET removed_on = (NEW.entered_at AT TIME ZONE 'UTC')::date, removed_by = NEW.entered_by,
      removal_reason = NEW.words
    WHERE order_id = NEW.lifts_id AND removed_on IS NULL;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION fee_receipt_key(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT regexp_replace(
    regexp_replace(regexp_replace(upper(typed COLLATE "C"), '[^A-Z0-9]', '', 'g'), '^([A-Z]*)0+(?=[0-9])', '\1'),
    '^R(?=[0-9]+$)', ''
  )
$function$;

CREATE OR REPLACE FUNCTION fill_side_of_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.side := coalesce((SELECT side FROM payment_types WHERE type_code = NEW.type_code), NEW.side);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION follow_court_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.status = 'resolved' AND OLD.status = 'pending' THEN
    IF EXISTS (SELECT FROM plot_caveats WHERE case_id = NEW.id AND order_id IS NOT NULL AND removed_on IS NULL) THEN
      RAISE EXCEPTION 'An order of this case still stands'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'court_cases_orders_lifted', TABLE = 'court_cases';
    END IF;
    UPDATE plot_caveats SET removed_on = (NEW.status_at AT TIME ZONE 'UTC')::date, removed_by = NEW.status_by,
      removal_reason = NEW.outcome_words
    WHERE case_id = NEW.id AND removed_on IS NULL;
  ELSIF NEW.status = 'pending' AND OLD.status = 'resolved' THEN
    INSERT INTO plot_caveats (plot_id, kind, suit_number, about, placed_on, placed_by, case_id)
    SELECT plot_id, 'court_case', NEW.suit_number, NEW.title, (NEW.status_at AT TIME ZONE 'UTC')::date, NEW.status_by, NEW.id
    FROM court_case_plots WHERE case_id = NEW.id;
  END IF;
  IF (NEW.suit_number, NEW.title) IS DISTINCT FROM (OLD.suit_number, OLD.title) THEN
    UPDATE plot_caveats SET suit_number = NEW.suit_number, about = NEW.title WHERE case_id = NEW.id AND removed_on IS NULL;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION keep_attachment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND coalesce(
    (SELECT status FROM journals WHERE OLD.subject_kind = 'journal' AND id = OLD.subject_id),
    (SELECT status FROM expenses WHERE OLD.subject_kind = 'expense' AND id = OLD.subject_id)
  ) = 'draft' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'A paper of a record that is no draft stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'book_attachments_kept', TABLE = 'book_attachments';
END $function$;

CREATE OR REPLACE FUNCTION keep_auditors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.role <> OLD.role OR NEW.ends_at > OLD.ends_at THEN
    RAISE EXCEPTION 'An auditor gets no role and no more time'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'accounts_auditor_kept', TABLE = 'accounts';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION keep_came_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A payout of shares stays as it was asked for and paid'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'share_payouts_kept', TABLE = 'share_payouts';
END $function$;

CREATE OR REPLACE FUNCTION keep_cash_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.status = 'closed' OR (NEW.number, NEW.clerk_id, NEW.day) <> (OLD.number, OLD.clerk_id, OLD.day)
    OR NEW.since IS DISTINCT FROM OLD.since OR NEW.attempt < OLD.attempt
    OR NEW.attempt = OLD.attempt AND (NEW.expected, NEW.counted, NEW.head_entry) <> (OLD.expected, OLD.counted, OLD.head_entry)
  THEN
    RAISE EXCEPTION 'A cash-up stays as it was handed in'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'cash_ups_kept', TABLE = 'cash_ups';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION keep_court_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'Claims, orders and plots of a case stay as they were entered'
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_kept', TABLE = TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION keep_expense()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'expenses' THEN
    IF (OLD.number, OLD.payee, OLD.kind, OLD.day, OLD.paid_from, OLD.amount, OLD.reclaimed, OLD.reference, OLD.description,
      OLD.needs_approval, OLD.made_by, OLD.made_at)
      IS NOT DISTINCT FROM (NEW.number, NEW.payee, NEW.kind, NEW.day, NEW.paid_from, NEW.amount, NEW.reclaimed,
      NEW.reference, NEW.description, NEW.needs_approval, NEW.made_by, NEW.made_at)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'An expense stays as it was entered'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'expenses_kept', TABLE = TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION keep_journal_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM journals WHERE id = coalesce(OLD.journal_id, NEW.journal_id) AND status NOT IN ('draft', 'dropped')
  ) THEN
    RAISE EXCEPTION 'The lines of a journal change while it is a draft'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_lines_kept', TABLE = 'journal_lines';
  END IF;
  RETURN coalesce(NEW, OLD);
END $function$;

CREATE OR REPLACE FUNCTION keep_land_application()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.status NOT IN ('draft', 'sent_back') AND (
    NEW.kind, NEW.plot_id, NEW.terms, NEW.inspection, NEW.consent, NEW.about, NEW.ends_tenancy_id
  ) IS DISTINCT FROM (
    OLD.kind, OLD.plot_id, OLD.terms, OLD.inspection, OLD.consent, OLD.about, OLD.ends_tenancy_id
  ) OR OLD.status IN ('approved', 'annulled') AND (
    NEW.tenant_id, NEW.made_tenancy_id
  ) IS DISTINCT FROM (OLD.tenant_id, OLD.made_tenancy_id) THEN
    RAISE EXCEPTION 'What was lodged stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'land_applications_kept', TABLE = 'land_applications';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION keep_land_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A paper that was issued is never changed or removed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'land_documents_kept', TABLE = 'land_documents';
END $function$;

CREATE OR REPLACE FUNCTION keep_land_paper()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND (CASE
    WHEN OLD.application_id IS NOT NULL THEN
      EXISTS (SELECT FROM land_applications WHERE id = OLD.application_id AND status IN ('draft', 'sent_back'))
    WHEN OLD.case_id IS NOT NULL THEN EXISTS (SELECT FROM court_cases WHERE id = OLD.case_id AND status = 'pending')
    ELSE true
  END) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'A paper of an application that was lodged, or of a case that is resolved, stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'land_papers_kept', TABLE = 'land_papers';
END $function$;

CREATE OR REPLACE FUNCTION keep_person_current()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  person bigint;
  has_car boolean;
BEGIN
  FOR person IN SELECT id FROM persons WHERE id IN (OLD.person_id, NEW.person_id) ORDER BY id FOR NO KEY UPDATE LOOP
    has_car := EXISTS (SELECT FROM drivers WHERE person_id = person AND removed_at IS NULL);
    UPDATE persons SET is_current = has_car WHERE id = person AND is_current <> has_car;
  END LOOP;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION keep_plot_caveat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.case_id IS NOT NULL AND NEW.removed_on IS NULL AND EXISTS (
    SELECT FROM court_cases AS own WHERE own.id = OLD.case_id AND own.suit_number = NEW.suit_number AND own.title = NEW.about
  ) AND to_jsonb(NEW) - '{suit_number,about}'[] = to_jsonb(OLD) - '{suit_number,about}'[] THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.removed_on IS NULL
    AND to_jsonb(NEW) - '{removed_on,removed_by,removal_reason}'[]
      = to_jsonb(OLD) - '{removed_on,removed_by,removal_reason}'[]
    AND (CASE
      WHEN OLD.case_id IS NULL THEN true
      WHEN OLD.order_id IS NULL THEN EXISTS (SELECT FROM court_cases WHERE id = OLD.case_id AND status = 'resolved')
      ELSE EXISTS (SELECT FROM court_orders WHERE lifts_id = OLD.order_id)
    END)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A claim of a case goes with the order that lifts it, or with the end of the case'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'plot_caveats_kept', TABLE = 'plot_caveats';
END $function$;

CREATE OR REPLACE FUNCTION keep_reconciled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.reconciliation_id IS NOT NULL
    AND EXISTS (SELECT FROM reconciliations WHERE id = OLD.reconciliation_id AND undone_at IS NULL)
  THEN
    RAISE EXCEPTION 'What is reconciled stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'book_line_matches_kept', TABLE = 'book_line_matches';
  END IF;
  RETURN coalesce(NEW, OLD);
END $function$;

CREATE OR REPLACE FUNCTION keep_rent_batch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A batch of charges stays as it was raised'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'rent_batches_kept', TABLE = TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION keep_rent_charge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  parts text[] := '{cancelled_at,cancelled_on,cancelled_by,cancel_reason}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.cancelled_at IS NULL AND to_jsonb(NEW) - parts = to_jsonb(OLD) - parts THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'A charge is cancelled once, and otherwise stays as it was raised'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'rent_charges_kept', TABLE = TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION keep_revenue_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM ledger_accounts AS account WHERE type_code = OLD.type_code
      AND NOT EXISTS (SELECT FROM ledger_postings WHERE ledger_postings.account = account.code);
  ELSE
    INSERT INTO ledger_accounts (code, name, kind, type_code, parent)
    VALUES ('4000-' || NEW.type_code, NEW.description, 'income', NEW.type_code, CASE NEW.side WHEN 'land' THEN '4100' ELSE '4000' END)
    ON CONFLICT (code) DO UPDATE SET name = excluded.name;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION keep_share_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.number, OLD.beneficiary, OLD.amount, OLD.mode, OLD.paid_to, OLD.reason, OLD.asked_by, OLD.asked_at)
        IS NOT DISTINCT FROM (NEW.number, NEW.beneficiary, NEW.amount, NEW.mode, NEW.paid_to, NEW.reason, NEW.asked_by, NEW.asked_at)
      AND (OLD.status NOT IN ('paid', 'refused', 'withdrawn') OR (OLD.status, OLD.paid_on, OLD.reference, OLD.ended_by, OLD.ended_at)
        IS NOT DISTINCT FROM (NEW.status, NEW.paid_on, NEW.reference, NEW.ended_by, NEW.ended_at))
      AND (OLD.receipt IS NULL OR (OLD.receipt_sha256, OLD.receipt_by) IS NOT DISTINCT FROM (NEW.receipt_sha256, NEW.receipt_by))
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'A payout of shares stays as it was asked for and paid'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'share_payouts_kept', TABLE = 'share_payouts';
END $function$;

CREATE OR REPLACE FUNCTION keep_share_rule()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A rule of shares stays as it was approved; another one replaces it'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'share_rules_kept', TABLE = 'share_rules';
END $function$;

CREATE OR REPLACE FUNCTION keep_shares()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A payment keeps the shares that it was stored with'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_shares_kept', TABLE = 'payments';
END $function$;

CREATE OR REPLACE FUNCTION keep_slip_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.used_at IS NULL
    AND to_jsonb(NEW) - '{used_at,document_id}'[] = to_jsonb(OLD) - '{used_at,document_id}'[]
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A code for a slip is used once, and otherwise stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'slip_codes_kept', TABLE = 'slip_codes';
END $function$;

CREATE OR REPLACE FUNCTION keep_slip_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A receipt that has paid for a slip stays used'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'slip_receipts_kept', TABLE = 'slip_receipts';
END $function$;

CREATE OR REPLACE FUNCTION keep_taken_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.missing_since := OLD.missing_since;
  NEW.missing_in := OLD.missing_in;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION keep_tenancy_chain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.previous_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM tenancies WHERE id = NEW.previous_id AND plot_id = NEW.plot_id AND held_until = NEW.held_from
  ) THEN
    RAISE EXCEPTION 'A tenancy begins where the one before it on the plot ended'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tenancies_chain', TABLE = 'tenancies';
  END IF;
  IF TG_OP = 'UPDATE' AND (
    NEW.plot_id, NEW.tenant_id, NEW.held_from, NEW.previous_id, NEW.commencement, NEW.term_years
  ) IS DISTINCT FROM (
    OLD.plot_id, OLD.tenant_id, OLD.held_from, OLD.previous_id, OLD.commencement, OLD.term_years
  ) THEN
    RAISE EXCEPTION 'A tenancy keeps its plot, tenant, days and predecessor'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tenancies_kept', TABLE = 'tenancies';
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.held_until IS NOT NULL AND NEW.held_until IS DISTINCT FROM OLD.held_until THEN
    RAISE EXCEPTION 'The end of a tenancy stays'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tenancies_end_kept', TABLE = 'tenancies';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION know_older_signal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.source NOT IN ('tracker', 'call') THEN
    NEW.known_by := NULL;
  END IF;
  UPDATE incidents SET
    is_known = NEW.known_by IS NOT NULL OR others.are_known,
    queue_id = CASE WHEN NEW.known_by IS NULL THEN queue_id END
  FROM (
    SELECT EXISTS (
      SELECT FROM incident_signals WHERE incident_id = NEW.incident_id AND known_by IS NOT NULL
    ) AS are_known
  ) AS others
  WHERE id = NEW.incident_id;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION last_receipt_number(up_to bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT greatest(
    0,
    (SELECT max(number) FROM receipts WHERE number <= up_to),
    (SELECT max(last) FROM skipped_numbers WHERE series = 'receipts' AND last <= up_to)
  )
$function$;

CREATE OR REPLACE FUNCTION leave_queue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.queue_id := NULL;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION ledger_entry_fits(entry ledger_entries, last_hash bytea, postings ledger_postings[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN entry.previous = coalesce(last_hash, sha256('the books begin')) AND entry.hash = ledger_hash_of(entry, postings)
    AND entry.day = ALL (SELECT day FROM unnest(postings));
END $function$;

CREATE OR REPLACE FUNCTION ledger_hash(entry ledger_entries)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  RETURN ledger_hash_of(entry, ARRAY(
    SELECT posting FROM ledger_postings AS posting WHERE posting.entry = ledger_hash.entry.number ORDER BY line
  ));
END $function$;

CREATE OR REPLACE FUNCTION ledger_hash_of(entry ledger_entries, postings ledger_postings[])
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
AS $function$
BEGIN
  IF entry.hash_version IN (2, 3) THEN
    RETURN sha256(convert_to(ledger_text(entry, postings), 'UTF8'));
  END IF;
  RETURN sha256(entry.previous || convert_to(jsonb_build_array(
    entry.number, entry.day, entry.kind, entry.subject_id, entry.reverses, entry.description, entry.posted_by,
    extract(epoch FROM entry.posted_at),
    (SELECT jsonb_agg(jsonb_build_array(line, account, amount, driver_id, day) ORDER BY line) FROM unnest(postings))
  )::text, 'UTF8'));
END $function$;

CREATE OR REPLACE FUNCTION ledger_text(entry ledger_entries, postings ledger_postings[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  posting ledger_postings;
  written text := concat_ws(E'\n',
    'previous ' || encode(entry.previous, 'hex'),
    'number ' || entry.number,
    'day ' || to_char(entry.day, 'YYYY-MM-DD'),
    'late for ' || to_char(entry.late_for, 'YYYY-MM-DD'),
    'kind ' || replace(replace(entry.kind, E'\\', E'\\\\'), E'\n', E'\\n'),
    'subject ' || entry.subject_id,
    'reverses ' || coalesce(entry.reverses::text, '-'),
    'description ' || replace(replace(entry.description, E'\\', E'\\\\'), E'\n', E'\\n'),
    'by ' || coalesce(entry.posted_by::text, '-'),
    'at ' || to_char(entry.posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  );
BEGIN
  FOREACH posting IN ARRAY postings LOOP
    written := written || E'\n' || concat_ws(' ', 'posting', posting.line, posting.account, posting.amount::text,
      coalesce(posting.driver_id::text, '-'), to_char(posting.day, 'YYYY-MM-DD'));
  END LOOP;
  RETURN concat_ws(E'\n', written, 'document' || E'\n' || entry.document);
END $function$;

CREATE OR REPLACE FUNCTION make_persons_current()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM persons JOIN new_rows ON person_id = persons.id ORDER BY persons.id FOR NO KEY UPDATE OF persons;
  UPDATE persons SET is_current = true FROM new_rows WHERE person_id = persons.id AND removed_at IS NULL AND NOT is_current;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION make_total_function(definition total_definitions)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  -- A row that came adds to its total, one that went takes from it.
  came text := E'\n      SELECT 1 AS sign, came.* FROM (' || total_rows(definition, 'new_rows') || ') AS came';
  went text := E'\n      SELECT -1 AS sign, went.* FROM (' || total_rows(definition, 'old_rows') || ') AS went';
  append text := E'\n    INSERT INTO total_deltas (measure, key, day, count, amount)'
    || E'\n    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (';
  by_total text := E'\n    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;\n  ';
BEGIN
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS %L',
    'count_' || definition.name,
    E'BEGIN\n  IF TG_OP = ''INSERT'' THEN' || append || came || by_total
      || 'ELSIF TG_OP = ''UPDATE'' THEN' || append || came || E'\n      UNION ALL' || went || by_total
      || 'ELSE' || append || went || by_total || E'END IF;\n  RETURN NULL;\nEND'
  );
END
$function$;

CREATE OR REPLACE FUNCTION move_rent_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE rent_accounts SET zone_id = NEW.zone_id FROM tenancies
  WHERE tenancies.id = tenancy_id AND plot_id = NEW.id AND rent_accounts.zone_id <> NEW.zone_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION name_keys(sound text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (name_slips(sound) || ARRAY(SELECT ('~' || words.bones) FROM (SELECT (translate("left"(word.word, 1), 'EIOU', 'AAAA') || regexp_replace(translate(regexp_replace(substr(word.word, 2), '(NG|[NMR])$', ''), 'MXZVAEIOUHW', 'NKSF'), '(.)\1+', '\1', 'g')) AS bones FROM unnest(string_to_array(regexp_replace(name_keys.sound, '(.)\1+', '\1', 'g'), ' ')) word(word)) words WHERE (length(words.bones) >= 3)));

CREATE OR REPLACE FUNCTION name_slips(sound text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  word text;
  slips text[] := '{}';
BEGIN
  FOREACH word IN ARRAY string_to_array(regexp_replace(translate(sound, 'IU', 'EO'), '([A-Z])\1+', '\1', 'g'), ' ') LOOP
    slips := slips || ('=' || word) || word;
    -- Of shorter words, hardly anything would be left to tell them apart.
    CONTINUE WHEN length(word) < 3;
    FOR place IN 1..length(word) LOOP
      slips := slips || overlay(word PLACING '' FROM place FOR 1);
    END LOOP;
  END LOOP;
  RETURN slips;
END
$function$;

CREATE OR REPLACE FUNCTION name_sound(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN btrim(regexp_replace(regexp_replace(regexp_replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(regexp_replace(translate(upper(NORMALIZE(name, NFKD)), 'ƐƆŊƉƑƔƲ-', 'EONDFGV '), '[^A-Z ]', '', 'g'), 'DJ', 'J'), 'DZ', 'J'), 'GY', 'J'), 'KY', 'X'), 'CH', 'X'), 'HY', 'S'), 'SH', 'S'), 'PH', 'F'), 'GB', 'B'), 'KP', 'P'), 'QU', 'KW'), 'Q', 'K'), 'C', 'K'), 'Y', 'I'), '([A-Z])H', '\1', 'g'), 'R([^AEIOU])', '\1', 'g'), '(.)\1+', '\1', 'g'));

CREATE OR REPLACE FUNCTION names_in(fields jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  SELECT ARRAY(SELECT jsonb_object_keys(fields))
$function$;

CREATE OR REPLACE FUNCTION new_receipt_code()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  digits constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  random constant bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  code text := '';
BEGIN
  FOR place IN 0..15 LOOP
    code := code || substr(digits, 1 + (get_byte(random, place) & 31), 1);
  END LOOP;
  RETURN code;
END $function$;

CREATE OR REPLACE FUNCTION next_review(commencement date, every integer, after date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT (commencement + make_interval(years =>
    (greatest(extract(year FROM age(after, commencement))::integer, 0) / every + 1) * every))::date
$function$;

CREATE OR REPLACE FUNCTION note_fence_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE fence_revision SET revision = gen_random_uuid();
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION number_land_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT FROM land_serials
    WHERE kind = left(NEW.number, 2) AND year = substr(NEW.number, 3, 4)::smallint
      AND last = substr(NEW.number, 8)::integer AND year = extract(year FROM NEW.day)
  ) THEN
    RAISE EXCEPTION 'The number % is not the next one', NEW.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'land_documents_numbered', TABLE = 'land_documents';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION plan_tenancy_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.review_years IS NOT NULL THEN
    NEW.review_on := next_review(NEW.commencement, NEW.review_years,
      greatest(NEW.held_from, (NEW.added_at AT TIME ZONE 'UTC')::date - 1));
    IF NEW.review_on >= (NEW.commencement + make_interval(years => NEW.term_years))::date THEN
      NEW.review_on := NULL;
    END IF;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION post_entries(given jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  head ledger_head;
  item jsonb;
  entry ledger_entries;
  lines ledger_postings[];
  entries ledger_entries[] := '{}';
  postings ledger_postings[] := '{}';
BEGIN
  SELECT * INTO STRICT head FROM ledger_head FOR UPDATE;
  entry.number := head.number;
  entry.hash := head.hash;
  FOR item IN SELECT value FROM jsonb_array_elements(given) WITH ORDINALITY AS list (value, place) ORDER BY place LOOP
    entry.number := entry.number + 1;
    entry.day := greatest((item->>'day')::date, head.open_from);
    entry.late_for := nullif((item->>'day')::date, entry.day);
    entry.kind := item->>'kind';
    entry.subject_id := item->>'subject_id';
    entry.reverses := item->>'reverses';
    entry.description := item->>'description';
    entry.posted_by := item->>'posted_by';
    entry.posted_at := item->>'posted_at';
    entry.document := item->>'document';
    entry.hash_version := CASE WHEN entry.document IS NULL THEN 2 ELSE 3 END;
    entry.previous := entry.hash;
    lines := ARRAY(
      SELECT ROW(entry.number, place, value->>'account', (value->>'amount')::numeric(14, 2), (value->>'driver_id')::bigint,
        entry.day)::ledger_postings
      FROM jsonb_array_elements(item->'postings') WITH ORDINALITY AS list (value, place) ORDER BY place
    );
    entry.hash := ledger_hash_of(entry, lines);
    entries := array_append(entries, entry);
    postings := postings || lines;
  END LOOP;
  INSERT INTO ledger_entries SELECT * FROM unnest(entries);
  INSERT INTO ledger_postings SELECT * FROM unnest(postings);
  UPDATE ledger_head SET number = entry.number, hash = entry.hash;
  RETURN head.number + 1;
END $function$;

CREATE OR REPLACE FUNCTION receipt_total(lines jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT sum((line->>'amount')::numeric(14, 2)) FROM jsonb_array_elements(lines) AS line
$function$;

CREATE OR REPLACE FUNCTION refund_whole_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM payments AS first
    WHERE first.id = NEW.payment_id AND first.side = NEW.side AND first.received_with IS NULL
      AND first.transfer_id = NEW.transfer_id AND NEW.amount = (
        SELECT sum(paid.amount) FROM payments AS paid
        WHERE (paid.id = first.id OR paid.received_with = first.id) AND paid.status = 'cleared'
      )
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A refund of a payment is of all that its receipt has'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_of_whole_receipt', TABLE = 'refunds';
END $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'A count of cash stays as it was handed in'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'cash_up_counts_kept', TABLE = TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'The books are never changed, only added to'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only', TABLE = TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status = 'issued' AND NEW.status = 'void'
      AND to_jsonb(NEW) - '{status,void_reason,voided_at,voided_by}'[]
        = to_jsonb(OLD) - '{status,void_reason,voided_at,voided_by}'[]
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'A receipt is never changed or removed, only made void'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_kept', TABLE = 'receipts';
END $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_skipped()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'Skipped numbers are only added to'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'skipped_numbers_kept', TABLE = 'skipped_numbers';
END $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'What was told to the owner is never changed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'owner_messages_kept', TABLE = 'owner_messages';
END $function$;

CREATE OR REPLACE FUNCTION refuse_circle_of_types()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('payment_types.required_type', 0));
  IF EXISTS (
    WITH RECURSIVE required (type_code) AS (
      SELECT NEW.required_type
      UNION
      SELECT type.required_type FROM payment_types AS type JOIN required USING (type_code)
    )
    SELECT FROM required WHERE type_code = NEW.type_code
  ) THEN
    RAISE EXCEPTION 'Payment type % requires itself', NEW.type_code
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_types_no_circle', TABLE = 'payment_types';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION refuse_closed_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM new_postings JOIN ledger_accounts ON code = account WHERE closed_at IS NOT NULL OR is_heading) THEN
    RAISE EXCEPTION 'Nothing is posted to a closed account or a heading'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_closed', TABLE = 'ledger_postings';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION refuse_closed_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM new_entries WHERE day < (SELECT open_from FROM ledger_head)) THEN
    RAISE EXCEPTION 'This month of the books is closed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_month_closed', TABLE = 'ledger_entries';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION refuse_merged_driver()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  kept bigint;
BEGIN
  SELECT merged_into INTO kept FROM drivers WHERE id = NEW.driver_id FOR KEY SHARE;
  IF kept IS NOT NULL THEN
    RAISE EXCEPTION 'Driver % was merged into %', NEW.driver_id, kept
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_of_kept_driver', TABLE = 'payments';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION refuse_reconciled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  reconciled bigint;
BEGIN
  SELECT taken.number INTO reconciled
  FROM (
    SELECT NEW.reverses AS number WHERE NEW.reverses IS NOT NULL
    UNION ALL
    SELECT own.number
    FROM transfer_changes AS change
    JOIN transfers ON transfers.id = change.transfer_id
    CROSS JOIN LATERAL (
      SELECT number FROM ledger_entries WHERE kind = 'money' AND subject_id = transfers.id AND reverses IS NULL
      UNION ALL
      SELECT number FROM transfer_changes AS earlier JOIN ledger_entries ON kind = 'money change' AND subject_id = earlier.id
      WHERE earlier.transfer_id = transfers.id AND reverses IS NULL
    ) AS own
    WHERE NEW.reverses IS NULL AND change.id = NEW.subject_id
      AND (change.what = 'corrected' OR (change.what = 'never_came' AND transfers.mode <> 'cheque'))
  ) AS taken
  JOIN book_line_matches AS matched ON matched.entry = taken.number
  WHERE matched.reconciliation_id IS NOT NULL
  ORDER BY taken.number LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'What is reconciled is not taken back'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_reconciled', TABLE = 'ledger_entries', DETAIL = reconciled::text;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION refuse_truncate_of_papers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'Papers are not removed all at once'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'book_attachments_kept', TABLE = 'book_attachments';
END $function$;

CREATE OR REPLACE FUNCTION rent_paid(tenancy bigint)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(sum(amount), 0) FROM payments WHERE tenancy_id = tenancy AND status = 'cleared'
$function$;

CREATE OR REPLACE FUNCTION reported_on(day date, posted_on date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE WHEN posted_on >= (date_trunc('month', day::timestamp) + interval '1 month 7 days')::date THEN posted_on ELSE day END
$function$;

CREATE OR REPLACE FUNCTION settle_charged_rent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM settle_rent_accounts(ARRAY(SELECT DISTINCT tenancy_id FROM new_rows));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION settle_paid_rent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  ids bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    ids := ARRAY(SELECT DISTINCT tenancy_id FROM new_rows WHERE tenancy_id IS NOT NULL AND status = 'cleared');
  ELSIF TG_OP = 'DELETE' THEN
    ids := ARRAY(SELECT DISTINCT tenancy_id FROM old_rows WHERE tenancy_id IS NOT NULL AND status = 'cleared');
  ELSE
    ids := ARRAY(
      SELECT tenancy_id FROM new_rows WHERE tenancy_id IS NOT NULL AND status = 'cleared'
      UNION SELECT tenancy_id FROM old_rows WHERE tenancy_id IS NOT NULL AND status = 'cleared'
    );
  END IF;
  IF cardinality(ids) > 0 THEN
    PERFORM settle_rent_accounts(ids);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION settle_rent_accounts(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- A change of an account holds its tenancy, so that of two at once the later sees the former.
  PERFORM FROM tenancies WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO rent_accounts (tenancy_id, tenant_id, zone_id, charged, paid, owed_since)
  SELECT tenancies.id, tenancies.tenant_id, plots.zone_id, charged, paid.sum, owed.since
  FROM tenancies JOIN plots ON plots.id = tenancies.plot_id
    CROSS JOIN LATERAL (SELECT rent_paid(tenancies.id) AS sum) AS paid
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount), 0) AS charged, min(due_on) FILTER (WHERE running > paid.sum) AS since
      FROM (
        SELECT amount, due_on, sum(amount) OVER (ORDER BY due_on, id) AS running
        FROM rent_charges WHERE tenancy_id = tenancies.id AND cancelled_at IS NULL
      ) AS standing
    ) AS owed
  WHERE tenancies.id = ANY (ids)
  ORDER BY tenancies.id
  ON CONFLICT (tenancy_id) DO UPDATE
    SET charged = excluded.charged, paid = excluded.paid, owed_since = excluded.owed_since, zone_id = excluded.zone_id;
END $function$;

CREATE OR REPLACE FUNCTION share_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT rule.id, jsonb_build_object('oasl', oasl_percent::text, 'stool', stool_percent::text,
    'council', council_percent::text, 'assembly', assembly_percent::text)
  INTO NEW.share_rule_id, NEW.shares
  FROM (
    SELECT * FROM share_rules WHERE valid_from <= NEW.transaction_date ORDER BY valid_from DESC, id DESC LIMIT 1
  ) AS rule
  WHERE rule.types ? NEW.type_code
    AND EXISTS (SELECT FROM plots WHERE plots.id = NEW.plot_id AND owner_kind IN ('stool', 'skin'));
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION skip_numbers(given bigint, at timestamp with time zone, why text, beyond jsonb DEFAULT '{}'::jsonb)
 RETURNS SETOF skipped_numbers
 LANGUAGE plpgsql
AS $function$
DECLARE
  counter record;
  used bigint;
  skipped skipped_numbers;
  kind text;
  year smallint;
BEGIN
  FOR counter IN SELECT series, last, most, split_part(series, ' ', 1) AS name FROM counters(at) ORDER BY series LOOP
    used := least(greatest(counter.last, (beyond ->> counter.series)::bigint), counter.most);
    skipped := (
      counter.series,
      counter.last + 1,
      used + least(coalesce(given, greatest(10000, used / 10)), (counter.most - used) / 10),
      at,
      why
    );
    CONTINUE WHEN skipped.last < skipped.first;
    kind := split_part(counter.series, ' ', 2);
    year := nullif(split_part(counter.series, ' ', 3), '')::smallint;
    CASE counter.name
      WHEN 'receipts' THEN UPDATE receipt_head SET number = skipped.last;
      WHEN 'book_numbers' THEN
        INSERT INTO book_numbers VALUES (kind, year, skipped.last)
        ON CONFLICT ON CONSTRAINT book_numbers_pkey DO UPDATE SET last = excluded.last;
      WHEN 'land_serials' THEN
        INSERT INTO land_serials VALUES (kind, year, skipped.last)
        ON CONFLICT ON CONSTRAINT land_serials_pkey DO UPDATE SET last = excluded.last;
      WHEN 'incident_numbers' THEN
        INSERT INTO incident_numbers VALUES (year, kind = 'drill', skipped.last)
        ON CONFLICT ON CONSTRAINT incident_numbers_pkey DO UPDATE SET last = excluded.last;
      -- Counted for each incident, from what was skipped since it was raised.
      WHEN 'incident_packs' THEN NULL;
      ELSE PERFORM setval(format('%I', counter.name)::regclass, skipped.last);
    END CASE;
    INSERT INTO skipped_numbers SELECT skipped.*;
    RETURN NEXT skipped;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION skipped_to(of text, since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT max(last) FROM skipped_numbers WHERE series = of AND skipped_at >= since
$function$;

CREATE OR REPLACE FUNCTION tell_live()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_events (topic) SELECT unnest(TG_ARGV);
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION total_rows(definition total_definitions, relation text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT format(
    'SELECT unnest(ARRAY[%s]::text[]) AS measure, (%s)::text AS key, %s AS day, %s AS amount FROM %I %s WHERE %s',
    definition.measure, definition.key, definition.day, definition.amount, relation, definition.joined, definition.condition
  )
$function$;

CREATE OR REPLACE FUNCTION transaction_key(id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(id, '^0+([0-9]*)$', '\1');

CREATE OR REPLACE FUNCTION use_receipt_for_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO slip_receipts (receipt_key, slip_code_id) VALUES (fee_receipt_key(NEW.receipt_number), NEW.id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION use_receipt_for_slip()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO slip_receipts (receipt_key, document_id) VALUES (fee_receipt_key(NEW.receipt_number), NEW.id);
  RETURN NULL;
END $function$;
