-- How often something was done to somebody within a span of time, for limits that must hold across servers (DESIGN §5).
-- Losing the counts in a crash lets somebody try a little more; writing them twice would slow every call down.
CREATE UNLOGGED TABLE limit_counts (
  name text COLLATE "C" NOT NULL,
  -- A hash of the account, car, number or address that is counted: the table must not become a list of who called.
  subject text COLLATE "C" NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (name, subject, starts_at)
);
CREATE INDEX limit_counts_ends_at ON limit_counts (ends_at);
