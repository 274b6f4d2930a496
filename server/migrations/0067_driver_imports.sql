-- How lists of drivers with the same column names were read last.
CREATE TABLE driver_import_mappings (
  -- The SHA-256 of the names, in hexadecimal digits.
  fingerprint text COLLATE "C" PRIMARY KEY CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  mapping jsonb NOT NULL,
  changed_by bigint REFERENCES accounts (id),
  changed_at timestamptz NOT NULL
);

-- Lists of drivers that staff sent. Their lines go after a while; the drivers made of them stay, and so does the list's name.
CREATE TABLE driver_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_name text NOT NULL,
  line_count integer NOT NULL CHECK (line_count > 0),
  status text COLLATE "C" NOT NULL DEFAULT 'uploaded'
    CHECK (status IN ('uploaded', 'checked', 'importing', 'imported', 'cancelled')),
  -- How it could be read, by its column names and its days, or by a list before it.
  suggestion jsonb NOT NULL,
  is_remembered boolean NOT NULL,
  mapping jsonb,
  -- Lines by what becomes of them: [{outcome, lines}].
  counts jsonb NOT NULL DEFAULT '[]',
  -- How many drivers were made of its lines so far.
  drivers integer NOT NULL DEFAULT 0,
  -- Why it cannot be imported as it is mapped.
  problem text NOT NULL DEFAULT '',
  -- Its last job, which is forgotten a while after its end.
  job_id bigint,
  uploaded_by bigint NOT NULL REFERENCES accounts (id),
  -- The username, as it was then.
  uploader text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  CHECK (status = 'uploaded' OR mapping IS NOT NULL),
  CHECK ((status = 'imported') = (imported_at IS NOT NULL))
);
CREATE INDEX driver_imports_by_time ON driver_imports (uploaded_at, id);

-- An imported driver is an existing customer of whom an old list knows less than a registration asks for; staff complete it.
ALTER TABLE drivers
  ADD COLUMN import_id bigint REFERENCES driver_imports (id),
  ALTER COLUMN gender DROP NOT NULL,
  ALTER COLUMN date_of_birth DROP NOT NULL,
  ALTER COLUMN nationality DROP NOT NULL,
  ALTER COLUMN identification_type DROP NOT NULL,
  ALTER COLUMN id_number DROP NOT NULL,
  ALTER COLUMN id_key DROP NOT NULL,
  ALTER COLUMN date_issued DROP NOT NULL,
  ALTER COLUMN expiry_date DROP NOT NULL,
  ALTER COLUMN marital_status DROP NOT NULL,
  ALTER COLUMN email DROP NOT NULL,
  ALTER COLUMN next_of_kin DROP NOT NULL,
  ALTER COLUMN kin_mobile_number DROP NOT NULL,
  ALTER COLUMN kin_relationship DROP NOT NULL,
  ADD CONSTRAINT drivers_complete CHECK (import_id IS NOT NULL OR num_nulls(gender, date_of_birth, nationality,
    identification_type, id_number, date_issued, marital_status, email, next_of_kin, kin_mobile_number,
    kin_relationship) = 0),
  ADD CONSTRAINT drivers_expiry CHECK ((date_issued IS NULL) = (expiry_date IS NULL));
CREATE INDEX drivers_of_import ON drivers (import_id, id) WHERE import_id IS NOT NULL;
-- Records that are to be completed: none but imported ones, and fewer as staff complete them.
CREATE INDEX drivers_incomplete ON drivers (registered_on, id) WHERE num_nulls(gender, date_of_birth, nationality,
  identification_type, id_number, date_issued, marital_status, email, next_of_kin, kin_mobile_number,
  kin_relationship) > 0;

CREATE TABLE driver_import_lines (
  import_id bigint NOT NULL REFERENCES driver_imports (id) ON DELETE CASCADE,
  -- Its number in the file, from 1.
  line integer NOT NULL CHECK (line > 0),
  -- As the file has it, a text a column.
  cells jsonb NOT NULL,
  -- Null until the columns are chosen, and of lines above the column names for good.
  outcome text COLLATE "C" CHECK (outcome IN ('new', 'remark', 'known', 'another_car', 'repeated', 'refused')),
  reason text NOT NULL DEFAULT '',
  -- The current driver whom it repeats, or another car of whom it is.
  known_id bigint REFERENCES drivers (id) ON DELETE SET NULL,
  -- The driver that was made of it.
  driver_id bigint REFERENCES drivers (id) ON DELETE SET NULL,
  is_imported boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, line)
);
CREATE INDEX driver_import_lines_by_outcome ON driver_import_lines (import_id, outcome, line);
CREATE UNIQUE INDEX driver_import_lines_of_driver ON driver_import_lines (driver_id) WHERE driver_id IS NOT NULL;
CREATE INDEX driver_import_lines_of_known ON driver_import_lines (known_id) WHERE known_id IS NOT NULL;
