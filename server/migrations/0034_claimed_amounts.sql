-- A payment that is cleared with money of another amount has that amount from then on; this keeps what was claimed.
ALTER TABLE payments ADD COLUMN claimed_amount numeric(14, 2) CHECK (claimed_amount > 0);
