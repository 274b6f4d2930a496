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
  ALTER COLUMN id_number DROP NOT NULL,
  ALTER COLUMN id_key DROP NOT NULL,
  ALTER COLUMN email DROP NOT NULL,
  ALTER COLUMN next_of_kin DROP NOT NULL;
-- Of an erased driver nothing of the person is held (migration 0062), of an imported one what the list knew, of any other all.
ALTER TABLE drivers DROP CONSTRAINT drivers_erased_whole;
ALTER TABLE drivers ADD CONSTRAINT drivers_whole CHECK (
  CASE WHEN erased_at IS NULL
    THEN mobile_number ~ '^\+233[1-9][0-9]{8}$' AND (date_issued IS NULL) = (expiry_date IS NULL)
      AND (import_id IS NOT NULL OR num_nulls(gender, date_of_birth, nationality, identification_type, id_number, date_issued,
        marital_status, email, next_of_kin, kin_mobile_number, kin_relationship) = 0)
    ELSE removed_at IS NOT NULL AND mobile_number = '' AND gps_address = '' AND reference_person = ''
      -- Null is no answer here: a check takes it for yes.
      AND (id_number = 'ERASED' AND email = 'ERASED' AND next_of_kin = 'ERASED') IS TRUE
      AND num_nonnulls(gender, date_of_birth, nationality, identification_type, date_issued, expiry_date, marital_status,
        kin_mobile_number, kin_relationship, spouse_mobile_number, reference_mobile_number, photo) = 0
  END
);
CREATE INDEX drivers_of_import ON drivers (import_id, id) WHERE import_id IS NOT NULL;
-- Records that are to be completed: none but imported ones, and fewer as staff complete them.
CREATE INDEX drivers_incomplete ON drivers (registered_on, id) WHERE erased_at IS NULL AND num_nulls(gender, date_of_birth,
  nationality, identification_type, id_number, date_issued, marital_status, email, next_of_kin, kin_mobile_number,
  kin_relationship) > 0;

-- A number that is not known is nobody's (migration 0065).
CREATE OR REPLACE FUNCTION take_number(taken_kind text, taken text, person bigint, index_name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF taken IS NULL THEN RETURN; END IF;
  INSERT INTO person_numbers AS held (kind, number, person_id, cars) VALUES (taken_kind, taken, person, 1)
  ON CONFLICT (kind, number) DO UPDATE SET cars = held.cars + 1 WHERE held.person_id = person;
  IF NOT FOUND THEN
    RAISE unique_violation USING MESSAGE = 'another person has this number', TABLE = 'drivers', CONSTRAINT = index_name;
  END IF;
END
$$;
CREATE OR REPLACE FUNCTION give_back_number(given_kind text, given text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  left_over integer;
BEGIN
  IF given IS NULL THEN RETURN; END IF;
  UPDATE person_numbers SET cars = cars - 1 WHERE kind = given_kind AND number = given RETURNING cars INTO left_over;
  IF left_over = 0 THEN DELETE FROM person_numbers WHERE kind = given_kind AND number = given; END IF;
END
$$;
DROP TRIGGER drivers_change_numbers ON drivers;
CREATE TRIGGER drivers_change_numbers AFTER UPDATE ON drivers FOR EACH ROW
  WHEN (OLD.removed_at IS DISTINCT FROM NEW.removed_at OR OLD.mobile_number <> NEW.mobile_number
    OR OLD.id_number IS DISTINCT FROM NEW.id_number OR OLD.person_id <> NEW.person_id)
  EXECUTE FUNCTION hold_numbers();

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
