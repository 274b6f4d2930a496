-- Journals: what people post to the books (docs/product/books.md).
CREATE TABLE book_numbers (
  kind text COLLATE "C" NOT NULL,
  year smallint NOT NULL,
  last integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (kind, year)
);

CREATE TABLE journals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- `J2026-0001`, in the order of the year in which it was written.
  number text COLLATE "C" NOT NULL UNIQUE,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('general', 'opening', 'recurring', 'year end')),
  day date NOT NULL CHECK (day BETWEEN DATE '2000-01-01' AND DATE '2200-12-31'),
  description text NOT NULL CHECK (description <> ''),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'asked', 'posted', 'reversed', 'dropped')),
  -- Why it was not approved, dropped or reversed.
  status_reason text,
  -- The debits, which are the credits of one that balances.
  amount numeric(14, 2) NOT NULL DEFAULT 0,
  made_by bigint NOT NULL REFERENCES accounts (id),
  made_at timestamptz NOT NULL,
  posted_by bigint REFERENCES accounts (id),
  posted_at timestamptz,
  is_alone boolean NOT NULL DEFAULT false,
  ended_by bigint REFERENCES accounts (id),
  ended_at timestamptz,
  CHECK ((status IN ('posted', 'reversed')) = (posted_at IS NOT NULL)),
  CHECK ((status IN ('reversed', 'dropped')) = (ended_at IS NOT NULL))
);
CREATE INDEX journals_by_day ON journals (day, id);
CREATE INDEX journals_by_status ON journals (status, day, id) WHERE status <> 'posted';

CREATE TABLE journal_lines (
  journal_id bigint NOT NULL REFERENCES journals (id) ON DELETE CASCADE,
  line smallint NOT NULL CHECK (line BETWEEN 1 AND 100),
  account text COLLATE "C" NOT NULL REFERENCES ledger_accounts (code),
  -- Debits are positive, credits negative.
  amount numeric(14, 2) NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (journal_id, line)
);
CREATE INDEX journal_lines_account ON journal_lines (account, journal_id);

-- The lines of a journal that is posted are those of its entry.
CREATE FUNCTION keep_journal_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM journals WHERE id = coalesce(OLD.journal_id, NEW.journal_id) AND status NOT IN ('draft', 'dropped')
  ) THEN
    RAISE EXCEPTION 'The lines of a journal change while it is a draft'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_lines_kept', TABLE = 'journal_lines';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER journal_lines_kept BEFORE INSERT OR UPDATE OR DELETE ON journal_lines
  FOR EACH ROW EXECUTE FUNCTION keep_journal_lines();
