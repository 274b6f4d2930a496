-- Money that a statement which covers its day does not have is marked (docs/product/clearance.md, rules 43 to 45).
ALTER TABLE statement_imports ADD COLUMN is_searched boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN statement_imports.is_searched IS 'The money of the days that it covers was held against it.';
CREATE INDEX statement_imports_to_search ON statement_imports (imported_at, id)
  WHERE covers_from IS NOT NULL AND status = 'imported' AND NOT is_searched;
CREATE INDEX statement_imports_covering ON statement_imports (covers_to, covers_from)
  WHERE covers_from IS NOT NULL AND status = 'imported';

ALTER TABLE transfers
  ADD COLUMN missing_since timestamptz,
  ADD COLUMN missing_in bigint REFERENCES statement_imports (id),
  ADD CONSTRAINT transfers_missing CHECK ((missing_since IS NULL) = (missing_in IS NULL));
COMMENT ON COLUMN transfers.missing_since IS 'A statement that covers its day does not have it; null where none lacks it.';
COMMENT ON COLUMN transfers.missing_in IS 'The statement that lacks it.';
CREATE INDEX transfers_missing_by_day ON transfers (received_on, id) WHERE missing_since IS NOT NULL;
CREATE INDEX transfers_missing_by_time ON transfers (captured_at, id) WHERE missing_since IS NOT NULL AND status <> 'ended';
CREATE INDEX transfers_missing_in ON transfers (missing_in, received_on, id) WHERE missing_in IS NOT NULL;
-- Finds the statements that have a transaction ID.
CREATE INDEX statement_lines_by_transaction ON statement_lines (transaction_key(transaction_id), import_id)
  WHERE transaction_id <> '';
