-- Text that holds something, without spaces around it.
CREATE DOMAIN filled_text AS text CHECK (VALUE <> '' AND VALUE = btrim(VALUE));
-- A Ghana number in E.164.
CREATE DOMAIN ghana_phone AS text COLLATE "C" CHECK (VALUE ~ '^\+233[1-9][0-9]{8}$');

-- A rolled-back registration uses its number up, so codes have gaps. Six digits are what a driver code holds.
CREATE SEQUENCE driver_serial MAXVALUE 999999;

-- Keys and codes compare by their bytes (COLLATE "C"), so that one index serves equality, prefixes and order.
CREATE TABLE drivers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL UNIQUE REFERENCES accounts (id),
  driver_code text COLLATE "C" NOT NULL UNIQUE CHECK (driver_code ~ '^DRV[0-9]{6}[0-9A-Z]$'),
  first_name filled_text NOT NULL,
  middle_name text NOT NULL DEFAULT '',
  last_name filled_text NOT NULL,
  gender text NOT NULL CHECK (gender IN ('Male', 'Female')),
  date_of_birth date NOT NULL CHECK (date_of_birth >= '1900-01-01'),
  nationality filled_text NOT NULL,
  identification_type filled_text NOT NULL,
  id_number filled_text NOT NULL,
  id_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (regexp_replace(upper(id_number), '[^A-Z0-9]', '', 'g')) STORED
    CHECK (id_key <> ''),
  date_issued date NOT NULL CHECK (date_issued >= date_of_birth),
  -- Ten years later, minus one day (SPEC §5). From the 29th of February, the addition itself already gives the day before.
  expiry_date date NOT NULL CHECK (
    expiry_date = (date_issued + interval '10 years')::date
      - CASE WHEN extract(month FROM date_issued) = 2 AND extract(day FROM date_issued) = 29 THEN 0 ELSE 1 END
  ),
  marital_status text NOT NULL
    CHECK (marital_status IN ('Single', 'Married', 'Divorced', 'Separated', 'Widowed', 'Prefer Not to Say')),
  -- As on the plate; `car_key` is what is compared (letters and digits only).
  car_number filled_text NOT NULL,
  car_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (regexp_replace(upper(car_number), '[^A-Z0-9]', '', 'g')) STORED
    CHECK (length(car_key) >= 2),
  mobile_number ghana_phone NOT NULL,
  email filled_text NOT NULL,
  spouse_mobile_number ghana_phone,
  gps_address text NOT NULL DEFAULT '',
  next_of_kin filled_text NOT NULL,
  kin_mobile_number ghana_phone NOT NULL,
  kin_relationship filled_text NOT NULL,
  reference_person text NOT NULL DEFAULT '',
  reference_mobile_number ghana_phone,
  -- The file's name in the drivers' folder of the file store.
  photo text UNIQUE CHECK (photo <> ''),
  registered_at timestamptz NOT NULL,
  -- The day in Ghana, which keeps UTC all year.
  registered_on date NOT NULL GENERATED ALWAYS AS ((registered_at AT TIME ZONE 'UTC')::date) STORED,
  removed_at timestamptz
);
CREATE UNIQUE INDEX drivers_car ON drivers (car_key) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX drivers_mobile ON drivers (mobile_number) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX drivers_id_number ON drivers (id_key) WHERE removed_at IS NULL;
CREATE INDEX drivers_newest ON drivers (registered_on DESC, id DESC) WHERE removed_at IS NULL;

-- How many current drivers there are: in all, by month and by day of registration (columns as db/seek-page.ts reads them).
CREATE TABLE driver_totals (
  grain text NOT NULL CHECK (grain IN ('all', 'month', 'day')),
  period text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (grain, period)
);
INSERT INTO driver_totals (grain, period, count) VALUES ('all', 'all', 0);

-- The total of all comes first and is held to the transaction's end, so two transactions never wait for each other.
CREATE FUNCTION change_driver_totals(day date, change bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO driver_totals (grain, period, count)
  VALUES ('all', 'all', change), ('month', to_char(day, 'YYYY-MM'), change), ('day', to_char(day, 'YYYY-MM-DD'), change)
  ON CONFLICT (grain, period) DO UPDATE SET count = driver_totals.count + excluded.count
$$;

-- Whole statements are counted rather than rows: a bulk load would leave a dead version of each total for every row.
CREATE FUNCTION count_drivers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM change_driver_totals(registered_on, TG_ARGV[0]::bigint * drivers)
  FROM (SELECT registered_on, count(*) AS drivers FROM changed WHERE removed_at IS NULL GROUP BY registered_on) AS days;
  RETURN NULL;
END
$$;
CREATE TRIGGER drivers_added AFTER INSERT ON drivers
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_drivers('1');
CREATE TRIGGER drivers_deleted AFTER DELETE ON drivers
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_drivers('-1');

CREATE FUNCTION recount_driver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.removed_at IS NULL THEN PERFORM change_driver_totals(OLD.registered_on, -1); END IF;
  IF NEW.removed_at IS NULL THEN PERFORM change_driver_totals(NEW.registered_on, 1); END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER drivers_recounted AFTER UPDATE ON drivers FOR EACH ROW
  WHEN ((OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) OR OLD.registered_on <> NEW.registered_on)
  EXECUTE FUNCTION recount_driver();
