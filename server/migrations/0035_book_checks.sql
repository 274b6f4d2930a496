-- Looks through the books: each compares every payment with its entries, and every entry with the one before.
CREATE TABLE book_checks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  begun_at timestamptz NOT NULL,
  -- Null while it goes on.
  ended_at timestamptz,
  -- Null for the nightly one.
  asked_by bigint REFERENCES accounts (id),
  records bigint NOT NULL DEFAULT 0,
  difference_count bigint NOT NULL DEFAULT 0,
  -- The first of them, in sentences.
  differences jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX book_checks_begun ON book_checks (begun_at, id);
