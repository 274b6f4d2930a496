-- The rest of money at the desk is credit that was paid towards no fee (docs/product/payments.md, rule 35).
ALTER TABLE payments ADD COLUMN is_rest boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN payments.is_rest IS 'The rest of money received at the desk, which was paid towards no fee; its fee is that of the last row.';
