-- A person is a row of their own, and a driver is that person's membership with one car. All current cars of a person share
-- their row. A car that is removed while the person has others gets a row with what it had then, and a removed record's row is
-- its own, so that it can be erased.
CREATE TABLE persons (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of a row that a removed car got: the number of the person's first row, which may be gone.
  former_of bigint,
  -- The same for all rows of one person.
  root_id bigint NOT NULL GENERATED ALWAYS AS (coalesce(former_of, id)) STORED,
  -- True while the person has a current car: then their numbers are nobody else's.
  is_current boolean NOT NULL DEFAULT true,
  -- An old list knows less of a person than a registration asks for.
  is_imported boolean NOT NULL DEFAULT false,
  -- From then on the person's data are gone.
  erased_at timestamptz,
  first_name filled_text NOT NULL,
  middle_name text NOT NULL DEFAULT '',
  last_name filled_text NOT NULL,
  -- The names as they are searched for, in any case and form of characters, and by their bytes, so that a beginning is a range.
  first_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (upper(normalize(first_name, NFKC))) STORED,
  last_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (upper(normalize(last_name, NFKC))) STORED,
  gender text CHECK (gender IN ('Male', 'Female')),
  date_of_birth date CHECK (date_of_birth >= '1900-01-01'),
  nationality filled_text,
  identification_type filled_text,
  id_number filled_text,
  id_key text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(upper(id_number), '[^A-Z0-9]', '', 'g')) STORED CHECK (id_key <> ''),
  date_issued date CHECK (date_issued >= date_of_birth),
  -- Ten years later, minus one day. From the 29th of February, the addition itself already gives the day before.
  expiry_date date CHECK (
    expiry_date = (date_issued + interval '10 years')::date
      - CASE WHEN extract(month FROM date_issued) = 2 AND extract(day FROM date_issued) = 29 THEN 0 ELSE 1 END
  ),
  -- A document that is not known is as one that was never valid.
  document_until date NOT NULL GENERATED ALWAYS AS (coalesce(expiry_date, '-infinity'::date)) STORED,
  marital_status text CHECK (marital_status IN ('Single', 'Married', 'Divorced', 'Separated', 'Widowed', 'Prefer Not to Say')),
  mobile_number text COLLATE "C" NOT NULL,
  email filled_text,
  spouse_mobile_number ghana_phone,
  next_of_kin filled_text,
  kin_mobile_number ghana_phone,
  kin_relationship filled_text,
  reference_person text NOT NULL DEFAULT '',
  reference_mobile_number ghana_phone,
  -- The file's name in the drivers' folder of the file store; rows of one person may share it.
  photo text CHECK (photo <> ''),
  -- Of an erased person nothing is held but the name, of an imported one what the list knew, of any other all.
  CONSTRAINT persons_whole CHECK (
    CASE WHEN erased_at IS NULL
      THEN mobile_number ~ '^\+233[1-9][0-9]{8}$' AND (date_issued IS NULL) = (expiry_date IS NULL)
        AND (is_imported OR num_nulls(gender, date_of_birth, nationality, identification_type, id_number, date_issued,
          marital_status, email, next_of_kin, kin_mobile_number, kin_relationship) = 0)
      ELSE NOT is_current AND mobile_number = '' AND reference_person = ''
        -- Null is no answer here: a check takes it for yes.
        AND (id_number = 'ERASED' AND email = 'ERASED' AND next_of_kin = 'ERASED') IS TRUE
        AND num_nonnulls(gender, date_of_birth, nationality, identification_type, date_issued, expiry_date, marital_status,
          kin_mobile_number, kin_relationship, spouse_mobile_number, reference_mobile_number, photo) = 0
    END
  )
);

-- Numbers and persons that are taken are decided by the indexes below; the table that held the numbers goes.
DROP TRIGGER drivers_name_person ON drivers;
DROP TRIGGER drivers_hold_numbers ON drivers;
DROP TRIGGER drivers_change_numbers ON drivers;
DROP FUNCTION name_person, hold_numbers, take_number, give_back_number;
DROP TABLE person_numbers;

