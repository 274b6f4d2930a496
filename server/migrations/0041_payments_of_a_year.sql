-- Whether any payment was made for a year of a monthly type, which keeps the year's price from being deleted. Payments
-- without a month are found by their day.
CREATE INDEX payments_active_of_year ON payments (type_code, payment_year)
  WHERE status IN ('submitted', 'cleared') AND payment_year IS NOT NULL;
