-- Merges, with all that they changed as it was before, so that it can be put back for a day.
CREATE TABLE driver_merges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  duplicate_id bigint NOT NULL REFERENCES drivers (id),
  kept_id bigint NOT NULL REFERENCES drivers (id) CHECK (kept_id <> duplicate_id),
  merged_at timestamptz NOT NULL,
  merged_by bigint NOT NULL REFERENCES accounts (id),
  -- Why two records with nothing in common are one person's; empty where they have something in common.
  same_person text NOT NULL DEFAULT '',
  -- Null once it was taken back, or cannot be any more.
  before jsonb,
  taken_back_at timestamptz,
  taken_back_by bigint REFERENCES accounts (id),
  CHECK ((taken_back_at IS NULL) = (taken_back_by IS NULL)),
  CHECK (taken_back_at IS NULL OR before IS NULL)
);
-- A record leads to one other.
CREATE UNIQUE INDEX driver_merges_standing ON driver_merges (duplicate_id) WHERE taken_back_at IS NULL;
CREATE INDEX driver_merges_into ON driver_merges (kept_id, id) WHERE taken_back_at IS NULL;
CREATE INDEX driver_merges_held ON driver_merges (merged_at) WHERE before IS NOT NULL;
