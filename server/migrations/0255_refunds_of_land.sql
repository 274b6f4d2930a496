-- Receipts of the land side are given back by the refunds that drivers' payments have (docs/product/land.md, rules 124 to 129).
-- A refund is asked for, approved and paid on one side; money that paid nothing is of the side that asks for it.
ALTER TABLE refunds ADD COLUMN side text COLLATE "C" NOT NULL DEFAULT 'drivers' CHECK (side IN ('drivers', 'land'));
ALTER TABLE refunds ALTER COLUMN side DROP DEFAULT;
COMMENT ON COLUMN refunds.side IS 'Whose people ask for it, approve it and pay it: that of the payment; of money, that which asked.';
COMMENT ON COLUMN refunds.driver_id IS 'Null of money that paid nobody''s fee, and of the land side.';
COMMENT ON COLUMN refunds.payment_id IS 'Of the land side the first payment of the receipt, all of which is given back.';

ALTER TABLE refunds DROP CONSTRAINT refunds_of_source;
ALTER TABLE refunds ADD CONSTRAINT refunds_of_source CHECK (CASE source
  WHEN 'credit' THEN driver_id IS NOT NULL AND payment_id IS NULL AND transfer_id IS NULL AND side = 'drivers'
  WHEN 'payment' THEN (driver_id IS NULL) = (side = 'land') AND payment_id IS NOT NULL AND transfer_id IS NOT NULL
  ELSE driver_id IS NULL AND payment_id IS NULL AND transfer_id IS NOT NULL END);

-- A receipt is given back once and whole, since the unique index of refunds is on the first payment of it.
CREATE FUNCTION refund_whole_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM payments AS first
    WHERE first.id = NEW.payment_id AND first.side = NEW.side AND first.received_with IS NULL
      AND first.transfer_id = NEW.transfer_id AND NEW.amount = (
        SELECT sum(paid.amount) FROM payments AS paid
        WHERE (paid.id = first.id OR paid.received_with = first.id) AND paid.status = 'cleared'
      )
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A refund of a payment is of all that its receipt has'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_of_whole_receipt', TABLE = 'refunds';
END $$;
CREATE TRIGGER refunds_of_whole_receipt BEFORE INSERT ON refunds
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL) EXECUTE FUNCTION refund_whole_receipt();

-- Each side's list, with the money that paid nothing, in its order without the other side's rows.
DROP INDEX refunds_asked_at, refunds_by_status;
CREATE INDEX refunds_of_drivers ON refunds (asked_at, id) WHERE side = 'drivers' OR source = 'money';
CREATE INDEX refunds_of_drivers_by_status ON refunds (status, asked_at, id) WHERE side = 'drivers' OR source = 'money';
CREATE INDEX refunds_of_land ON refunds (asked_at, id) WHERE side = 'land' OR source = 'money';
CREATE INDEX refunds_of_land_by_status ON refunds (status, asked_at, id) WHERE side = 'land' OR source = 'money';
CREATE INDEX refunds_by_payment ON refunds (payment_id, id) WHERE payment_id IS NOT NULL;
CREATE INDEX refunds_open ON refunds (status) WHERE status IN ('asked', 'approved');
