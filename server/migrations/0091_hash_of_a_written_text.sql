-- The hash of an entry is over a text that is written out here, so that it depends on no form of a type that another version of
-- PostgreSQL might change. Entries of before keep theirs, which are of version 1. One function makes both, for writing and for
-- checking.
ALTER TABLE ledger_entries ADD COLUMN hash_version smallint NOT NULL DEFAULT 1 CHECK (hash_version IN (1, 2));
ALTER TABLE ledger_entries ALTER COLUMN hash_version SET DEFAULT 2;
COMMENT ON COLUMN ledger_entries.hash_version IS '1: made of `jsonb::text`, until migration 0091. 2: of `ledger_text`.';

-- A line for each field, in this order, `-` for none; then one for each posting, in the order given. Only the kind and the
-- description can hold a line break, which is written `\n`, and a backslash `\\`.
CREATE FUNCTION ledger_text(entry ledger_entries, postings ledger_postings[]) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  posting ledger_postings;
  written text := concat_ws(E'\n',
    'previous ' || encode(entry.previous, 'hex'),
    'number ' || entry.number,
    'day ' || to_char(entry.day, 'YYYY-MM-DD'),
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

CREATE FUNCTION ledger_hash_of(entry ledger_entries, postings ledger_postings[]) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF entry.hash_version = 2 THEN
    RETURN sha256(convert_to(ledger_text(entry, postings), 'UTF8'));
  END IF;
  RETURN sha256(entry.previous || convert_to(jsonb_build_array(
    entry.number, entry.day, entry.kind, entry.subject_id, entry.reverses, entry.description, entry.posted_by,
    extract(epoch FROM entry.posted_at),
    (SELECT jsonb_agg(jsonb_build_array(line, account, amount, driver_id, day) ORDER BY line) FROM unnest(postings))
  )::text, 'UTF8'));
END $$;

-- The hash of an entry as it is stored, with its postings and the hash of the entry before it. In PL/pgSQL, which keeps its plan.
CREATE OR REPLACE FUNCTION ledger_hash(entry ledger_entries) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ledger_hash_of(entry, ARRAY(
    SELECT posting FROM ledger_postings AS posting WHERE posting.entry = ledger_hash.entry.number ORDER BY line
  ));
END $$;

-- Writes entries, `[{day, kind, subject_id, reverses, description, posted_by, posted_at, postings: [{account, amount,
-- driver_id}]}]`, in the order given, and gives the number of the first. What is hashed is what is stored, and is checked against
-- it when it is. Reads by indexes alone, whatever plan was made while the books were small.
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
    entry.day := item->>'day';
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
