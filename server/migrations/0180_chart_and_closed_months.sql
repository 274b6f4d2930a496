-- The chart of accounts is a tree, accounts can be closed, and months are closed for every way in (docs/product/books.md).
ALTER TABLE ledger_accounts
  ADD COLUMN parent text COLLATE "C",
  ADD COLUMN is_heading boolean NOT NULL DEFAULT false,
  ADD COLUMN closed_at timestamptz,
  ADD CONSTRAINT ledger_accounts_one_kind UNIQUE (code, kind),
  ADD CONSTRAINT ledger_accounts_parent FOREIGN KEY (parent, kind) REFERENCES ledger_accounts (code, kind),
  ADD CONSTRAINT ledger_accounts_own_parent CHECK (parent <> code);
COMMENT ON COLUMN ledger_accounts.parent IS 'The heading, of the same kind, that it stands under.';
COMMENT ON COLUMN ledger_accounts.is_heading IS 'It sums up the accounts under it, and nothing is posted to it.';
CREATE INDEX ledger_accounts_children ON ledger_accounts (parent) WHERE parent IS NOT NULL;

INSERT INTO ledger_accounts (code, name, kind, is_heading) VALUES
  ('4000', 'Fees of drivers', 'income', true),
  ('4100', 'Revenue of land', 'income', true);
INSERT INTO ledger_accounts (code, name, kind) VALUES
  ('1030', 'Petty cash', 'asset'),
  ('1200', 'Input tax', 'asset'),
  ('2100', 'Taxes to pay', 'liability'),
  ('3100', 'Retained earnings', 'equity'),
  ('5110', 'Cash over and short', 'expense');
UPDATE ledger_accounts SET parent = '4000' WHERE type_code IS NOT NULL;
UPDATE ledger_accounts SET parent = '4100'
FROM payment_types WHERE payment_types.type_code = ledger_accounts.type_code AND side = 'land';

CREATE OR REPLACE FUNCTION keep_revenue_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM ledger_accounts AS account WHERE type_code = OLD.type_code
      AND NOT EXISTS (SELECT FROM ledger_postings WHERE ledger_postings.account = account.code);
  ELSE
    INSERT INTO ledger_accounts (code, name, kind, type_code, parent)
    VALUES ('4000-' || NEW.type_code, NEW.description, 'income', NEW.type_code, CASE NEW.side WHEN 'land' THEN '4100' ELSE '4000' END)
    ON CONFLICT (code) DO UPDATE SET name = excluded.name;
  END IF;
  RETURN NULL;
END $$;

-- The first day that may be posted on: the months before it are closed.
ALTER TABLE ledger_head ADD COLUMN open_from date NOT NULL DEFAULT DATE '0001-01-01'
  CHECK (extract(day FROM open_from) = 1);
CREATE TABLE ledger_closings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  closed_at timestamptz NOT NULL,
  closed_by bigint NOT NULL REFERENCES accounts (id),
  -- The books' head as the month was closed.
  last_entry bigint NOT NULL,
  last_hash bytea NOT NULL,
  -- Why it was closed though something was left to do.
  left_reason text,
  reopened_at timestamptz,
  reopened_by bigint REFERENCES accounts (id),
  reopen_reason text,
  CHECK ((reopened_at IS NULL) = (reopened_by IS NULL)),
  CHECK ((reopened_at IS NULL) = (reopen_reason IS NULL))
);
CREATE UNIQUE INDEX ledger_closings_month ON ledger_closings (month) WHERE reopened_at IS NULL;

-- An entry for a closed month lands on the first open day, and keeps the day that it is for.
ALTER TABLE ledger_entries ADD COLUMN late_for date CHECK (late_for < day);
COMMENT ON COLUMN ledger_entries.late_for IS 'The day that it is for, where that was in a closed month.';
CREATE INDEX ledger_entries_late ON ledger_entries (late_for, number) WHERE late_for IS NOT NULL;