-- The row of each driver: current cars of a person share that of the first one, with the values that were changed last. Cars
-- whose data differed before a change reached all of them have one person's data from now on.
CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
SELECT id AS driver_id, person_id AS root_id, removed_at IS NULL AS is_current,
  CASE WHEN removed_at IS NULL THEN min(id) OVER cars ELSE id END AS row_id,
  removed_at IS NOT NULL OR row_number() OVER last_changed = 1 AS gives_values,
  CASE WHEN removed_at IS NULL THEN first_value(photo) OVER with_photo ELSE photo END AS photo
FROM drivers
LEFT JOIN (SELECT driver_id, max(id) AS last FROM driver_changes WHERE version IS NOT NULL GROUP BY 1) AS changes
  ON driver_id = drivers.id
WINDOW cars AS (PARTITION BY person_id, removed_at IS NULL),
  last_changed AS (PARTITION BY person_id, removed_at IS NULL ORDER BY last DESC NULLS LAST, id),
  with_photo AS (PARTITION BY person_id, removed_at IS NULL ORDER BY photo IS NULL, last DESC NULLS LAST, id);

INSERT INTO persons (id, former_of, is_current, is_imported, erased_at, first_name, middle_name, last_name, gender, date_of_birth,
  nationality, identification_type, id_number, date_issued, expiry_date, marital_status, mobile_number, email,
  spouse_mobile_number, next_of_kin, kin_mobile_number, kin_relationship, reference_person, reference_mobile_number, photo)
OVERRIDING SYSTEM VALUE
SELECT row_id, nullif(root_id, row_id), is_current, import_id IS NOT NULL, erased_at, first_name, middle_name, last_name, gender,
  date_of_birth, nationality, identification_type, id_number, date_issued, expiry_date, marital_status, mobile_number, email,
  spouse_mobile_number, next_of_kin, kin_mobile_number, kin_relationship, reference_person, reference_mobile_number, moved.photo
FROM moved JOIN drivers ON drivers.id = driver_id
WHERE gives_values ORDER BY row_id;
SELECT setval(pg_get_serial_sequence('persons', 'id'), coalesce(max(id), 1), max(id) IS NOT NULL) FROM persons;

-- Each car had a file of its own of the person's photo. One stays; the sweep removes the others.
INSERT INTO unowned_files (key, since, let_go)
SELECT 'drivers/' || drivers.photo, now(), true FROM moved JOIN drivers ON drivers.id = driver_id
WHERE drivers.photo <> moved.photo;

ALTER TABLE drivers DROP CONSTRAINT drivers_person;
DROP INDEX drivers_of_person;
UPDATE drivers SET person_id = row_id FROM moved WHERE driver_id = drivers.id AND person_id <> row_id;
-- Indexes and checks of these columns go with them. Setting the type anew writes the table without them.
ALTER TABLE drivers
  DROP COLUMN id_key, DROP COLUMN erased_at, DROP COLUMN first_name, DROP COLUMN middle_name, DROP COLUMN last_name,
  DROP COLUMN gender, DROP COLUMN date_of_birth, DROP COLUMN nationality, DROP COLUMN identification_type,
  DROP COLUMN id_number, DROP COLUMN date_issued, DROP COLUMN expiry_date, DROP COLUMN marital_status,
  DROP COLUMN mobile_number, DROP COLUMN email, DROP COLUMN spouse_mobile_number, DROP COLUMN next_of_kin,
  DROP COLUMN kin_mobile_number, DROP COLUMN kin_relationship, DROP COLUMN reference_person,
  DROP COLUMN reference_mobile_number, DROP COLUMN photo,
  ALTER COLUMN person_id TYPE bigint USING person_id + 0;

