-- Credit of a take-over is posted once another person has released its list (docs/product/drivers.md, rule 62).
ALTER TABLE driver_openings RENAME COLUMN opened_on TO posted_on;
ALTER TABLE driver_openings ALTER COLUMN posted_on DROP NOT NULL;
-- Credit of before is in the books already; debts never are.
UPDATE driver_openings SET posted_on = NULL WHERE amount >= 0;
ALTER TABLE driver_openings ADD CONSTRAINT driver_openings_in_books CHECK (posted_on IS NULL OR amount < 0);
COMMENT ON COLUMN driver_openings.posted_on IS 'The day that the books count credit on; null until its list is released.';
CREATE INDEX driver_openings_waiting ON driver_openings (driver_id)
  WHERE amount < 0 AND posted_on IS NULL AND taken_back_at IS NULL;

ALTER TABLE driver_imports ADD COLUMN credited integer NOT NULL DEFAULT 0,
  ADD COLUMN credits numeric(20, 2) NOT NULL DEFAULT 0,
  ADD COLUMN unpriced_years integer[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN driver_imports.credited IS 'The lines of the last check whose drivers bring credit along; `credits` is their sum.';
COMMENT ON COLUMN driver_imports.unpriced_years IS 'Years of which `debts` has no months, since they have no price.';
