-- Auditors: sign-ins for days that read the books and nothing else (docs/product/books.md).
ALTER TABLE accounts
  ADD COLUMN ends_at timestamptz,
  DROP CONSTRAINT accounts_check,
  ADD CONSTRAINT accounts_check CHECK (
    (kind = 'member' AND role = 'Member') OR (kind = 'tenant' AND role = 'Tenant') OR (kind = 'staff' AND role IN (
      'SuperAdmin', 'SystemAdmin', 'SuperUser', 'Operations', 'Accounts', 'Legal', 'SystemUser', 'Auditor'
    ))
  ),
  ADD CONSTRAINT accounts_auditor_ends CHECK ((role = 'Auditor') = (ends_at IS NOT NULL));
COMMENT ON COLUMN accounts.ends_at IS 'From then on an auditor''s sign-in is good for nothing.';

-- An auditor stays one, and no longer than was opened, whatever writes the row.
CREATE FUNCTION keep_auditors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role <> OLD.role OR NEW.ends_at > OLD.ends_at THEN
    RAISE EXCEPTION 'An auditor gets no role and no more time'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'accounts_auditor_kept', TABLE = 'accounts';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER accounts_auditor_kept BEFORE UPDATE OF role, ends_at ON accounts
  FOR EACH ROW WHEN (OLD.role = 'Auditor' OR NEW.role = 'Auditor') EXECUTE FUNCTION keep_auditors();

CREATE TABLE auditors (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  -- Counts on, so that no two auditors ever had one username.
  serial bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  fullname text NOT NULL CHECK (fullname <> ''),
  email text NOT NULL DEFAULT '',
  mobile_number text NOT NULL DEFAULT '',
  days smallint NOT NULL CHECK (days BETWEEN 1 AND 60),
  opened_by bigint NOT NULL REFERENCES accounts (id),
  opened_at timestamptz NOT NULL,
  ended_by bigint REFERENCES accounts (id),
  ended_at timestamptz,
  end_reason text,
  CHECK (email <> '' OR mobile_number <> ''),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX auditors_opened ON auditors (opened_at DESC, account_id DESC);

-- The archive of a year, made by a job in pieces. A new one replaces the one before it.
CREATE TABLE book_archives (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  year smallint NOT NULL CHECK (year BETWEEN 2000 AND 2200),
  -- Made for an auditor: phone numbers in texts are hidden.
  is_masked boolean NOT NULL,
  first_entry bigint NOT NULL,
  last_entry bigint NOT NULL CHECK (last_entry >= first_entry),
  asked_by bigint NOT NULL REFERENCES accounts (id),
  asked_at timestamptz NOT NULL,
  job_id bigint NOT NULL,
  made_at timestamptz,
  UNIQUE (year, is_masked)
);
CREATE INDEX book_archives_asked ON book_archives (asked_at);

CREATE TABLE book_archive_pieces (
  archive_id bigint NOT NULL REFERENCES book_archives (id) ON DELETE CASCADE,
  place integer NOT NULL,
  file text COLLATE "C" NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (archive_id, place)
);
