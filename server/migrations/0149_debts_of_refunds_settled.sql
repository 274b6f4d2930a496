-- A refund that is owed back ends: its payer's money settles it, or two people write it off.
ALTER TABLE refunds
  ADD COLUMN recovered_from bigint REFERENCES transfers (id),
  ADD COLUMN written_off numeric(14, 2) CHECK (written_off > 0 AND written_off <= amount),
  ADD COLUMN settled_at timestamptz,
  ADD CONSTRAINT refunds_settled CHECK (
    (settled_at IS NULL) = (recovered_from IS NULL AND written_off IS NULL)
    AND (recovered_from IS NULL OR written_off IS NULL AND driver_id IS NULL)
    AND (settled_at IS NULL OR owed_at IS NOT NULL)
  );
COMMENT ON COLUMN refunds.owed_at IS 'The money behind it never came, or its cheque bounced, after it was paid: since then it is owed back.';
COMMENT ON COLUMN refunds.recovered_from IS 'The money with which somebody who is no driver paid it back to us.';
COMMENT ON COLUMN refunds.written_off IS 'The part of what is owed that was written off.';
CREATE INDEX refunds_recovered_from ON refunds (recovered_from) WHERE recovered_from IS NOT NULL;

ALTER TABLE transfer_changes DROP CONSTRAINT transfer_changes_what_check;
ALTER TABLE transfer_changes ADD CONSTRAINT transfer_changes_what_check CHECK (
  what IN (
    'corrected', 'given_back', 'never_came', 'came_after_all', 'returned', 'bank_paid', 'bounced', 'refunded',
    'refund_withdrawn', 'refund_owed', 'recovered', 'recovery_undone'
  )
);
COMMENT ON COLUMN transfer_changes.what IS
  'Given back: before refunds were asked for. Returned: a payment of before money was posted at once gave it back. Refunded: '
  'this much went to the refunds to pay, 2020, and not out of the account of its mode. Refund owed: a refund that was paid is '
  'owed by the driver or the payer, and its part leaves the account of its mode with the rest of the money. Recovered: this '
  'much settled a refund to recover, 1100, and stays on the account of its mode.';
