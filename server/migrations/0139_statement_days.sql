-- A statement's day that differs raises a doubt, as an amount does, and money that ended is taken up again where a statement
-- shows it (docs/product/clearance.md, rules 46 and 47).
ALTER TABLE transfers ADD COLUMN statement_day date;
COMMENT ON COLUMN transfers.statement_day IS 'The day on the statement; null of what statements showed before this was kept.';
UPDATE transfers SET statement_day = received_on WHERE statement_amount IS NOT NULL;

DROP INDEX transfers_differing;
CREATE INDEX transfers_differing ON transfers (captured_at, id)
  WHERE status = 'matched' AND (statement_amount <> amount OR statement_day <> received_on) AND NOT difference_accepted;
CREATE INDEX transfers_ended_shown ON transfers (captured_at, id)
  WHERE status = 'ended' AND statement_amount IS NOT NULL AND NOT difference_accepted;

ALTER TABLE transfer_changes DROP CONSTRAINT transfer_changes_what_check;
ALTER TABLE transfer_changes ADD CONSTRAINT transfer_changes_what_check CHECK (
  what IN ('corrected', 'given_back', 'never_came', 'came_after_all', 'returned', 'bank_paid', 'bounced')
);
