-- Registers of land, and how those with the same column names were read last (docs/architecture/imports.md).
CREATE TABLE land_import_mappings (
  fingerprint text COLLATE "C" PRIMARY KEY CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  mapping jsonb NOT NULL,
  changed_by bigint REFERENCES accounts (id),
  changed_at timestamptz NOT NULL
);
COMMENT ON COLUMN land_import_mappings.fingerprint IS 'The SHA-256 of the names, in hexadecimal digits.';

CREATE TABLE land_imports (
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
  ahead jsonb,
  plots integer NOT NULL DEFAULT 0,
  tenants integer NOT NULL DEFAULT 0,
  tenancies integer NOT NULL DEFAULT 0,
  boundaries integer NOT NULL DEFAULT 0,
  zones integer NOT NULL DEFAULT 0,
  uploaded_by bigint NOT NULL REFERENCES accounts (id),
  uploader text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  take_back_job_id bigint,
  taken_back integer NOT NULL DEFAULT 0 CHECK (taken_back >= 0),
  taken_back_at timestamptz,
  CHECK (status = 'uploaded' OR mapping IS NOT NULL),
  CHECK ((status = 'imported') = (imported_at IS NOT NULL)),
  CHECK (take_back_job_id IS NOT NULL OR (taken_back = 0 AND taken_back_at IS NULL))
);
COMMENT ON COLUMN land_imports.ahead IS 'How many of each the check found that the import would make.';
COMMENT ON COLUMN land_imports.boundaries IS 'Boundaries that it added to plots which were known before.';
COMMENT ON COLUMN land_imports.taken_back IS 'How many of its plots, tenants, tenancies and boundaries were removed again.';
CREATE INDEX land_imports_by_time ON land_imports (uploaded_at, id);

CREATE TABLE land_import_lines (
  import_id bigint NOT NULL REFERENCES land_imports (id) ON DELETE CASCADE,
  line integer NOT NULL CHECK (line > 0),
  cells jsonb NOT NULL,
  outcome text COLLATE "C" CHECK (
    outcome IN ('new', 'remark', 'tenancy', 'boundary', 'known', 'held', 'repeated', 'refused')
  ),
  reason text NOT NULL DEFAULT '',
  plot_id bigint REFERENCES plots (id) ON DELETE SET NULL,
  tenant_id bigint REFERENCES tenants (id) ON DELETE SET NULL,
  is_imported boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, line)
);
COMMENT ON COLUMN land_import_lines.outcome IS 'Null until the columns are chosen, and of lines above the column names for good.';
CREATE INDEX land_import_lines_by_outcome ON land_import_lines (import_id, outcome, line);
CREATE INDEX land_import_lines_of_plot ON land_import_lines (plot_id) WHERE plot_id IS NOT NULL;
CREATE INDEX land_import_lines_of_tenant ON land_import_lines (tenant_id) WHERE tenant_id IS NOT NULL;

-- An import whose records nobody has touched since can be taken back (docs/product/land.md, rule 68).
ALTER TABLE plots
  ADD COLUMN import_id bigint REFERENCES land_imports (id),
  ADD COLUMN boundary_import_id bigint REFERENCES land_imports (id),
  ADD COLUMN boundary_version integer;
COMMENT ON COLUMN plots.import_id IS 'The import that made it.';
COMMENT ON COLUMN plots.boundary_import_id IS 'The import that added its boundary when the plot was known already.';
COMMENT ON COLUMN plots.boundary_version IS 'Its version once that import had added its boundary; a later one says that somebody changed it.';
CREATE INDEX plots_of_import ON plots (import_id, id) WHERE import_id IS NOT NULL;
CREATE INDEX plots_bounded_by_import ON plots (boundary_import_id, id) WHERE boundary_import_id IS NOT NULL;
ALTER TABLE tenants ADD COLUMN import_id bigint REFERENCES land_imports (id);
COMMENT ON COLUMN tenants.import_id IS 'The import that made the record.';
CREATE INDEX tenants_of_import ON tenants (import_id, id) WHERE import_id IS NOT NULL;
ALTER TABLE tenancies ADD COLUMN import_id bigint REFERENCES land_imports (id);
COMMENT ON COLUMN tenancies.import_id IS 'The import that made the record.';
CREATE INDEX tenancies_of_import ON tenancies (import_id, id) WHERE import_id IS NOT NULL;
