-- Two records of one person may both have paid a fee. Once they are one, one of the payments covers it, and the money of the other
-- one is credit: its entry in the books stays, and this one moves its revenue to the driver's credit.
CREATE TABLE freed_payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payments (id),
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  freed_on date NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'freed' CHECK (status IN ('freed', 'taken_back'))
);
COMMENT ON COLUMN freed_payments.amount IS 'The part that had paid the fee; all that was over its price was credit before.';
COMMENT ON COLUMN freed_payments.status IS 'Taken back with the merge, or as the payment was reversed.';
CREATE INDEX freed_payments_of_payment ON freed_payments (payment_id);
CREATE UNIQUE INDEX freed_payments_once ON freed_payments (payment_id) WHERE status = 'freed';

-- A receipt never changes; this stands below it on paper for as long as it holds.
CREATE TABLE receipt_notes (
  number bigint PRIMARY KEY REFERENCES receipts (number),
  note text NOT NULL CHECK (note <> '')
);
