-- Journals do not touch shares of stool land any more, so a payout notes itself that its money came back.
ALTER TABLE share_payouts
  ADD COLUMN came_back_on date,
  ADD COLUMN came_back_reason text,
  ADD COLUMN came_back_by bigint REFERENCES accounts (id),
  ADD CHECK (num_nonnulls(came_back_on, came_back_reason, came_back_by) IN (0, 3)),
  ADD CHECK (came_back_on IS NULL OR status = 'paid');

CREATE FUNCTION keep_came_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A payout of shares stays as it was asked for and paid'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'share_payouts_kept', TABLE = 'share_payouts';
END $$;
CREATE TRIGGER share_payouts_came_back BEFORE UPDATE ON share_payouts FOR EACH ROW
  WHEN (OLD.came_back_on IS NOT NULL AND (OLD.came_back_on, OLD.came_back_reason, OLD.came_back_by)
    IS DISTINCT FROM (NEW.came_back_on, NEW.came_back_reason, NEW.came_back_by))
  EXECUTE FUNCTION keep_came_back();
