-- The days of which a statement has all money (docs/product/clearance.md, rules 41 and 42), and the balance after each line.
ALTER TABLE statement_lines ADD COLUMN balance numeric(14, 2);
COMMENT ON COLUMN statement_lines.balance IS 'The account''s balance after the line, as the statement says it.';

ALTER TABLE statement_imports
  ADD COLUMN covers_from date,
  ADD COLUMN covers_to date,
  ADD COLUMN coverage_note text NOT NULL DEFAULT '',
  ADD CONSTRAINT statement_imports_coverage CHECK ((covers_from IS NULL) = (covers_to IS NULL) AND covers_from <= covers_to);
COMMENT ON COLUMN statement_imports.covers_from IS 'The first and the last day that it covers; null where it covers none.';
COMMENT ON COLUMN statement_imports.coverage_note IS 'Says which days it covers, or why none.';
