-- The proof of the books, and what of it leaves the house (docs/product/books.md).
ALTER TABLE book_checks
  ADD COLUMN postings bigint NOT NULL DEFAULT 0,
  ADD COLUMN by_command boolean NOT NULL DEFAULT false,
  ADD COLUMN last_entry bigint,
  ADD COLUMN last_hash bytea,
  ADD CHECK ((last_entry IS NULL) = (last_hash IS NULL)),
  ADD CHECK (NOT by_command OR asked_by IS NULL);
COMMENT ON COLUMN book_checks.by_command IS 'Asked for on the server: npm run books:check.';
COMMENT ON COLUMN book_checks.last_entry IS 'The entry up to which the chain was looked through.';

CREATE TABLE owner_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The day in Accra that it tells of; each day is told once.
  day date NOT NULL UNIQUE,
  text text NOT NULL CHECK (text <> ''),
  -- The head of the books as it was sent; the number is 0 where they had no entry.
  last_entry bigint NOT NULL CHECK (last_entry >= 0),
  last_hash bytea NOT NULL CHECK (length(last_hash) = 32),
  phones smallint NOT NULL CHECK (phones >= 0),
  mails smallint NOT NULL CHECK (mails >= 0),
  sent_at timestamptz NOT NULL
);
COMMENT ON TABLE owner_messages IS 'The owner’s evening messages. Written once, and never changed.';

CREATE FUNCTION refuse_change_of_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What was told to the owner is never changed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'owner_messages_kept', TABLE = 'owner_messages';
END $$;
CREATE TRIGGER owner_messages_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON owner_messages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_told();
