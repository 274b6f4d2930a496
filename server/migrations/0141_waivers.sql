-- A use of credit may give up what is missing of its fee (docs/product/payments.md, rules 37 to 40).
INSERT INTO ledger_accounts (code, name, kind) VALUES
  ('4900', 'Waivers', 'income'),
  ('5100', 'Debts written off', 'expense');

ALTER TABLE credit_uses
  DROP CONSTRAINT credit_uses_amount_check,
  ADD COLUMN waived numeric(14, 2) NOT NULL DEFAULT 0 CHECK (waived >= 0),
  ADD COLUMN waived_as text COLLATE "C" CHECK (waived_as IN ('waiver', 'write_off')),
  ADD COLUMN waiver_reason text CHECK (waiver_reason <> ''),
  ADD COLUMN asked_by bigint REFERENCES accounts (id),
  ADD CONSTRAINT credit_uses_amount_check CHECK (amount >= 0 AND amount + waived > 0),
  ADD CONSTRAINT credit_uses_waived CHECK ((waived > 0) = (waived_as IS NOT NULL)),
  ADD CONSTRAINT credit_uses_waived_by CHECK (
    (asked_by IS NOT NULL) = (waiver_reason IS NOT NULL) AND (asked_by IS NULL OR waived_as IS NOT NULL)
    AND (waived_as IS NULL OR (asked_by IS NULL) = (used_by IS NULL))
  );
COMMENT ON COLUMN credit_uses.amount IS 'The credit that was used; with `waived` it is the price of the fee.';
COMMENT ON COLUMN credit_uses.asked_by IS
  'The account that asked for the waiver, which `used_by` approved. Both are null for the server''s own.';

CREATE INDEX credit_uses_waived_by_day ON credit_uses (used_on, id) WHERE waived_as IS NOT NULL;
CREATE INDEX credit_uses_waived_by_kind ON credit_uses (waived_as, used_on, id) WHERE waived_as IS NOT NULL;
CREATE INDEX credit_uses_waived_by_driver ON credit_uses (driver_id, used_on, id) WHERE waived_as IS NOT NULL;

SELECT define_total('waived', 'credit_uses', $$CASE WHEN asked_by IS NULL THEN 'waived:server' ELSE 'waived:people' END$$,
  'waived_as', 'used_on', 'waived', $$waived_as IS NOT NULL AND status = 'used'$$);
