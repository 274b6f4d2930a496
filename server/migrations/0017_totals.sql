-- Totals of rows: how many there are and what they come to, in all, by month and by day. A statement that changes counted
-- rows appends what it changed to `total_deltas`, in its own transaction; a job folds the deltas into `totals`. A total is
-- therefore what is folded plus what is not. Nobody updates a row that another transaction needs, so nobody waits.

CREATE TABLE totals (
  -- What is counted, with its state where it has one: `drivers`, `payments:cleared`.
  measure text COLLATE "C" NOT NULL,
  -- By what it is counted besides: a payment's type.
  key text COLLATE "C" NOT NULL,
  grain text COLLATE "C" NOT NULL CHECK (grain IN ('all', 'month', 'day')),
  -- `all`, `2026-11` or `2026-11-20`.
  period text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  amount numeric(20, 2) NOT NULL,
  PRIMARY KEY (measure, grain, period, key)
) WITH (fillfactor = 50);

-- Without a key or an index: rows are appended, read as a whole and removed as a whole. The job vacuums it when it has
-- removed many; where no job does, as while the product's own servers are stopped, autovacuum does so early.
CREATE TABLE total_deltas (
  measure text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  day date NOT NULL,
  count bigint NOT NULL,
  amount numeric(20, 2) NOT NULL
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- What is counted by what, as SQL over a row of `source`. The triggers are made from it and a recount reads it, so that both
-- count the same.
CREATE TABLE total_definitions (
  name text COLLATE "C" PRIMARY KEY,
  source text NOT NULL,
  measure text NOT NULL,
  key text NOT NULL,
  day text NOT NULL,
  amount text NOT NULL,
  condition text NOT NULL
);

-- Begins to count the rows of a table from now on. All but the first two arguments are SQL expressions over a row; rows that
-- `condition` does not hold for are not counted. A table may have several definitions, and whoever defines totals of a
-- table with rows in it fills `totals` in the same migration.
CREATE FUNCTION define_total(
  name text, source text, measure text, key text, day text, amount text DEFAULT '0', condition text DEFAULT 'true'
) RETURNS void LANGUAGE plpgsql AS $define$
DECLARE
  function_name text := 'count_' || name;
  -- A row that came adds to its total, one that went takes from it.
  changed text := 'SELECT (' || measure || ')::text AS measure, (' || key || ')::text AS key, ' || day || ' AS day, ';
  came text := changed || '1 AS count, ' || amount || ' AS amount FROM new_rows WHERE ' || condition;
  went text := changed || '-1 AS count, -(' || amount || ') AS amount FROM old_rows WHERE ' || condition;
  append text := 'INSERT INTO total_deltas (measure, key, day, count, amount) '
    || 'SELECT measure, key, day, sum(count), sum(amount) FROM (';
  by_total text := ') AS changed GROUP BY measure, key, day HAVING sum(count) <> 0 OR sum(amount) <> 0; ';
BEGIN
  INSERT INTO total_definitions VALUES (name, source, measure, key, day, amount, condition);
  -- Written out for each kind of statement, so that each is planned once a session.
  EXECUTE format(
    'CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS %L',
    function_name,
    'BEGIN IF TG_OP = ''INSERT'' THEN ' || append || came || by_total
      || 'ELSIF TG_OP = ''UPDATE'' THEN ' || append || came || ' UNION ALL ' || went || by_total
      || 'ELSE ' || append || went || by_total || 'END IF; RETURN NULL; END'
  );
  EXECUTE format(
    'CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    function_name || '_inserted', source, function_name
  );
  EXECUTE format(
    'CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows '
      || 'FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    function_name || '_updated', source, function_name
  );
  EXECUTE format(
    'CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    function_name || '_deleted', source, function_name
  );
END
$define$;

-- The totals so far move over as they are. Dropping a trigger locks its table, so nobody changes a row in between.
DROP TRIGGER drivers_added ON drivers;
DROP TRIGGER drivers_deleted ON drivers;
DROP TRIGGER drivers_recounted ON drivers;
INSERT INTO totals (measure, key, grain, period, count, amount)
SELECT 'drivers', 'current', grain, period, count, 0 FROM driver_totals WHERE count <> 0;
DROP FUNCTION count_drivers(), recount_driver(), change_driver_totals(date, bigint);
DROP TABLE driver_totals;

DROP TRIGGER payments_inserted ON payments;
DROP TRIGGER payments_updated ON payments;
DROP TRIGGER payments_deleted ON payments;
INSERT INTO totals (measure, key, grain, period, count, amount)
SELECT 'payments:' || status, type_code, grain, period, sum(count), sum(amount) FROM payment_totals
GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(amount) <> 0
-- As they are read: those of a month lie together.
ORDER BY 1, 3, 4, 2;
DROP FUNCTION total_payments();
DROP TABLE payment_totals;

SELECT define_total('drivers', 'drivers', $$'drivers'$$, $$'current'$$, 'registered_on', condition => 'removed_at IS NULL');
SELECT define_total('payments', 'payments', $$'payments:' || status$$, 'type_code', 'transaction_date', 'amount');
