-- Money that goes back to whoever paid it (docs/product/refunds.md): asked by one person, approved by another, then paid out.
INSERT INTO ledger_accounts (code, name, kind) VALUES ('2020', 'Refunds to pay', 'liability');

CREATE TABLE refunds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text COLLATE "C" NOT NULL CHECK (source IN ('credit', 'payment', 'money')),
  driver_id bigint REFERENCES drivers (id),
  payment_id bigint REFERENCES payments (id),
  transfer_id bigint REFERENCES transfers (id),
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('momo', 'cash', 'bank')),
  paid_to text NOT NULL CHECK (paid_to <> ''),
  reason text NOT NULL CHECK (reason <> ''),
  status text COLLATE "C" NOT NULL DEFAULT 'asked'
    CHECK (status IN ('asked', 'approved', 'paid', 'refused', 'withdrawn')),
  status_reason text CHECK (status_reason <> ''),
  asked_by bigint NOT NULL REFERENCES accounts (id),
  asked_at timestamptz NOT NULL,
  approved_by bigint REFERENCES accounts (id),
  approved_at timestamptz,
  is_alone boolean NOT NULL DEFAULT false,
  reference text CHECK (reference <> ''),
  paid_on date,
  ended_by bigint REFERENCES accounts (id),
  ended_at timestamptz,
  CONSTRAINT refunds_of_source CHECK (CASE source
    WHEN 'credit' THEN driver_id IS NOT NULL AND payment_id IS NULL AND transfer_id IS NULL
    WHEN 'payment' THEN driver_id IS NOT NULL AND payment_id IS NOT NULL AND transfer_id IS NOT NULL
    ELSE driver_id IS NULL AND payment_id IS NULL AND transfer_id IS NOT NULL END),
  CONSTRAINT refunds_approved CHECK (
    (approved_at IS NULL) = (approved_by IS NULL) AND (approved_at IS NULL) = (status IN ('asked', 'refused'))
  ),
  CONSTRAINT refunds_paid CHECK (
    (status = 'paid') = (paid_on IS NOT NULL) AND (status = 'paid') = (reference IS NOT NULL)
  ),
  CONSTRAINT refunds_ended CHECK (
    (ended_at IS NULL) = (status IN ('asked', 'approved')) AND (ended_at IS NULL) = (ended_by IS NULL)
  )
);
COMMENT ON COLUMN refunds.driver_id IS 'Null of money that paid nobody''s fee.';
COMMENT ON COLUMN refunds.transfer_id IS 'The money itself, or that of the payment.';
COMMENT ON COLUMN refunds.mode IS 'How it is to be paid; once paid, how it was.';
COMMENT ON COLUMN refunds.reference IS 'That of the payout: a transaction ID, or the number of cash paid out.';

CREATE INDEX refunds_asked_at ON refunds (asked_at, id);
CREATE INDEX refunds_by_status ON refunds (status, asked_at, id);
CREATE INDEX refunds_of_driver ON refunds (driver_id, asked_at, id) WHERE driver_id IS NOT NULL;
CREATE INDEX refunds_of_transfer ON refunds (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE UNIQUE INDEX refunds_of_payment ON refunds (payment_id)
  WHERE payment_id IS NOT NULL AND status IN ('asked', 'approved', 'paid');
CREATE UNIQUE INDEX refunds_reference ON refunds (mode, transaction_key(reference)) WHERE reference IS NOT NULL;
CREATE SEQUENCE refund_cash_numbers;

ALTER TABLE transfer_changes DROP CONSTRAINT transfer_changes_what_check;
ALTER TABLE transfer_changes ADD CONSTRAINT transfer_changes_what_check CHECK (
  what IN ('corrected', 'given_back', 'never_came', 'came_after_all', 'returned', 'bank_paid', 'bounced', 'refunded', 'refund_withdrawn')
);
COMMENT ON COLUMN transfer_changes.what IS
  'Given back: before refunds were asked for. Returned: a payment of before money was posted at once gave it back. Refunded: '
  'this much went to the refunds to pay, 2020, and not out of the account of its mode.';
COMMENT ON COLUMN transfers.posted_amount IS
  'The part that the company has by its books: all of it, less what was given back or is to be; nothing of a cheque that its '
  'bank has not paid, and of money that never came.';

-- Roles that were given the right to reverse payments, or lost it, have the right to refund accordingly.
INSERT INTO role_permissions (role, permission, is_granted)
SELECT role, 'payments.refund', is_granted FROM role_permissions WHERE permission = 'payments.reverse';
