-- Money is in the books from the moment it is recorded (docs/product/clearance.md, rule 36): on the account of its mode against
-- 2010, from where a payment that it clears takes it.
INSERT INTO ledger_accounts (code, name, kind) VALUES ('2010', 'Unallocated money', 'liability');

ALTER TABLE transfers DROP CONSTRAINT transfers_status_check;
ALTER TABLE transfers
  ADD CONSTRAINT transfers_status_check CHECK (status IN ('open', 'matched', 'dismissed', 'pending', 'ended')),
  ADD COLUMN posted_amount numeric(14, 2) CHECK (posted_amount >= 0),
  ADD COLUMN statement_import bigint REFERENCES statement_imports (id),
  ADD COLUMN statement_line integer,
  ADD COLUMN reversed_by bigint REFERENCES accounts (id);
UPDATE transfers SET posted_amount = amount;
ALTER TABLE transfers ALTER COLUMN posted_amount SET NOT NULL,
  ADD CONSTRAINT transfers_pending_unposted CHECK (status NOT IN ('pending', 'ended') OR posted_amount = 0);
COMMENT ON COLUMN transfers.posted_amount IS
  'The part that the company has by its books: all of it, less what was given back; nothing of a cheque that its bank has not '
  'paid, and of money that never came.';
COMMENT ON COLUMN transfers.statement_import IS 'The statement that showed it, and the line in it.';
COMMENT ON COLUMN transfers.reversed_by IS
  'The account that reversed a payment for the wrong car: somebody else says whose this money is.';

ALTER TABLE payments
  ADD COLUMN from_unallocated boolean NOT NULL DEFAULT false,
  ADD COLUMN reversal_cause text COLLATE "C" CHECK (reversal_cause IN ('wrong_car', 'given_back', 'never_came')),
  ADD CONSTRAINT payments_cause_of_reversal CHECK (reversal_cause IS NULL OR status = 'reversed'),
  -- The rest of a cheque waits as credit for its bank.
  DROP CONSTRAINT payments_credit_cleared;
COMMENT ON COLUMN payments.from_unallocated IS
  'It was posted out of 2010, where its money stood; else from the account of its mode.';
COMMENT ON COLUMN payments.reversal_cause IS 'Null of those that were reversed before causes were asked.';

CREATE TABLE transfer_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transfer_id bigint NOT NULL REFERENCES transfers (id),
  what text COLLATE "C" NOT NULL
    CHECK (what IN ('corrected', 'given_back', 'never_came', 'returned', 'bank_paid', 'bounced')),
  -- The part in the books before and after.
  amount_before numeric(14, 2) NOT NULL,
  amount_after numeric(14, 2) NOT NULL CHECK (amount_after >= 0),
  reason text CHECK (reason <> ''),
  -- Null for the server's own jobs.
  changed_by bigint REFERENCES accounts (id),
  changed_at timestamptz NOT NULL
);
COMMENT ON TABLE transfer_changes IS 'Changes of the part of received money that the books have; each is posted by its number.';
COMMENT ON COLUMN transfer_changes.what IS 'Returned: a payment of before money was posted at once gave it back.';
CREATE INDEX transfer_changes_transfer ON transfer_changes (transfer_id, id);

-- The list of received money, by each of its filters.
CREATE INDEX transfers_by_day ON transfers (received_on, id);
CREATE INDEX transfers_by_captor ON transfers (captured_by, received_on, id);
CREATE INDEX transfers_by_source ON transfers (source, received_on, id);
CREATE INDEX transfers_of_statement ON transfers (statement_import, received_on, id) WHERE statement_import IS NOT NULL;
CREATE INDEX transfers_unmatched_by_day ON transfers (status, received_on, id) WHERE status <> 'matched';
CREATE INDEX transfers_other_modes_by_day ON transfers (mode, received_on, id) WHERE mode <> 'momo';
