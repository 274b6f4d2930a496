-- How statements with the same column names were read last.
CREATE TABLE statement_mappings (
  -- The SHA-256 of the names, in hexadecimal digits.
  fingerprint text COLLATE "C" PRIMARY KEY CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  mapping jsonb NOT NULL,
  changed_by bigint REFERENCES accounts (id),
  changed_at timestamptz NOT NULL
);

-- Statements of the company's accounts. Their lines go after a while; what they came to stays.
CREATE TABLE statement_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_name text NOT NULL,
  line_count integer NOT NULL CHECK (line_count > 0),
  status text COLLATE "C" NOT NULL DEFAULT 'uploaded'
    CHECK (status IN ('uploaded', 'checked', 'importing', 'imported', 'cancelled')),
  -- How it could be read, by its column names and its days, or by a statement before it.
  suggestion jsonb NOT NULL,
  is_remembered boolean NOT NULL,
  mapping jsonb,
  -- Lines by what becomes of them: [{outcome, lines, amount}].
  counts jsonb NOT NULL DEFAULT '[]',
  -- Why it cannot be imported as it is mapped.
  problem text NOT NULL DEFAULT '',
  unknown_directions jsonb NOT NULL DEFAULT '[]',
  -- Its last job, which is forgotten a while after its end.
  job_id bigint,
  uploaded_by bigint NOT NULL REFERENCES accounts (id),
  -- The username, as it was then.
  uploader text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  CHECK (status = 'uploaded' OR mapping IS NOT NULL),
  CHECK ((status = 'imported') = (imported_at IS NOT NULL))
);
CREATE INDEX statement_imports_by_time ON statement_imports (uploaded_at, id);

CREATE TABLE statement_lines (
  import_id bigint NOT NULL REFERENCES statement_imports (id) ON DELETE CASCADE,
  -- Its number in the file, from 1.
  line integer NOT NULL CHECK (line > 0),
  -- As the file has it, a text a column.
  cells jsonb NOT NULL,
  -- Null until the columns are chosen, and of lines above the column names for good.
  outcome text COLLATE "C" CHECK (outcome IN
    ('clears', 'no_claim', 'differs', 'paid', 'known', 'known_differs', 'repeated', 'outgoing', 'unreadable')),
  reason text NOT NULL DEFAULT '',
  received_on date,
  transaction_id text COLLATE "C" NOT NULL DEFAULT '',
  amount numeric(14, 2) CHECK (amount > 0),
  payer_name text NOT NULL DEFAULT '',
  payer_number text NOT NULL DEFAULT '',
  reference text NOT NULL DEFAULT '',
  is_imported boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, line)
);
CREATE INDEX statement_lines_by_outcome ON statement_lines (import_id, outcome, line);
