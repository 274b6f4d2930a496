-- A stranger's call becomes known by a code that is texted to the number in the record.
ALTER TABLE incident_signals
  ADD COLUMN code_hash bytea,
  ADD COLUMN code_until timestamptz,
  ADD COLUMN code_tries smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN incident_signals.code_hash IS 'SHA-256 of the phone’s secret and the code.';
