-- Credit pays due fees by itself (docs/product/payments.md, rules 20 to 22). Payments that were
-- cleared before below their price keep covering their fees: staff accepted them.

ALTER TABLE credit_uses ALTER COLUMN used_by DROP NOT NULL;
COMMENT ON COLUMN credit_uses.used_by IS 'Null where the credit paid by itself.';

ALTER TABLE credit_uses ADD COLUMN holds_credit boolean NOT NULL DEFAULT false
  CHECK (NOT holds_credit OR status = 'returned');
COMMENT ON COLUMN credit_uses.holds_credit IS
  'A person returned it: the driver''s credit pays nothing by itself until other money comes.';
CREATE INDEX credit_uses_holding ON credit_uses (driver_id) WHERE holds_credit;

-- Finds the drivers who may have credit.
CREATE INDEX payments_making_credit ON payments (driver_id)
  WHERE status = 'cleared' AND (is_credit OR amount > amount_due);

ALTER TABLE statement_lines DROP CONSTRAINT statement_lines_outcome_check;
ALTER TABLE statement_lines ADD CONSTRAINT statement_lines_outcome_check CHECK (outcome IN ('clears', 'no_claim',
  'differs', 'below_price', 'other_car', 'paid', 'disputed', 'known', 'known_differs', 'repeated', 'outgoing',
  'unreadable'));
