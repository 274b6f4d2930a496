-- Each change by staff makes the next version, by which an edit that was begun before it is known.
ALTER TABLE drivers
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- The record that this one turned out to repeat; it is removed, and its payments are that one's.
  ADD COLUMN merged_into bigint REFERENCES drivers (id) CHECK (merged_into <> id),
  ADD CONSTRAINT drivers_merged_removed CHECK (merged_into IS NULL OR removed_at IS NOT NULL);
CREATE INDEX drivers_merged ON drivers (merged_into) WHERE merged_into IS NOT NULL;

-- Values before and after, which are people's own and go with their driver; the audit log, which is kept for good, has the
-- names of the fields alone.
CREATE TABLE driver_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  driver_id bigint NOT NULL REFERENCES drivers (id) ON DELETE CASCADE,
  -- The version that it made; null of a new photo, which no other edit can be in the way of.
  version integer,
  changed_at timestamptz NOT NULL,
  changed_by bigint NOT NULL REFERENCES accounts (id),
  reason filled_text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  UNIQUE (driver_id, version)
);
CREATE INDEX driver_changes_of_driver ON driver_changes (driver_id, id);

-- Lists of current drivers by whether their first fee is paid, and by the plan that they agreed on last.
CREATE INDEX drivers_paid_newest ON drivers (registered_on DESC, id DESC) WHERE removed_at IS NULL AND unpaid_since IS NULL;
CREATE INDEX drivers_unpaid_newest ON drivers (registered_on DESC, id DESC)
  WHERE removed_at IS NULL AND unpaid_since IS NOT NULL;
CREATE INDEX driver_plans_of_plan ON driver_plans (plan, driver_id);
