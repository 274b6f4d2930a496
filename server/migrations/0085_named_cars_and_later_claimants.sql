-- A line whose reference is the car of another registered driver waits, which no outcome said before.
ALTER TABLE statement_lines DROP CONSTRAINT statement_lines_outcome_check,
  ADD CONSTRAINT statement_lines_outcome_check CHECK (outcome IN (
    'clears', 'no_claim', 'differs', 'other_car', 'paid', 'disputed', 'known', 'known_differs', 'repeated', 'outgoing', 'unreadable'
  ));

-- Somebody decided between this claimant and the driver whose payment has the transaction ID. Until then a claimant of an ID
-- that has cleared a payment is an open case.
ALTER TABLE payment_attempts ADD COLUMN settled_at timestamptz;
CREATE INDEX payment_attempts_open ON payment_attempts (first_at, id) WHERE settled_at IS NULL;

-- Those who were known when a payment was cleared were decided between by whoever cleared it.
UPDATE payment_attempts AS attempt SET settled_at = entry.posted_at
FROM payments AS payment
JOIN ledger_entries AS entry ON entry.kind = 'payment' AND entry.subject_id = payment.id AND entry.reverses IS NULL
WHERE transaction_key(payment.transaction_id) = transaction_key(attempt.transaction_id)
  AND payment.status = 'cleared' AND entry.posted_at >= attempt.last_at;

CREATE TRIGGER payment_attempts_live AFTER INSERT OR UPDATE OF settled_at ON payment_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('claims');
