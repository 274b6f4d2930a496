-- Anybody who knows a plate can send a claim, so a claim takes no place: several may wait for one fee, and once one is
-- cleared no other can be. RF and DP are cleared once a driver, SS once a driver and month.
DROP INDEX payments_paid_once;
CREATE UNIQUE INDEX payments_cleared_once ON payments (driver_id, type_code, payment_year, payment_month)
  NULLS NOT DISTINCT WHERE status = 'cleared' AND type_code IN ('RF', 'DP', 'SS');

-- Why a payment is rejected or reversed, in a sentence for its driver.
ALTER TABLE payments ADD COLUMN status_reason text,
  ADD CONSTRAINT payments_status_reason
    CHECK (status_reason IS NULL OR (status_reason <> '' AND status IN ('rejected', 'reversed')));

-- From when on the days of a claim without a receipt count. Claims that are already here get the day of this migration:
-- none ends at once. A default that is the same for all rows rewrites none of them.
ALTER TABLE payments ADD COLUMN waiting_since date NOT NULL DEFAULT CURRENT_DATE;
CREATE INDEX payments_waiting ON payments (waiting_since, id) WHERE status = 'submitted';

-- How long an ID is differs by network; the contract knows the networks, so a new one needs no migration. The rows that are
-- there keep to the narrower form of before, so they are not checked, which would take a lock for long.
ALTER TABLE payments DROP CONSTRAINT payments_transaction_id_check,
  ADD CONSTRAINT payments_transaction_id_form CHECK (transaction_id ~ '^[A-Z0-9]{8,20}$') NOT VALID;
-- Words of a pasted message were taken for IDs before. Such rows may stay and be rejected, and never be cleared, so the
-- rows that are there are not checked.
ALTER TABLE payments ADD CONSTRAINT payments_transaction_id_digit
  CHECK (transaction_id ~ '[0-9]' OR status IN ('rejected', 'reversed')) NOT VALID;
