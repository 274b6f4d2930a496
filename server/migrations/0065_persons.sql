-- A driver record is a person's membership with one car. The person is named by the record number of their first one.
-- Setting the column by a new type writes the table once, without a second version of each row.
ALTER TABLE drivers ADD COLUMN person_id bigint;
ALTER TABLE drivers ALTER COLUMN person_id TYPE bigint USING id, ALTER COLUMN person_id SET NOT NULL;
ALTER TABLE drivers ADD CONSTRAINT drivers_person FOREIGN KEY (person_id) REFERENCES drivers (id);
CREATE INDEX drivers_of_person ON drivers (person_id, id);

-- A new driver is a person of their own unless told otherwise.
CREATE FUNCTION name_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.person_id := coalesce(NEW.person_id, NEW.id);
  RETURN NEW;
END
$$;
CREATE TRIGGER drivers_name_person BEFORE INSERT ON drivers FOR EACH ROW EXECUTE FUNCTION name_person();

-- The mobile and ID numbers that current drivers have, each with the one person whose it is and how many of their cars have it.
-- The primary key decides between two persons who come at once.
CREATE TABLE person_numbers (
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('mobile', 'id')),
  number text COLLATE "C" NOT NULL,
  person_id bigint NOT NULL,
  cars integer NOT NULL CHECK (cars >= 0),
  PRIMARY KEY (kind, number)
);
INSERT INTO person_numbers (kind, number, person_id, cars)
SELECT 'mobile', mobile_number, person_id, 1 FROM drivers WHERE removed_at IS NULL
UNION ALL SELECT 'id', id_key, person_id, 1 FROM drivers WHERE removed_at IS NULL;

-- Refuses as the unique index of before did, by its name, so that code words both alike.
CREATE FUNCTION take_number(taken_kind text, taken text, person bigint, index_name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO person_numbers AS held (kind, number, person_id, cars) VALUES (taken_kind, taken, person, 1)
  ON CONFLICT (kind, number) DO UPDATE SET cars = held.cars + 1 WHERE held.person_id = person;
  IF NOT FOUND THEN
    RAISE unique_violation USING MESSAGE = 'another person has this number', TABLE = 'drivers', CONSTRAINT = index_name;
  END IF;
END
$$;
CREATE FUNCTION give_back_number(given_kind text, given text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  left_over integer;
BEGIN
  UPDATE person_numbers SET cars = cars - 1 WHERE kind = given_kind AND number = given RETURNING cars INTO left_over;
  IF left_over = 0 THEN DELETE FROM person_numbers WHERE kind = given_kind AND number = given; END IF;
END
$$;
-- Numbers are given back before others are taken, so that a record may change its person or swap a number for its own.
CREATE FUNCTION hold_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.removed_at IS NULL THEN
    PERFORM give_back_number('mobile', OLD.mobile_number);
    PERFORM give_back_number('id', OLD.id_key);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.removed_at IS NULL THEN
    PERFORM take_number('mobile', NEW.mobile_number, NEW.person_id, 'drivers_mobile');
    PERFORM take_number('id', NEW.id_key, NEW.person_id, 'drivers_id_number');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER drivers_hold_numbers AFTER INSERT OR DELETE ON drivers FOR EACH ROW EXECUTE FUNCTION hold_numbers();
CREATE TRIGGER drivers_change_numbers AFTER UPDATE ON drivers FOR EACH ROW
  WHEN (OLD.removed_at IS DISTINCT FROM NEW.removed_at OR OLD.mobile_number <> NEW.mobile_number
    OR OLD.id_number <> NEW.id_number OR OLD.person_id <> NEW.person_id)
  EXECUTE FUNCTION hold_numbers();

-- Searches go by the same columns as before; several cars of a person have the same values.
DROP INDEX drivers_mobile;
DROP INDEX drivers_id_number;
CREATE INDEX drivers_mobile ON drivers (mobile_number, id) WHERE removed_at IS NULL;
CREATE INDEX drivers_id_number ON drivers (id_key, id) WHERE removed_at IS NULL;
