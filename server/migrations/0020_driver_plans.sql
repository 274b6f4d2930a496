-- A driver's plans, each from a month on, so that a month keeps the price of its own plan when the driver changes to another.
-- A driver who has agreed on none yet has no row.
CREATE TABLE driver_plans (
  driver_id bigint NOT NULL REFERENCES drivers (id) ON DELETE CASCADE,
  -- The first day of the month.
  from_month date NOT NULL CHECK (extract(day FROM from_month) = 1),
  plan text NOT NULL CHECK (plan IN ('monthly', 'standard', 'platinum')),
  PRIMARY KEY (driver_id, from_month)
);
-- So far a driver had one plan, that of the registration.
INSERT INTO driver_plans (driver_id, from_month, plan)
SELECT id, date_trunc('month', registered_on)::date, plan FROM drivers WHERE plan IS NOT NULL;
ALTER TABLE drivers DROP COLUMN plan;

-- A type is priced by plan or has one price for everybody. The key of both columns lets the price list say which it follows.
ALTER TABLE payment_types
  ADD COLUMN by_plan boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT payment_types_by_plan UNIQUE (type_code, by_plan);
UPDATE payment_types SET by_plan = true WHERE type_code = 'SS';

ALTER TABLE payment_list
  ADD COLUMN plan text CHECK (plan IN ('monthly', 'standard', 'platinum')),
  DROP CONSTRAINT payment_list_year_type_code_key,
  DROP CONSTRAINT payment_list_type_code_fkey;
DROP INDEX payment_list_type_code;
-- The list's subscription was Monthly Subscription's; the other plans cost the same in every year.
UPDATE payment_list SET plan = 'monthly' WHERE type_code = 'SS';
INSERT INTO payment_list (year, type_code, plan, amount)
SELECT year, type_code, plan, amount
FROM (SELECT DISTINCT year FROM payment_list) AS years
CROSS JOIN (VALUES ('SS', 'standard', 800.00), ('SS', 'platinum', 1200.00)) AS prices (type_code, plan, amount)
WHERE EXISTS (SELECT FROM payment_types WHERE payment_types.type_code = prices.type_code)
ORDER BY year, amount;

-- Each plan of a type that is priced by plan has its own price, and no price of such a type is without one.
ALTER TABLE payment_list
  ADD COLUMN by_plan boolean NOT NULL GENERATED ALWAYS AS (plan IS NOT NULL) STORED,
  ADD CONSTRAINT payment_list_price UNIQUE NULLS NOT DISTINCT (year, type_code, plan),
  ADD CONSTRAINT payment_list_type FOREIGN KEY (type_code, by_plan) REFERENCES payment_types (type_code, by_plan);
CREATE INDEX payment_list_of_type ON payment_list (type_code);
