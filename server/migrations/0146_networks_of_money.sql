-- Two networks can give one transaction ID. The first money keeps the ID as it is; that of another network has the ID
-- with its network behind it, `5061132180-TELECEL`, which nobody can type for an ID. So the unique indexes, claims,
-- receipts and hands stay as they are.
ALTER TABLE transfers
  ADD COLUMN network text COLLATE "C" CHECK (network ~ '^[A-Z0-9]{2,20}$'),
  ADD COLUMN twin_of bigint REFERENCES transfers (id),
  DROP CONSTRAINT transfers_transaction_id_check,
  ADD CONSTRAINT transfers_transaction_id_form CHECK (
    transaction_id ~ CASE WHEN twin_of IS NULL THEN '^[A-Z0-9]{1,32}$' ELSE '^[A-Z0-9]{1,32}-[A-Z0-9]{2,20}$' END
  ) NOT VALID,
  ADD CONSTRAINT transfers_twin_of_network CHECK (
    twin_of IS NULL OR network IS NOT NULL AND transaction_id LIKE '%-' || network
  ) NOT VALID;
COMMENT ON COLUMN transfers.network IS 'The MoMo network whose account received it, by a sure source; null where it is not known.';
COMMENT ON COLUMN transfers.twin_of IS 'The first money of this transaction ID, which is of another network.';
CREATE INDEX transfers_twins ON transfers (twin_of) WHERE twin_of IS NOT NULL;

ALTER TABLE payments
  DROP CONSTRAINT payments_transaction_id_form,
  ADD CONSTRAINT payments_transaction_id_form CHECK (transaction_id ~ '^[A-Z0-9]{1,32}(-[A-Z0-9]{2,20})?$') NOT VALID,
  ADD COLUMN claimed_network text COLLATE "C";
COMMENT ON COLUMN payments.claimed_network IS 'The network that the payer chose: a hint, by which nothing is decided.';
ALTER TABLE payment_attempts ADD COLUMN claimed_network text COLLATE "C";
COMMENT ON COLUMN payment_attempts.claimed_network IS 'The network that the payer chose.';

ALTER TABLE statement_lines
  DROP CONSTRAINT statement_lines_outcome_check,
  ADD CONSTRAINT statement_lines_outcome_check CHECK (outcome IN (
    'clears', 'no_claim', 'differs', 'below_price', 'other_car', 'paid', 'disputed', 'known', 'known_differs',
    'two_networks', 'repeated', 'outgoing', 'unreadable'
  )) NOT VALID;
