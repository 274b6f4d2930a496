-- The journal that closes a year has a line for each account of income and expenses, which may be more than people write.
ALTER TABLE journal_lines
  DROP CONSTRAINT journal_lines_line_check,
  ADD CONSTRAINT journal_lines_line_check CHECK (line BETWEEN 1 AND 10000);
-- One closing a year, until it is reversed.
CREATE UNIQUE INDEX journals_year_end ON journals (day) WHERE kind = 'year end' AND status NOT IN ('reversed', 'dropped');
