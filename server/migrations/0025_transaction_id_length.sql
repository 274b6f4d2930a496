-- The form of its transaction IDs is a setting of each network, so the database holds only what every ID has: 1 to 32 letters
-- and digits. The rows that are there keep to the narrower form of before, so they are not checked, which would take a lock
-- for long.
ALTER TABLE payments DROP CONSTRAINT payments_transaction_id_form,
  ADD CONSTRAINT payments_transaction_id_form CHECK (transaction_id ~ '^[A-Z0-9]{1,32}$') NOT VALID;
