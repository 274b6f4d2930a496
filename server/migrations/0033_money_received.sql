-- How a payment was paid, and the money that it was cleared with. Defaults that are the same for all rows rewrite none.
ALTER TABLE payments
  ADD COLUMN mode text COLLATE "C" NOT NULL DEFAULT 'momo' CHECK (mode IN ('momo', 'cash', 'bank', 'cheque')),
  -- One transfer may pay for several cars or months: its payments have one transaction ID and different parts.
  ADD COLUMN part smallint NOT NULL DEFAULT 1 CHECK (part > 0),
  -- Whose day transaction_date is: that of the claim, or of the transfer once it is known.
  ADD COLUMN date_of text COLLATE "C" NOT NULL DEFAULT 'claim' CHECK (date_of IN ('claim', 'transfer')),
  -- Its money became the driver's credit; it covers no fee.
  ADD COLUMN is_credit boolean NOT NULL DEFAULT false,
  -- Money with its transaction ID was received, so that it does not end for want of a receipt.
  ADD COLUMN has_transfer boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT payments_credit_cleared CHECK (NOT is_credit OR status IN ('cleared', 'reversed'));
DROP INDEX payments_transaction_id;
CREATE UNIQUE INDEX payments_transaction_id ON payments (transaction_key(transaction_id), part)
  WHERE status IN ('submitted', 'cleared');
DROP INDEX payments_cleared_once;
CREATE UNIQUE INDEX payments_cleared_once ON payments (driver_id, type_code, payment_year, payment_month)
  NULLS NOT DISTINCT WHERE status = 'cleared' AND period <> 'any' AND NOT is_credit;

-- Money that the company's accounts received, whoever paid it and for whatever.
CREATE TABLE transfers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('momo', 'cash', 'bank', 'cheque')),
  transaction_id text COLLATE "C" NOT NULL CHECK (transaction_id ~ '^[A-Z0-9]{1,32}$'),
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  received_on date NOT NULL,
  payer_name text NOT NULL DEFAULT '',
  payer_number text NOT NULL DEFAULT '',
  -- As the payer wrote it; often a car number.
  reference text NOT NULL DEFAULT '',
  -- How it first became known.
  source text COLLATE "C" NOT NULL CHECK (source IN ('capture', 'desk', 'statement', 'prompt')),
  -- Null for the server's own jobs.
  captured_by bigint REFERENCES accounts (id),
  captured_at timestamptz NOT NULL,
  -- The amount on the account's statement; null until a statement shows it.
  statement_amount numeric(14, 2) CHECK (statement_amount > 0),
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'matched', 'dismissed')),
  status_reason text CHECK (status_reason <> '')
);
-- Received once, whatever became of it.
CREATE UNIQUE INDEX transfers_transaction_id ON transfers (transaction_key(transaction_id));
CREATE INDEX transfers_open ON transfers (received_on, id) WHERE status = 'open';
CREATE INDEX transfers_by_day ON transfers (received_on, id);

ALTER TABLE payments
  ADD COLUMN transfer_id bigint REFERENCES transfers (id),
  ADD CONSTRAINT payments_transfer_cleared CHECK (transfer_id IS NULL OR status IN ('cleared', 'reversed'));
CREATE INDEX payments_transfer ON payments (transfer_id) WHERE transfer_id IS NOT NULL;

-- Cleared money by type and mode.
SELECT define_total('payment_modes', 'payments', $$'payments-by-mode'$$, $$type_code || ' ' || mode$$, 'transaction_date',
  'amount', condition => $$status = 'cleared'$$);
INSERT INTO totals (measure, key, grain, period, count, amount)
SELECT 'payments-by-mode', CASE WHEN key = '' THEN '' ELSE key || ' momo' END, grain, period, count, amount
FROM totals WHERE measure = 'payments:cleared';
INSERT INTO total_deltas (measure, key, day, count, amount)
SELECT 'payments-by-mode', key || ' momo', day, count, amount FROM total_deltas WHERE measure = 'payments:cleared';

-- Payments that were cleared before there were books are posted as they would have been then, and taken back where they were
-- reversed, in the order of their days.
CREATE FUNCTION entry_of_payment(payment payments, reverses bigint) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'day', payment.transaction_date, 'kind', 'payment', 'subject_id', payment.id, 'reverses', reverses,
    'description', CASE WHEN reverses IS NULL THEN 'Payment ' ELSE 'Reversal of payment ' END || payment.transaction_id,
    'posted_by', NULL, 'posted_at', payment.created_at,
    'postings', jsonb_agg(jsonb_build_object('account', account, 'driver_id', driver_id,
      'amount', CASE WHEN reverses IS NULL THEN amount ELSE -amount END) ORDER BY place)
  )
  FROM (VALUES
    (1, '1000', payment.amount, NULL::bigint),
    (2, '4000-' || payment.type_code, -least(payment.amount, coalesce(payment.amount_due, payment.amount)), NULL),
    (3, '2000', -greatest(payment.amount - coalesce(payment.amount_due, payment.amount), 0), payment.driver_id)
  ) AS lines (place, account, amount, driver_id)
  WHERE amount <> 0
$$;
DO $$
DECLARE
  batch jsonb;
  last_day date := '-infinity';
  last_id bigint := 0;
BEGIN
  LOOP
    SELECT jsonb_agg(entry_of_payment(payment, NULL) ORDER BY transaction_date, id),
      (array_agg(transaction_date ORDER BY transaction_date DESC, id DESC))[1],
      (array_agg(id ORDER BY transaction_date DESC, id DESC))[1]
    INTO batch, last_day, last_id
    FROM (
      SELECT payments AS payment, transaction_date, id FROM payments
      WHERE status IN ('cleared', 'reversed') AND (transaction_date, id) > (last_day, last_id)
      ORDER BY transaction_date, id LIMIT 1000
    ) AS next;
    EXIT WHEN batch IS NULL;
    PERFORM post_entries(batch);
  END LOOP;
  last_id := 0;
  LOOP
    SELECT jsonb_agg(entry_of_payment(payment, entry.number) ORDER BY id), max(id) INTO batch, last_id
    FROM (
      SELECT payments AS payment, id FROM payments WHERE status = 'reversed' AND id > last_id ORDER BY id LIMIT 1000
    ) AS next
    JOIN ledger_entries AS entry ON entry.kind = 'payment' AND entry.subject_id = id AND entry.reverses IS NULL;
    EXIT WHEN batch IS NULL;
    PERFORM post_entries(batch);
  END LOOP;
END $$;
DROP FUNCTION entry_of_payment;
-- Now, so that a later migration of the same transaction may alter these tables.
SET CONSTRAINTS ALL IMMEDIATE;
