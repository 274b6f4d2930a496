-- Members who are taken over from another office: which months they had paid there, and what they owed or had to their credit
-- (docs/product/drivers.md, rules 59 to 64).
CREATE TABLE driver_openings (
  driver_id bigint PRIMARY KEY REFERENCES drivers (id),
  billed_from date NOT NULL CHECK (extract(day FROM billed_from) = 1),
  amount numeric(14, 2) NOT NULL,
  type_code text,
  opened_on date NOT NULL,
  opened_at timestamptz NOT NULL,
  opened_by bigint REFERENCES accounts (id),
  taken_back_at timestamptz,
  CONSTRAINT driver_openings_type FOREIGN KEY (type_code) REFERENCES payment_types (type_code),
  CONSTRAINT driver_openings_owed CHECK ((amount > 0) = (type_code IS NOT NULL)),
  CONSTRAINT driver_openings_taken_back CHECK (taken_back_at IS NULL OR amount < 0)
);
COMMENT ON CONSTRAINT driver_openings_type ON driver_openings IS 'opening balance, opening balances';
COMMENT ON COLUMN driver_openings.billed_from IS 'Nothing that was due before this day is owed, but for the amount.';
COMMENT ON COLUMN driver_openings.amount IS 'Owed at the take-over; below zero it is the driver''s credit, which is posted.';
COMMENT ON COLUMN driver_openings.type_code IS 'The payment type of an amount that is owed.';
COMMENT ON COLUMN driver_openings.opened_on IS 'The day that the books count credit on.';
COMMENT ON COLUMN driver_openings.taken_back_at IS 'The moment when credit went with the import that had brought it.';
CREATE INDEX driver_openings_of_type ON driver_openings (type_code) WHERE type_code IS NOT NULL;
CREATE INDEX driver_openings_posted ON driver_openings (driver_id) WHERE amount < 0;

ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('asset', 'liability', 'equity', 'income', 'expense'));
INSERT INTO ledger_accounts (code, name, kind) VALUES ('3000', 'Opening balances', 'equity');

ALTER TABLE driver_import_lines ADD COLUMN owes numeric(14, 2);
COMMENT ON COLUMN driver_import_lines.owes IS 'Owed by its driver on the day of the check; null of a line that is left out.';

ALTER TABLE driver_imports ADD COLUMN debtors integer NOT NULL DEFAULT 0,
  ADD COLUMN debts numeric(20, 2) NOT NULL DEFAULT 0,
  ADD COLUMN debts_released_at timestamptz,
  ADD COLUMN debts_released_by bigint REFERENCES accounts (id);
COMMENT ON COLUMN driver_imports.debtors IS 'The lines of the last check whose drivers would owe something; `debts` is their sum.';
COMMENT ON COLUMN driver_imports.debts_released_at IS 'From then on its drivers are reminded as others are.';
-- Drivers of earlier lists have been reminded already.
UPDATE driver_imports SET debts_released_at = coalesce(imported_at, uploaded_at) WHERE drivers > 0;
CREATE INDEX driver_imports_unreleased ON driver_imports (id) WHERE debts_released_at IS NULL AND drivers > 0;
