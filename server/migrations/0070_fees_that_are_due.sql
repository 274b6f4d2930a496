-- True until the first fee is paid for. `unpaid_since` says from when on days count until a registration is archived, which they
-- do for no imported driver, whose fee is due all the same. Setting the column by its type again writes the table once, without
-- a second version of each row.
ALTER TABLE drivers ADD COLUMN is_fee_due boolean;
ALTER TABLE drivers
  ALTER COLUMN is_fee_due TYPE boolean USING unpaid_since IS NOT NULL,
  ALTER COLUMN is_fee_due SET NOT NULL,
  ALTER COLUMN is_fee_due SET DEFAULT true;
-- The first fee is the drivers' type that is paid once and that others require.
WITH first_fee AS (
  SELECT type_code FROM payment_types AS type
  WHERE side <> 'land' AND period = 'once' AND required_type IS NULL
    AND EXISTS (SELECT FROM payment_types AS other WHERE other.required_type = type.type_code)
  ORDER BY id LIMIT 1
)
-- Days ended where an imported duplicate was merged, too, paid for or not.
UPDATE drivers SET is_fee_due = true
WHERE NOT is_fee_due
  AND (import_id IS NOT NULL OR EXISTS (SELECT FROM drivers AS duplicate WHERE duplicate.merged_into = drivers.id))
AND NOT EXISTS (
  SELECT FROM payments JOIN first_fee USING (type_code)
  WHERE payments.driver_id = drivers.id AND payments.status = 'cleared' AND NOT payments.is_credit
) AND NOT EXISTS (
  SELECT FROM credit_uses JOIN first_fee USING (type_code)
  WHERE credit_uses.driver_id = drivers.id AND credit_uses.status = 'used'
);
ALTER TABLE drivers ADD CONSTRAINT drivers_days_of_due_fee CHECK (unpaid_since IS NULL OR is_fee_due);

-- Those with days left come first, the next to be archived before the others, and imported drivers after them.
CREATE INDEX drivers_fee_due ON drivers (unpaid_since, id) WHERE removed_at IS NULL AND is_fee_due;
DROP INDEX drivers_paid_newest;
DROP INDEX drivers_unpaid_newest;
CREATE INDEX drivers_paid_newest ON drivers (registered_on DESC, id DESC) WHERE removed_at IS NULL AND NOT is_fee_due;
CREATE INDEX drivers_fee_due_newest ON drivers (registered_on DESC, id DESC) WHERE removed_at IS NULL AND is_fee_due;

-- A document that is not known is as one that was never valid.
DROP INDEX drivers_by_expiry;
CREATE INDEX drivers_by_document ON drivers ((coalesce(expiry_date, '-infinity')), id) WHERE removed_at IS NULL;
