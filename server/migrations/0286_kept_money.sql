-- Money that the network took back, and that a person kept nevertheless (docs/product/clearance.md, rule 66).
ALTER TABLE transfers
  ADD COLUMN kept_at timestamptz,
  ADD CONSTRAINT transfers_kept CHECK (kept_at IS NULL OR taken_back_on IS NOT NULL);
COMMENT ON COLUMN transfers.kept_at IS 'When a person kept it nevertheless; null while it waits for that.';

-- A server of the version before lifts the mark of money that a statement shows, also of this.
CREATE FUNCTION keep_taken_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.missing_since := OLD.missing_since;
  NEW.missing_in := OLD.missing_in;
  RETURN NEW;
END $$;
CREATE TRIGGER transfers_keep_taken_back BEFORE UPDATE OF missing_since ON transfers FOR EACH ROW
  WHEN (OLD.missing_since IS NOT NULL AND NEW.missing_since IS NULL AND NEW.taken_back_on IS NOT NULL AND NEW.kept_at IS NULL)
  EXECUTE FUNCTION keep_taken_back();

-- Bank money is looked for by its amount and day.
CREATE INDEX statement_lines_by_amount ON statement_lines (amount, received_on) WHERE outcome <> 'outgoing';
