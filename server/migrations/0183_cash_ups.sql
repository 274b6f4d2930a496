-- Daily cash-up: clerks count their own cash by denomination (docs/product/books.md).
CREATE TABLE denominations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  denomination text NOT NULL UNIQUE CHECK (denomination = upper(denomination) AND denomination <> ''),
  value numeric(8, 2) NOT NULL CHECK (value > 0),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('note', 'coin')),
  -- False of one that is not counted any more.
  is_active boolean NOT NULL DEFAULT true
);
CREATE UNIQUE INDEX denominations_name ON denominations (replace(denomination, ' ', ''));
INSERT INTO denominations (denomination, value, kind)
SELECT 'GHS ' || value || ' NOTE', value, 'note' FROM unnest(ARRAY[200, 100, 50, 20, 10, 5, 2, 1]) AS value;
INSERT INTO denominations (denomination, value, kind) VALUES
  ('GHS 2 COIN', 2.00, 'coin'),
  ('GHS 1 COIN', 1.00, 'coin'),
  ('50 P COIN', 0.50, 'coin'),
  ('20 P COIN', 0.20, 'coin'),
  ('10 P COIN', 0.10, 'coin'),
  ('5 P COIN', 0.05, 'coin'),
  ('1 P COIN', 0.01, 'coin');

CREATE TABLE cash_ups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- `C2026-0001`, in the order of the year of its day.
  number text COLLATE "C" NOT NULL UNIQUE,
  clerk_id bigint NOT NULL REFERENCES accounts (id),
  day date NOT NULL,
  -- The first day whose cash it has, of a clerk's first one; null of the others, which have all cash since the one before.
  since date CHECK (since <= day),
  status text COLLATE "C" NOT NULL CHECK (status IN ('asked', 'refused', 'closed')),
  -- Why it was not approved.
  status_reason text,
  -- Of the last count, as are the sums and the entry of the books.
  attempt smallint NOT NULL DEFAULT 1 CHECK (attempt > 0),
  expected numeric(14, 2) NOT NULL,
  counted numeric(14, 2) NOT NULL CHECK (counted >= 0),
  head_entry bigint NOT NULL,
  handed_in_at timestamptz NOT NULL,
  agreed_by bigint REFERENCES accounts (id),
  agreed_at timestamptz,
  is_alone boolean NOT NULL DEFAULT false,
  UNIQUE (clerk_id, day),
  CHECK ((agreed_by IS NULL) = (agreed_at IS NULL)),
  CHECK (agreed_by IS NULL OR status = 'closed'),
  CHECK (status <> 'closed' OR agreed_by IS NOT NULL OR attempt = 1 AND expected = counted)
);
CREATE INDEX cash_ups_by_day ON cash_ups (day, id);
CREATE INDEX cash_ups_waiting ON cash_ups (status, day, id) WHERE status <> 'closed';

CREATE TABLE cash_up_counts (
  cash_up_id bigint NOT NULL REFERENCES cash_ups (id),
  attempt smallint NOT NULL CHECK (attempt > 0),
  handed_in_at timestamptz NOT NULL,
  -- Why it was counted again.
  reason text,
  expected numeric(14, 2) NOT NULL,
  counted numeric(14, 2) NOT NULL CHECK (counted >= 0),
  -- The books' head as it was handed in.
  head_entry bigint NOT NULL,
  head_hash bytea NOT NULL,
  PRIMARY KEY (cash_up_id, attempt),
  CHECK ((attempt = 1) = (reason IS NULL))
);

CREATE TABLE cash_up_pieces (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cash_up_id bigint NOT NULL,
  attempt smallint NOT NULL,
  denomination_id bigint NOT NULL CONSTRAINT cash_up_pieces_denomination REFERENCES denominations (id),
  pieces integer NOT NULL CHECK (pieces > 0),
  UNIQUE (cash_up_id, attempt, denomination_id),
  FOREIGN KEY (cash_up_id, attempt) REFERENCES cash_up_counts (cash_up_id, attempt)
);
COMMENT ON CONSTRAINT cash_up_pieces_denomination ON cash_up_pieces IS 'count of cash, counts of cash';
CREATE INDEX cash_up_pieces_of ON cash_up_pieces (denomination_id);

-- A count stays as it was handed in: a new count is a new row.
CREATE FUNCTION refuse_change_of_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A count of cash stays as it was handed in'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'cash_up_counts_kept', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER cash_up_counts_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON cash_up_counts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_count();
CREATE TRIGGER cash_up_pieces_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON cash_up_pieces
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_count();
CREATE TRIGGER cash_ups_not_removed BEFORE DELETE OR TRUNCATE ON cash_ups
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_count();

CREATE FUNCTION keep_cash_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'closed' OR (NEW.number, NEW.clerk_id, NEW.day) <> (OLD.number, OLD.clerk_id, OLD.day)
    OR NEW.since IS DISTINCT FROM OLD.since OR NEW.attempt < OLD.attempt
    OR NEW.attempt = OLD.attempt AND (NEW.expected, NEW.counted, NEW.head_entry) <> (OLD.expected, OLD.counted, OLD.head_entry)
  THEN
    RAISE EXCEPTION 'A cash-up stays as it was handed in'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'cash_ups_kept', TABLE = 'cash_ups';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cash_ups_kept BEFORE UPDATE ON cash_ups FOR EACH ROW EXECUTE FUNCTION keep_cash_up();

-- Cash since a clerk's last cash-up, whatever its day.
CREATE INDEX ledger_postings_cash ON ledger_postings (entry) INCLUDE (day, amount) WHERE account = '1010';
