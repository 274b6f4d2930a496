-- Lists of trackers, and how those with the same column names were read last (docs/architecture/imports.md).
CREATE TABLE device_import_mappings (
  fingerprint text COLLATE "C" PRIMARY KEY CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  mapping jsonb NOT NULL,
  changed_by bigint REFERENCES accounts (id),
  changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN device_import_mappings.fingerprint IS 'The SHA-256 of the names, in hexadecimal digits.';

CREATE TABLE device_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_name text NOT NULL,
  line_count integer NOT NULL CHECK (line_count > 0),
  status text COLLATE "C" NOT NULL DEFAULT 'uploaded'
    CHECK (status IN ('uploaded', 'checked', 'importing', 'imported', 'cancelled')),
  status_reason text,
  suggestion jsonb NOT NULL,
  is_remembered boolean NOT NULL,
  mapping jsonb,
  counts jsonb NOT NULL DEFAULT '[]',
  problem text NOT NULL DEFAULT '',
  job_id bigint,
  uploaded_by bigint NOT NULL REFERENCES accounts (id),
  uploader text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  CHECK (status = 'uploaded' OR mapping IS NOT NULL),
  CHECK ((status = 'imported') = (imported_at IS NOT NULL))
);
CREATE INDEX device_imports_by_time ON device_imports (uploaded_at, id);

CREATE TABLE device_import_lines (
  import_id bigint NOT NULL REFERENCES device_imports (id) ON DELETE CASCADE,
  line integer NOT NULL CHECK (line > 0),
  cells jsonb NOT NULL,
  outcome text COLLATE "C" CHECK (outcome IN ('new', 'known', 'repeated', 'refused')),
  reason text NOT NULL DEFAULT '',
  imei text COLLATE "C" NOT NULL DEFAULT '',
  serial_number text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  sim_number text NOT NULL DEFAULT '',
  sim_network text NOT NULL DEFAULT '',
  bundle_until date,
  is_imported boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, line)
);
COMMENT ON COLUMN device_import_lines.outcome IS 'Null until the columns are chosen, and of lines above the column names for good.';
CREATE INDEX device_import_lines_by_outcome ON device_import_lines (import_id, outcome, line);