-- As before, with a line for the day that a late entry is for.
CREATE OR REPLACE FUNCTION ledger_text(entry ledger_entries, postings ledger_postings[]) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  posting ledger_postings;
  written text := concat_ws(E'\n',
    'previous ' || encode(entry.previous, 'hex'),
    'number ' || entry.number,
    'day ' || to_char(entry.day, 'YYYY-MM-DD'),
    'late for ' || to_char(entry.late_for, 'YYYY-MM-DD'),
    'kind ' || replace(replace(entry.kind, E'\\', E'\\\\'), E'\n', E'\\n'),
    'subject ' || entry.subject_id,
    'reverses ' || coalesce(entry.reverses::text, '-'),
    'description ' || replace(replace(entry.description, E'\\', E'\\\\'), E'\n', E'\\n'),
    'by ' || coalesce(entry.posted_by::text, '-'),
    'at ' || to_char(entry.posted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  );
BEGIN
  FOREACH posting IN ARRAY postings LOOP
    written := written || E'\n' || concat_ws(' ', 'posting', posting.line, posting.account, posting.amount::text,
      coalesce(posting.driver_id::text, '-'), to_char(posting.day, 'YYYY-MM-DD'));
  END LOOP;
  RETURN written;
END $$;

-- As before; an entry for a closed month is posted on the first open day. The head is locked, so no month closes meanwhile.
CREATE OR REPLACE FUNCTION post_entries(given jsonb) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  head ledger_head;
  item jsonb;
  entry ledger_entries;
  lines ledger_postings[];
  entries ledger_entries[] := '{}';
  postings ledger_postings[] := '{}';
BEGIN
  SELECT * INTO STRICT head FROM ledger_head FOR UPDATE;
  entry.number := head.number;
  entry.hash := head.hash;
  entry.hash_version := 2;
  FOR item IN SELECT value FROM jsonb_array_elements(given) WITH ORDINALITY AS list (value, place) ORDER BY place LOOP
    entry.number := entry.number + 1;
    entry.day := greatest((item->>'day')::date, head.open_from);
    entry.late_for := nullif((item->>'day')::date, entry.day);
    entry.kind := item->>'kind';
    entry.subject_id := item->>'subject_id';
    entry.reverses := item->>'reverses';
    entry.description := item->>'description';
    entry.posted_by := item->>'posted_by';
    entry.posted_at := item->>'posted_at';
    entry.previous := entry.hash;
    lines := ARRAY(
      SELECT ROW(entry.number, place, value->>'account', (value->>'amount')::numeric(14, 2), (value->>'driver_id')::bigint,
        entry.day)::ledger_postings
      FROM jsonb_array_elements(item->'postings') WITH ORDINALITY AS list (value, place) ORDER BY place
    );
    entry.hash := ledger_hash_of(entry, lines);
    entries := array_append(entries, entry);
    postings := postings || lines;
  END LOOP;
  INSERT INTO ledger_entries SELECT * FROM unnest(entries);
  INSERT INTO ledger_postings SELECT * FROM unnest(postings);
  UPDATE ledger_head SET number = entry.number, hash = entry.hash;
  RETURN head.number + 1;
END $$;

CREATE FUNCTION refuse_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_entries WHERE day < (SELECT open_from FROM ledger_head)) THEN
    RAISE EXCEPTION 'This month of the books is closed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_month_closed', TABLE = 'ledger_entries';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_open AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_month();

CREATE FUNCTION refuse_closed_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_postings JOIN ledger_accounts ON code = account WHERE closed_at IS NOT NULL OR is_heading) THEN
    RAISE EXCEPTION 'Nothing is posted to a closed account or a heading'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_closed', TABLE = 'ledger_postings';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_postings_open AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_account();

-- With the amount, so that a statement adds up the part of a day before its page from the index alone.
DROP INDEX ledger_postings_account;
CREATE INDEX ledger_postings_account ON ledger_postings (account, day, entry, line) INCLUDE (amount);
