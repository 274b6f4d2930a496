-- Paths and stops drawn on the map, and the rules of who must stay in or out (docs/product/tracking.md).
CREATE TABLE fence_shapes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  path_id bigint UNIQUE REFERENCES paths (id),
  stop_id bigint UNIQUE REFERENCES stops (id),
  corners jsonb,
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  radius_m double precision CHECK (radius_m BETWEEN 20 AND 100000),
  version integer NOT NULL DEFAULT 1,
  changed_at timestamptz NOT NULL,
  changed_by bigint REFERENCES accounts (id),
  CONSTRAINT fence_shapes_of_one CHECK (num_nonnulls(path_id, stop_id) = 1),
  CONSTRAINT fence_shapes_form CHECK (
    CASE WHEN corners IS NULL THEN num_nonnulls(latitude, longitude, radius_m) = 3
      ELSE jsonb_array_length(corners) BETWEEN 3 AND 200 AND num_nonnulls(latitude, longitude, radius_m) = 0 END
  )
);
COMMENT ON COLUMN fence_shapes.corners IS 'Latitude and longitude of each corner; the last is joined to the first.';
COMMENT ON CONSTRAINT fence_shapes_path_id_fkey ON fence_shapes IS 'shape on the map, shapes on the map';
COMMENT ON CONSTRAINT fence_shapes_stop_id_fkey ON fence_shapes IS 'shape on the map, shapes on the map';

CREATE TABLE fence_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shape_id bigint NOT NULL REFERENCES fence_shapes (id) ON DELETE CASCADE,
  must text COLLATE "C" NOT NULL,
  plan text COLLATE "C",
  driver_id bigint REFERENCES drivers (id),
  days smallint[] NOT NULL CHECK (cardinality(days) BETWEEN 1 AND 7 AND days <@ '{1,2,3,4,5,6,7}'),
  from_time text COLLATE "C" NOT NULL CHECK (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  until_time text COLLATE "C" NOT NULL CHECK (until_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  is_active boolean NOT NULL DEFAULT true,
  CONSTRAINT fence_rules_must_check CHECK (must IN ('stay_in', 'stay_out')),
  CONSTRAINT fence_rules_plan_check CHECK (plan IN ('monthly', 'standard', 'platinum')),
  CONSTRAINT fence_rules_whom CHECK (num_nonnulls(plan, driver_id) <= 1)
);
COMMENT ON COLUMN fence_rules.plan IS 'The cars of a plan, or driver_id one car; without both it is for all.';
COMMENT ON COLUMN fence_rules.days IS 'Monday is 1. Hours that pass midnight belong to the day on which they begin.';
COMMENT ON COLUMN fence_rules.until_time IS 'The same as from_time for the whole day.';
CREATE INDEX fence_rules_of_shape ON fence_rules (shape_id, id);
CREATE INDEX fence_rules_of_driver ON fence_rules (driver_id);

CREATE TABLE fence_states (
  device_id bigint NOT NULL REFERENCES devices (id),
  rule_id bigint NOT NULL REFERENCES fence_rules (id) ON DELETE CASCADE,
  is_outside boolean,
  is_by_traccar boolean NOT NULL DEFAULT false,
  is_noted boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (device_id, rule_id)
);
COMMENT ON COLUMN fence_states.is_outside IS 'Null while it is not known.';
COMMENT ON COLUMN fence_states.is_by_traccar IS 'Traccar tells of this fence for the device, so the server does not work it out.';
COMMENT ON COLUMN fence_states.is_noted IS 'The present breach is on the list already.';
CREATE INDEX fence_states_of_rule ON fence_states (rule_id);

-- Another value after each change of shapes and rules, by which servers know that theirs are old.
CREATE TABLE fence_revision (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  revision uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO fence_revision DEFAULT VALUES;
CREATE FUNCTION note_fence_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE fence_revision SET revision = gen_random_uuid();
  RETURN NULL;
END $$;
CREATE TRIGGER fence_shapes_revision AFTER INSERT OR UPDATE OR DELETE ON fence_shapes
  FOR EACH STATEMENT EXECUTE FUNCTION note_fence_revision();
CREATE TRIGGER fence_rules_revision AFTER INSERT OR UPDATE OR DELETE ON fence_rules
  FOR EACH STATEMENT EXECUTE FUNCTION note_fence_revision();
ALTER TABLE watch_entries ADD CONSTRAINT watch_entries_fence_rule_id_fkey
  FOREIGN KEY (fence_rule_id) REFERENCES fence_rules (id) ON DELETE SET NULL;
CREATE INDEX watch_entries_of_rule ON watch_entries (fence_rule_id);
CREATE TRIGGER paths_revision AFTER UPDATE ON paths FOR EACH STATEMENT EXECUTE FUNCTION note_fence_revision();
CREATE TRIGGER stops_revision AFTER UPDATE ON stops FOR EACH STATEMENT EXECUTE FUNCTION note_fence_revision();
