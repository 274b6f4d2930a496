-- How many transaction IDs there are, as they are compared. The planner does not take it from an index of several columns: it
-- guessed that some two hundred IDs are most of the payments, and read all of them for each chunk of a statement.
CREATE STATISTICS payments_transaction_key ON (transaction_key(transaction_id)) FROM payments;
CREATE STATISTICS payment_attempts_transaction_key ON (transaction_key(transaction_id)) FROM payment_attempts;
CREATE STATISTICS receipts_transaction_key ON (transaction_key(transaction_id)) FROM receipts;
-- Tables without rows are left to be counted when they have some.
DO $analyze$
BEGIN
  IF EXISTS (SELECT FROM payments) THEN ANALYZE payments; END IF;
  IF EXISTS (SELECT FROM payment_attempts) THEN ANALYZE payment_attempts; END IF;
  IF EXISTS (SELECT FROM receipts) THEN ANALYZE receipts; END IF;
END
$analyze$;
