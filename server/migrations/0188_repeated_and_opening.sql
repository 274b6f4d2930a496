-- Journals that are proposed again each month, and opening balances out of a file (docs/product/books.md).
CREATE TABLE repeated_journals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The posted journal whose lines are proposed again.
  journal_id bigint NOT NULL REFERENCES journals (id),
  status text COLLATE "C" NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'stopped')),
  status_reason text,
  -- The day of each month, which every month has.
  day_of_month smallint NOT NULL CHECK (day_of_month BETWEEN 1 AND 28),
  next_day date NOT NULL,
  last_day date,
  made_by bigint NOT NULL REFERENCES accounts (id),
  made_at timestamptz NOT NULL,
  stopped_by bigint REFERENCES accounts (id),
  stopped_at timestamptz,
  CHECK (extract(day FROM next_day) = day_of_month),
  CHECK ((status = 'stopped') = (stopped_at IS NOT NULL))
);
CREATE UNIQUE INDEX repeated_journals_once ON repeated_journals (journal_id) WHERE status = 'running';
CREATE INDEX repeated_journals_due ON repeated_journals (next_day) WHERE status = 'running';

ALTER TABLE journals
  ADD COLUMN repeats bigint REFERENCES repeated_journals (id),
  -- The day on which it was due, which is before its own where that month was closed.
  ADD COLUMN due_on date,
  ADD CHECK ((repeats IS NULL) = (due_on IS NULL));
CREATE UNIQUE INDEX journals_repeat_once ON journals (repeats, due_on) WHERE repeats IS NOT NULL;

CREATE TABLE balance_import_mappings (
  fingerprint text COLLATE "C" PRIMARY KEY CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  mapping jsonb NOT NULL,
  changed_by bigint REFERENCES accounts (id),
  changed_at timestamptz NOT NULL
);

CREATE TABLE balance_imports (
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
  -- The draft that was written of it.
  journal_id bigint REFERENCES journals (id),
  uploaded_by bigint NOT NULL REFERENCES accounts (id),
  uploader text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  CHECK (status = 'uploaded' OR mapping IS NOT NULL),
  CHECK ((status = 'imported') = (imported_at IS NOT NULL))
);
CREATE INDEX balance_imports_by_time ON balance_imports (uploaded_at, id);

CREATE TABLE balance_import_lines (
  import_id bigint NOT NULL REFERENCES balance_imports (id) ON DELETE CASCADE,
  line integer NOT NULL CHECK (line > 0),
  cells jsonb NOT NULL,
  outcome text COLLATE "C" CHECK (outcome IN ('taken', 'nothing', 'repeated', 'refused')),
  reason text NOT NULL DEFAULT '',
  account text COLLATE "C" NOT NULL DEFAULT '',
  debit numeric(14, 2),
  credit numeric(14, 2),
  is_imported boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, line)
);
CREATE INDEX balance_import_lines_by_outcome ON balance_import_lines (import_id, outcome, line);
