-- Beside the totals of each key, totals of all keys together, whose key is empty: most lists ask for them, and would read a
-- row of each type for every month. A fold adds to both. The index has the key before the period, so that a key's periods,
-- which are read one after the other, lie together.
ALTER TABLE totals DROP CONSTRAINT totals_pkey;
INSERT INTO totals (measure, key, grain, period, count, amount)
SELECT measure, '', grain, period, sum(count), sum(amount) FROM totals GROUP BY measure, grain, period
ORDER BY measure, grain, period;
ALTER TABLE totals ADD PRIMARY KEY (measure, key, grain, period);
-- A row counted by an empty key would count twice.
ALTER TABLE total_deltas ADD CONSTRAINT total_deltas_key CHECK (key <> '');
