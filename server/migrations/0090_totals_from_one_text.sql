-- The triggers and a recount count by one text again, that of total_rows. A definition may have several
-- measures, separated by commas, so that one trigger a statement counts payments by state, and by state and mode. A trigger for
-- each would keep the statement's rows, and plan a statement, of its own.
CREATE FUNCTION total_rows(definition total_definitions, relation text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format(
    'SELECT unnest(ARRAY[%s]::text[]) AS measure, (%s)::text AS key, %s AS day, %s AS amount FROM %I WHERE %s',
    definition.measure, definition.key, definition.day, definition.amount, relation, definition.condition
  )
$$;

-- Makes the function that the triggers of a definition call, or makes it anew. Written out for each kind of statement, so that
-- each is planned once a session.
CREATE FUNCTION make_total_function(definition total_definitions) RETURNS void LANGUAGE plpgsql AS $make$
DECLARE
  -- A row that came adds to its total, one that went takes from it.
  came text := E'\n      SELECT 1 AS sign, came.* FROM (' || total_rows(definition, 'new_rows') || ') AS came';
  went text := E'\n      SELECT -1 AS sign, went.* FROM (' || total_rows(definition, 'old_rows') || ') AS went';
  append text := E'\n    INSERT INTO total_deltas (measure, key, day, count, amount)'
    || E'\n    SELECT measure, key, day, sum(sign), sum(sign * amount) FROM (';
  by_total text := E'\n    ) AS changed GROUP BY measure, key, day HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0;\n  ';
BEGIN
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS %L',
    'count_' || definition.name,
    E'BEGIN\n  IF TG_OP = ''INSERT'' THEN' || append || came || by_total
      || 'ELSIF TG_OP = ''UPDATE'' THEN' || append || came || E'\n      UNION ALL' || went || by_total
      || 'ELSE' || append || went || by_total || E'END IF;\n  RETURN NULL;\nEND'
  );
END
$make$;

-- Begins to count the rows of a table from now on. All but the first two arguments are SQL expressions over a row; rows that
-- `condition` does not hold for are not counted. A table may have several definitions, and whoever defines totals of a
-- table with rows in it fills `totals` in the same migration.
CREATE OR REPLACE FUNCTION define_total(
  name text, source text, measure text, key text, day text, amount text DEFAULT '0', condition text DEFAULT 'true'
) RETURNS void LANGUAGE plpgsql AS $define$
DECLARE
  definition total_definitions := ROW(name, source, measure, key, day, amount, condition);
  function_name text := 'count_' || name;
BEGIN
  INSERT INTO total_definitions SELECT definition.*;
  PERFORM make_total_function(definition);
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

DELETE FROM total_definitions WHERE name = 'payment_modes';
UPDATE total_definitions SET measure = $$'payments:' || status, 'payments:' || status || ':' || mode$$ WHERE name = 'payments';
SELECT make_total_function(definition) FROM total_definitions AS definition;
