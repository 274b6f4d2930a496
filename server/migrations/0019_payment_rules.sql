-- A payment type says itself what it is: paid once, once a month, or as often as one likes; after which other type; on which
-- side; and from which month on a driver owes it. Code, checks and indexes read that. A type that says nothing would be a
-- mistake, so no column but the day has a default.
ALTER TABLE payment_types
  ADD COLUMN period text NOT NULL DEFAULT 'any' CHECK (period IN ('once', 'monthly', 'any')),
  ADD COLUMN required_type text REFERENCES payment_types (type_code) CHECK (required_type <> type_code),
  ADD COLUMN due_from date NOT NULL DEFAULT '2024-01-01',
  DROP CONSTRAINT payment_types_side_check;
ALTER TABLE payment_types
  ALTER COLUMN period DROP DEFAULT,
  ALTER COLUMN due_from SET DEFAULT CURRENT_DATE;
UPDATE payment_types SET side = 'land' WHERE side = 'tenants';
UPDATE payment_types SET period = CASE type_code WHEN 'SS' THEN 'monthly' ELSE 'once' END
WHERE type_code IN ('RF', 'SS', 'DP');
UPDATE payment_types SET required_type = (SELECT type_code FROM payment_types WHERE type_code = 'RF')
WHERE type_code IN ('SS', 'DP');
ALTER TABLE payment_types
  ADD CONSTRAINT payment_types_side CHECK (side IN ('drivers', 'land', 'both')),
  ADD CONSTRAINT payment_types_period UNIQUE (type_code, period);

-- Each payment has its type's period, so that its own indexes and checks can read it. Most are monthly, and a default that is
-- the same for all rows rewrites none of them; only the others are written.
ALTER TABLE payments
  ADD COLUMN period text NOT NULL DEFAULT 'monthly',
  DROP CONSTRAINT payments_month_of_subscriptions;
ALTER TABLE payments ALTER COLUMN period DROP DEFAULT;
UPDATE payments SET period = payment_types.period FROM payment_types
WHERE payment_types.type_code = payments.type_code AND payment_types.period <> 'monthly';

-- A type's period may still change, and its payments change with it, as far as they fit: the check refuses to make a month's
-- payment one without a month, and the index to make those once that were cleared twice.
ALTER TABLE payments
  ADD CONSTRAINT payments_month_of_monthly CHECK (
    (period = 'monthly') = (payment_year IS NOT NULL) AND (payment_year IS NULL) = (payment_month IS NULL)
  ),
  DROP CONSTRAINT payments_type_code_fkey,
  ADD CONSTRAINT payments_type FOREIGN KEY (type_code, period) REFERENCES payment_types (type_code, period)
    ON UPDATE CASCADE;

-- Among the cleared: once a driver and type; of a monthly type, whose month is never null, once a driver, type and month.
DROP INDEX payments_cleared_once;
CREATE UNIQUE INDEX payments_cleared_once ON payments (driver_id, type_code, payment_year, payment_month)
  NULLS NOT DISTINCT WHERE status = 'cleared' AND period <> 'any';
