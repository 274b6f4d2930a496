-- Cases of clearance are read the oldest first, and found by their transaction ID in every state.
CREATE INDEX payments_submitted_by_time ON payments (created_at, id) WHERE status = 'submitted';
CREATE INDEX payments_ended_transaction ON payments (transaction_key(transaction_id))
  WHERE status IN ('rejected', 'reversed');

-- Somebody looked at a statement that shows another amount, and kept the one that was captured.
ALTER TABLE transfers ADD COLUMN difference_accepted boolean NOT NULL DEFAULT false;

CREATE INDEX transfers_open_by_time ON transfers (captured_at, id) WHERE status = 'open';
CREATE INDEX transfers_differing ON transfers (captured_at, id)
  WHERE status = 'matched' AND statement_amount <> amount AND NOT difference_accepted;
-- The car that a payer names, as cars are compared.
CREATE INDEX transfers_open_reference ON transfers (regexp_replace(upper(reference), '[^A-Z0-9]', '', 'g'))
  WHERE status = 'open';
CREATE INDEX transfers_open_payer ON transfers (payer_number) WHERE status = 'open';
