-- Refunds that were paid of a cheque which bounced then: the driver owes them, or the payer.
INSERT INTO ledger_accounts (code, name, kind) VALUES ('1100', 'Refunds to be had back', 'asset');

ALTER TABLE refunds ADD COLUMN owed_at timestamptz;
ALTER TABLE refunds ADD CONSTRAINT refunds_owed CHECK (owed_at IS NULL OR status = 'paid' AND transfer_id IS NOT NULL);
COMMENT ON COLUMN refunds.owed_at IS 'The cheque behind it bounced after it was paid: since then it is owed back.';
COMMENT ON COLUMN refunds.mode IS 'How it is paid, as it was approved.';

ALTER TABLE transfer_changes DROP CONSTRAINT transfer_changes_what_check;
ALTER TABLE transfer_changes ADD CONSTRAINT transfer_changes_what_check CHECK (
  what IN ('corrected', 'given_back', 'never_came', 'came_after_all', 'returned', 'bank_paid', 'bounced', 'refunded', 'refund_withdrawn', 'refund_owed')
);
COMMENT ON COLUMN transfer_changes.what IS
  'Given back: before refunds were asked for. Returned: a payment of before money was posted at once gave it back. Refunded: '
  'this much went to the refunds to pay, 2020, and not out of the account of its mode. Refund owed: a refund that was paid is '
  'owed by the driver or the payer, and its part leaves the account of its mode with the rest of the cheque.';
