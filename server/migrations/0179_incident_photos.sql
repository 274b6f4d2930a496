-- Photos with notes on emergencies (docs/product/incidents.md, rule 18).
CREATE TABLE incident_photos (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id bigint NOT NULL REFERENCES incidents (id),
  step_id bigint NOT NULL UNIQUE REFERENCES incident_steps (id),
  at timestamptz NOT NULL,
  added_by bigint NOT NULL REFERENCES accounts (id),
  jpeg bytea
);
COMMENT ON TABLE incident_photos IS 'Photos that came with notes. In rows, to be in the backup of what they prove.';
COMMENT ON COLUMN incident_photos.step_id IS 'The note that it came with.';
COMMENT ON COLUMN incident_photos.jpeg IS 'Null once its person was erased.';
CREATE INDEX incident_photos_of ON incident_photos (incident_id, id);
