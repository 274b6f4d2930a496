-- A person may have their data erased (Act 843). The row stays, for the books: driver code, plans, and where the books have
-- an entry for the driver, the name and the plate. Columns that other tables or programs read of any driver stay filled.
ALTER TABLE drivers ADD COLUMN erased_at timestamptz;
ALTER TABLE drivers
  ALTER COLUMN gender DROP NOT NULL,
  ALTER COLUMN date_of_birth DROP NOT NULL,
  ALTER COLUMN nationality DROP NOT NULL,
  ALTER COLUMN identification_type DROP NOT NULL,
  ALTER COLUMN date_issued DROP NOT NULL,
  ALTER COLUMN expiry_date DROP NOT NULL,
  ALTER COLUMN marital_status DROP NOT NULL,
  ALTER COLUMN kin_mobile_number DROP NOT NULL,
  ALTER COLUMN kin_relationship DROP NOT NULL,
  -- The domain's base type, which keeps the indexes; the constraint below has its rule.
  ALTER COLUMN mobile_number TYPE text COLLATE "C";
ALTER TABLE drivers ADD CONSTRAINT drivers_erased_whole CHECK (
  CASE WHEN erased_at IS NULL
    THEN mobile_number ~ '^\+233[1-9][0-9]{8}$'
      AND num_nulls(gender, date_of_birth, nationality, identification_type, date_issued, expiry_date, marital_status,
        kin_mobile_number, kin_relationship) = 0
    ELSE removed_at IS NOT NULL AND mobile_number = '' AND gps_address = '' AND reference_person = ''
      AND id_number = 'ERASED' AND email = 'ERASED' AND next_of_kin = 'ERASED'
      AND num_nonnulls(gender, date_of_birth, nationality, identification_type, date_issued, expiry_date, marital_status,
        kin_mobile_number, kin_relationship, spouse_mobile_number, reference_mobile_number, photo) = 0
  END
);

-- Staff who opened a driver's page, by username: told once an hour of each.
CREATE TABLE driver_looks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  driver_id bigint NOT NULL REFERENCES drivers (id),
  actor text COLLATE "C" NOT NULL,
  looked_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX driver_looks_hourly
  ON driver_looks (driver_id, actor, (date_trunc('hour', looked_at AT TIME ZONE 'UTC')));
CREATE INDEX driver_looks_driver ON driver_looks (driver_id, looked_at, id);
CREATE INDEX driver_looks_actor ON driver_looks (actor, looked_at, id);
CREATE INDEX driver_looks_at ON driver_looks (looked_at, id);
