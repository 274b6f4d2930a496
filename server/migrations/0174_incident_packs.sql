-- Packs of incidents for the police (docs/product/incidents.md, rule 31).
CREATE TABLE incident_packs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id bigint NOT NULL REFERENCES incidents (id),
  nth smallint NOT NULL CHECK (nth > 0),
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  made_at timestamptz NOT NULL,
  made_by bigint NOT NULL REFERENCES accounts (id),
  made_for text NOT NULL CHECK (made_for <> ''),
  pdf bytea,
  file_hash bytea NOT NULL CHECK (octet_length(file_hash) = 32),
  UNIQUE (incident_id, nth)
);
COMMENT ON TABLE incident_packs IS 'Documents of incidents as they were handed out, to check copies against.';
COMMENT ON COLUMN incident_packs.nth IS 'Counts the packs of the incident.';
COMMENT ON COLUMN incident_packs.code IS 'Leads to the page that checks the document.';
COMMENT ON COLUMN incident_packs.pdf IS 'Null once its person was erased.';
COMMENT ON COLUMN incident_packs.file_hash IS 'SHA-256 of the file.';
