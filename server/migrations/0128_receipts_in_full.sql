-- A receipt names the receiver of the money, the price, the company's TIN and the taxes of its moment. Receipts from before
-- have none of these, and say what they said.
ALTER TABLE receipts
  ADD COLUMN received_by text CHECK (received_by <> ''),
  ADD COLUMN tin text CHECK (tin <> ''),
  ADD COLUMN taxes jsonb CHECK (jsonb_typeof(taxes) = 'array'),
  ADD COLUMN price numeric(14, 2);
COMMENT ON COLUMN receipts.received_by IS 'In words, as they were then: a name of staff, a prompt, a statement.';
COMMENT ON COLUMN receipts.taxes IS '[{name, rate, amount}]: the taxes that the amount contains, by the rates of then.';
COMMENT ON COLUMN receipts.price IS 'The price of the fee that the money is for.';

-- One row for each receipt that was texted, so that none is texted twice, by the job or by hand.
CREATE TABLE texted_receipts (
  number bigint PRIMARY KEY REFERENCES receipts (number),
  texted_at timestamptz NOT NULL
);
