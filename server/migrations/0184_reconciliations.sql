-- Reconciling MoMo and the bank with the statements imported (docs/product/books.md).
CREATE TABLE reconciliations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account text COLLATE "C" NOT NULL REFERENCES ledger_accounts (code),
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  lines integer NOT NULL CHECK (lines > 0),
  made_by bigint NOT NULL REFERENCES accounts (id),
  made_at timestamptz NOT NULL,
  undone_by bigint REFERENCES accounts (id),
  undone_at timestamptz,
  undo_reason text,
  CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
  CHECK ((undone_at IS NULL) = (undo_reason IS NULL))
);
CREATE INDEX reconciliations_by_time ON reconciliations (made_at, id);

-- A posting without a row here is open.
CREATE TABLE book_line_matches (
  entry bigint NOT NULL,
  line smallint NOT NULL,
  account text COLLATE "C" NOT NULL,
  day date NOT NULL,
  -- The line of a statement. It stays known when the statement's own lines are cleared after years.
  statement_import bigint NOT NULL,
  statement_line integer NOT NULL,
  stated_day date NOT NULL,
  stated_text text NOT NULL,
  -- Null of one that was matched by its transaction ID.
  matched_by bigint REFERENCES accounts (id),
  matched_at timestamptz NOT NULL,
  reconciliation_id bigint REFERENCES reconciliations (id),
  PRIMARY KEY (entry, line),
  UNIQUE (statement_import, statement_line),
  FOREIGN KEY (entry, line) REFERENCES ledger_postings (entry, line)
);
CREATE INDEX book_line_matches_free ON book_line_matches (account, day) WHERE reconciliation_id IS NULL;
CREATE INDEX book_line_matches_reconciled ON book_line_matches (reconciliation_id) WHERE reconciliation_id IS NOT NULL;

-- A reconciled line is neither matched anew nor freed while its reconciliation stands.
CREATE FUNCTION keep_reconciled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.reconciliation_id IS NOT NULL
    AND EXISTS (SELECT FROM reconciliations WHERE id = OLD.reconciliation_id AND undone_at IS NULL)
  THEN
    RAISE EXCEPTION 'What is reconciled stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'book_line_matches_kept', TABLE = 'book_line_matches';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER book_line_matches_kept BEFORE UPDATE OR DELETE ON book_line_matches
  FOR EACH ROW EXECUTE FUNCTION keep_reconciled();

-- Lines whose money an import does not record, by their day.
CREATE INDEX statement_lines_not_recorded ON statement_lines (received_on, import_id, line)
  WHERE outcome IN ('outgoing', 'known_differs', 'unreadable', 'two_networks') AND received_on IS NOT NULL AND amount IS NOT NULL;
