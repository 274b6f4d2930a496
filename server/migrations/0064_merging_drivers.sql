-- Drivers whose credit counts for another record since the two were merged. Entries name the driver whom they were posted for
-- and never change, so credit is summed up over the record and those that were merged into it.
CREATE TABLE ledger_merged_drivers (
  driver_id bigint PRIMARY KEY REFERENCES drivers (id),
  into_id bigint NOT NULL REFERENCES drivers (id) CHECK (into_id <> driver_id)
);
CREATE INDEX ledger_merged_drivers_into ON ledger_merged_drivers (into_id);

-- All of a driver's, whatever became of them, move with a merge.
CREATE INDEX credit_uses_of_driver ON credit_uses (driver_id);
CREATE INDEX payment_attempts_of_driver ON payment_attempts (driver_id);

-- A claim that was judged before its driver was merged and is stored after it would stay behind with a record that nobody looks
-- at. The lock waits for a merge that is under way; the sentence is worded by whoever stores claims.
CREATE FUNCTION refuse_merged_driver() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept bigint;
BEGIN
  SELECT merged_into INTO kept FROM drivers WHERE id = NEW.driver_id FOR KEY SHARE;
  IF kept IS NOT NULL THEN
    RAISE EXCEPTION 'Driver % was merged into %', NEW.driver_id, kept
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_of_kept_driver', TABLE = 'payments';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_of_kept_driver AFTER INSERT OR UPDATE OF driver_id ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_merged_driver();
