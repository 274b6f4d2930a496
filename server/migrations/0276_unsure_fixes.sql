-- A fix that no car can have come to waits beside the sure place until a second one agrees with it.
ALTER TABLE positions ADD COLUMN is_unsure boolean NOT NULL DEFAULT false;
ALTER TABLE device_places
  ADD COLUMN unsure_at timestamptz,
  ADD COLUMN unsure_latitude double precision,
  ADD COLUMN unsure_longitude double precision;
ALTER TABLE incident_places ADD COLUMN is_unsure boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN positions.is_unsure IS
  'The receiver said that the fix is not valid, or no car can have come there from the sure place of then';
COMMENT ON COLUMN device_places.unsure_at IS 'The time of the fix that waits for a second one';
