-- The hash of an entry covers the document behind it: payee, purpose, papers, writer and approver of an expense, and so on, which
-- were rewritten unseen. Entries of before keep their form, and so do those that a server of the version before posts meanwhile; it
-- verifies the new ones by `ledger_hash_of`.
ALTER TABLE ledger_entries
  ADD COLUMN document text,
  DROP CONSTRAINT ledger_entries_hash_version_check,
  ADD CONSTRAINT ledger_entries_hash_version_check CHECK (hash_version IN (1, 2, 3) AND (hash_version = 3) = (document IS NOT NULL));
COMMENT ON COLUMN ledger_entries.hash_version IS
  '1: made of `jsonb::text`, until migration 0091. 2: of `ledger_text`. 3: of the same with a document.';
COMMENT ON COLUMN ledger_entries.document IS 'The fields of the document behind it as they were posted, a line each: `payee: ECG`.';

-- As before; behind the postings, under a line of its own, the document.
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
  RETURN concat_ws(E'\n', written, 'document' || E'\n' || entry.document);
END $$;

CREATE OR REPLACE FUNCTION ledger_hash_of(entry ledger_entries, postings ledger_postings[]) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF entry.hash_version IN (2, 3) THEN
    RETURN sha256(convert_to(ledger_text(entry, postings), 'UTF8'));
  END IF;
  RETURN sha256(entry.previous || convert_to(jsonb_build_array(
    entry.number, entry.day, entry.kind, entry.subject_id, entry.reverses, entry.description, entry.posted_by,
    extract(epoch FROM entry.posted_at),
    (SELECT jsonb_agg(jsonb_build_array(line, account, amount, driver_id, day) ORDER BY line) FROM unnest(postings))
  )::text, 'UTF8'));
END $$;

-- As before; an entry may come with its `document`.
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
    entry.document := item->>'document';
    entry.hash_version := CASE WHEN entry.document IS NULL THEN 2 ELSE 3 END;
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

-- As before, but for papers that come to a posted record: their entry moves no money, so that it has no postings.
CREATE OR REPLACE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  lines bigint;
  total numeric;
BEGIN
  SELECT count(*), sum(amount) INTO lines, total FROM ledger_postings WHERE entry = NEW.number;
  IF (NEW.kind IN ('paper', 'signed receipt')) <> (lines = 0) OR lines = 1 OR total <> 0 THEN
    RAISE EXCEPTION 'Entry % does not balance', NEW.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced', TABLE = 'ledger_entries';
  END IF;
  RETURN NULL;
END $$;
