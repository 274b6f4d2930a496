-- Expenses with their taxes, and papers attached to records of the books (docs/product/books.md).
CREATE TABLE expense_tax_rates (
  from_day date NOT NULL,
  line smallint NOT NULL CHECK (line BETWEEN 1 AND 9),
  name text NOT NULL CHECK (name <> ''),
  rate numeric(5, 2) NOT NULL CHECK (rate > 0 AND rate < 100),
  on_levies boolean NOT NULL,
  is_reclaimable boolean NOT NULL,
  PRIMARY KEY (from_day, line)
);
COMMENT ON TABLE expense_tax_rates IS 'The taxes in prices from a day on, until the next day that has rates.';
COMMENT ON COLUMN expense_tax_rates.on_levies IS 'It is on the net and those that are not: VAT on the levies, until 2025.';
COMMENT ON COLUMN expense_tax_rates.is_reclaimable IS 'A company that is registered for VAT may reclaim it.';

-- VAT of 15 % since 2023 (Act 1087); the COVID levy went, and levies can be reclaimed, with Act 1151.
INSERT INTO expense_tax_rates (from_day, line, name, rate, on_levies, is_reclaimable) VALUES
  ('2023-01-01', 1, 'NHIL', 2.5, false, false),
  ('2023-01-01', 2, 'GETFund', 2.5, false, false),
  ('2023-01-01', 3, 'COVID-19 levy', 1, false, false),
  ('2023-01-01', 4, 'VAT', 15, true, true),
  ('2026-01-01', 1, 'NHIL', 2.5, false, true),
  ('2026-01-01', 2, 'GETFund', 2.5, false, true),
  ('2026-01-01', 3, 'VAT', 15, false, true);

CREATE TABLE expenses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- `E2026-0001`, in the order of the year in which it was entered.
  number text COLLATE "C" NOT NULL UNIQUE,
  payee text NOT NULL CHECK (payee <> ''),
  -- The account of its cost.
  kind text COLLATE "C" NOT NULL REFERENCES ledger_accounts (code),
  day date NOT NULL CHECK (day BETWEEN DATE '2000-01-01' AND DATE '2200-12-31'),
  paid_from text COLLATE "C" NOT NULL REFERENCES ledger_accounts (code),
  -- With the taxes that it includes.
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  -- The part of it that is input tax, and no cost.
  reclaimed numeric(14, 2) NOT NULL CHECK (reclaimed >= 0 AND reclaimed < amount),
  reference text CHECK (reference <> ''),
  description text NOT NULL CHECK (description <> ''),
  -- It was above the limit of its day of entry, so that another person decides about it.
  needs_approval boolean NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('asked', 'posted', 'refused', 'void')),
  -- Why it was refused or is void.
  status_reason text,
  made_by bigint NOT NULL REFERENCES accounts (id),
  made_at timestamptz NOT NULL,
  posted_by bigint REFERENCES accounts (id),
  posted_at timestamptz,
  is_alone boolean NOT NULL DEFAULT false,
  ended_by bigint REFERENCES accounts (id),
  ended_at timestamptz,
  CHECK ((status IN ('posted', 'void')) = (posted_at IS NOT NULL)),
  CHECK ((status IN ('refused', 'void')) = (ended_at IS NOT NULL))
);
CREATE INDEX expenses_by_day ON expenses (day, id);
CREATE INDEX expenses_by_kind ON expenses (kind, day, id);
CREATE INDEX expenses_by_status ON expenses (status, day, id) WHERE status <> 'posted';
CREATE INDEX expenses_by_payee ON expenses (lower(payee) COLLATE "C", day, id);
CREATE INDEX expenses_to_sum ON expenses (day, kind) INCLUDE (amount) WHERE status = 'posted';
CREATE INDEX expenses_paid_from ON expenses (paid_from);

CREATE TABLE expense_taxes (
  expense_id bigint NOT NULL REFERENCES expenses (id),
  line smallint NOT NULL CHECK (line BETWEEN 1 AND 9),
  name text NOT NULL,
  rate numeric(5, 2) NOT NULL,
  amount numeric(14, 2) NOT NULL CHECK (amount >= 0),
  is_reclaimed boolean NOT NULL,
  PRIMARY KEY (expense_id, line)
);

-- An expense stays as it was entered: a correction is an expense of its own.
CREATE FUNCTION keep_expense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'expenses' THEN
    IF (OLD.number, OLD.payee, OLD.kind, OLD.day, OLD.paid_from, OLD.amount, OLD.reclaimed, OLD.reference, OLD.description,
      OLD.needs_approval, OLD.made_by, OLD.made_at)
      IS NOT DISTINCT FROM (NEW.number, NEW.payee, NEW.kind, NEW.day, NEW.paid_from, NEW.amount, NEW.reclaimed,
      NEW.reference, NEW.description, NEW.needs_approval, NEW.made_by, NEW.made_at)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'An expense stays as it was entered'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'expenses_kept', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER expenses_kept BEFORE UPDATE OR DELETE ON expenses FOR EACH ROW EXECUTE FUNCTION keep_expense();
CREATE TRIGGER expense_taxes_kept BEFORE UPDATE OR DELETE ON expense_taxes FOR EACH ROW EXECUTE FUNCTION keep_expense();

CREATE TABLE book_attachments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_kind text COLLATE "C" NOT NULL CHECK (subject_kind IN ('journal', 'expense')),
  subject_id bigint NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  type text COLLATE "C" NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg')),
  size integer NOT NULL CHECK (size > 0),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  content bytea NOT NULL,
  added_by bigint NOT NULL REFERENCES accounts (id),
  added_at timestamptz NOT NULL,
  CHECK (size = length(content))
);
COMMENT ON TABLE book_attachments IS 'Papers of journals and expenses. In rows, to be in the backup of what they prove.';
CREATE INDEX book_attachments_of ON book_attachments (subject_kind, subject_id, id);

-- A paper stays as it was attached, and goes only from a record that is not posted.
CREATE FUNCTION keep_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND coalesce(
    (SELECT status FROM journals WHERE OLD.subject_kind = 'journal' AND id = OLD.subject_id),
    (SELECT status FROM expenses WHERE OLD.subject_kind = 'expense' AND id = OLD.subject_id)
  ) IN ('draft', 'asked') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'A paper of a posted record stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'book_attachments_kept', TABLE = 'book_attachments';
END $$;
CREATE TRIGGER book_attachments_kept BEFORE UPDATE OR DELETE ON book_attachments
  FOR EACH ROW EXECUTE FUNCTION keep_attachment();
