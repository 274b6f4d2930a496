-- Payments of all states by day, and those of the modes that are few: both would walk through all others else.
CREATE INDEX payments_all_by_day ON payments (transaction_date, id);
CREATE INDEX payments_other_modes_by_day ON payments (mode, transaction_date, id) WHERE mode <> 'momo';

-- Names are searched by their beginnings, in any case and form of characters. By their bytes, so that a beginning is a range.
CREATE INDEX drivers_last_name ON drivers ((upper(normalize(last_name, NFKC)) COLLATE "C"), id);
CREATE INDEX drivers_first_name ON drivers ((upper(normalize(first_name, NFKC)) COLLATE "C"), id);

-- Payments of a mode are listed in every state, with their totals and what waits, so they are counted by state too, under a
-- measure like that of all modes together: `payments:cleared`, `payments:cleared:cash`.
DROP TRIGGER count_payment_modes_inserted ON payments;
DROP TRIGGER count_payment_modes_updated ON payments;
DROP TRIGGER count_payment_modes_deleted ON payments;
DROP FUNCTION count_payment_modes();
DELETE FROM total_definitions WHERE name = 'payment_modes';
DELETE FROM totals WHERE measure = 'payments-by-mode';
DELETE FROM total_deltas WHERE measure = 'payments-by-mode';
SELECT define_total('payment_modes', 'payments', $$'payments:' || status || ':' || mode$$, 'type_code', 'transaction_date',
  'amount');
INSERT INTO totals (measure, key, grain, period, count, amount)
WITH days AS (
  SELECT 'payments:' || status || ':' || mode AS measure, type_code, transaction_date, count(*) AS count, sum(amount) AS amount
  FROM payments GROUP BY status, mode, type_code, transaction_date
)
SELECT measure, total_key, grain, period, sum(count), sum(amount)
FROM days
CROSS JOIN LATERAL (VALUES (type_code), ('')) AS keys (total_key)
CROSS JOIN LATERAL (VALUES ('all', 'all'), ('month', to_char(transaction_date, 'YYYY-MM')),
  ('day', to_char(transaction_date, 'YYYY-MM-DD'))) AS grains (grain, period)
GROUP BY measure, total_key, grain, period
ORDER BY measure, total_key, grain, period;