CREATE UNIQUE INDEX persons_mobile ON persons (mobile_number) WHERE is_current;
CREATE UNIQUE INDEX persons_id_number ON persons (id_key) WHERE is_current;
CREATE UNIQUE INDEX persons_current ON persons (root_id) WHERE is_current;
CREATE INDEX persons_of_root ON persons (root_id);
ALTER TABLE drivers ADD CONSTRAINT drivers_person FOREIGN KEY (person_id) REFERENCES persons (id);
CREATE INDEX drivers_of_person ON drivers (person_id, id);

-- Searches go by the beginnings of numbers and names, of removed drivers too.
CREATE INDEX persons_former_mobile ON persons (mobile_number, id) WHERE NOT is_current;
CREATE INDEX persons_last_name ON persons (last_key, id);
CREATE INDEX persons_first_name ON persons (first_key, id);
CREATE INDEX persons_names ON persons (last_key, first_key, id) WHERE is_current;
-- Registrations of which something is missing.
CREATE INDEX persons_without_photo ON persons (id) WHERE is_current AND photo IS NULL;
CREATE INDEX persons_by_document ON persons (document_until, id) WHERE is_current;
CREATE INDEX persons_incomplete ON persons (id) WHERE erased_at IS NULL AND num_nulls(gender, date_of_birth, nationality,
  identification_type, id_number, date_issued, marital_status, email, next_of_kin, kin_mobile_number, kin_relationship) > 0;
-- Deleting an entry of a list looks for its uses by these.
CREATE INDEX persons_of_nationality ON persons (nationality);
CREATE INDEX persons_of_identification ON persons (identification_type);
CREATE INDEX persons_of_relationship ON persons (kin_relationship);
ALTER TABLE persons
  ADD CONSTRAINT persons_nationality FOREIGN KEY (nationality) REFERENCES nationalities (nationality) ON UPDATE CASCADE,
  ADD CONSTRAINT persons_identification FOREIGN KEY (identification_type) REFERENCES identifications (identification)
    ON UPDATE CASCADE,
  ADD CONSTRAINT persons_relationship FOREIGN KEY (kin_relationship) REFERENCES relationships (relationship) ON UPDATE CASCADE;
COMMENT ON CONSTRAINT persons_nationality ON persons IS 'driver, drivers';
COMMENT ON CONSTRAINT persons_identification ON persons IS 'driver, drivers';
COMMENT ON CONSTRAINT persons_relationship ON persons IS 'driver, drivers';

-- A person is current while one of their cars is, whoever changes it. The lock is taken before the look, so that of two who
-- remove a person's last two cars at once the second one sees that none is left.
CREATE FUNCTION keep_person_current() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;
CREATE TRIGGER drivers_keep_person_current AFTER DELETE OR UPDATE OF removed_at, person_id ON drivers
  FOR EACH ROW EXECUTE FUNCTION keep_person_current();
CREATE FUNCTION make_persons_current() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM persons JOIN new_rows ON person_id = persons.id ORDER BY persons.id FOR NO KEY UPDATE OF persons;
  UPDATE persons SET is_current = true FROM new_rows WHERE person_id = persons.id AND removed_at IS NULL AND NOT is_current;
  RETURN NULL;
END
$$;
CREATE TRIGGER drivers_make_persons_current AFTER INSERT ON drivers REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION make_persons_current();
CREATE TRIGGER persons_live AFTER UPDATE ON persons FOR EACH STATEMENT EXECUTE FUNCTION tell_live('drivers');

-- Drivers with their persons, for all who read both. An outer join, as PostgreSQL leaves one out of a statement that asks
-- nothing of the person. Whoever searches by a number or a name says `is_current` or not: indexes are of either.
CREATE VIEW driver_records AS
SELECT drivers.*, root_id, is_current, erased_at, first_name, middle_name, last_name, first_key, last_key, gender, date_of_birth, nationality,
  identification_type, id_number, id_key, date_issued, expiry_date, marital_status, mobile_number, email, spouse_mobile_number, next_of_kin,
  kin_mobile_number, kin_relationship, reference_person, reference_mobile_number, photo, document_until
FROM drivers LEFT JOIN persons ON persons.id = drivers.person_id;
