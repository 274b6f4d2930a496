-- An unlogged table is empty after a crash, and its numbers begin anew: a copy that is opened has
-- them from 1 again, and a second skip of the same numbers would be refused.
CREATE OR REPLACE FUNCTION skip_numbers(given bigint, at timestamptz, why text) RETURNS SETOF skipped_numbers
LANGUAGE plpgsql AS $$
DECLARE
  series record;
  skipped skipped_numbers;
BEGIN
  FOR series IN
    SELECT sequencename::text AS name, format('%I.%I', schemaname, sequencename)::regclass AS sequence,
      coalesce(last_value, start_value - 1) AS last, max_value AS most
    FROM pg_sequences
    JOIN pg_class ON pg_class.oid = format('%I.%I', schemaname, sequencename)::regclass AND relpersistence = 'p'
    WHERE schemaname = current_schema()
    UNION ALL
    SELECT 'receipts', NULL, number, 9223372036854775807 FROM receipt_head
    ORDER BY name
  LOOP
    skipped := (
      series.name,
      series.last + 1,
      series.last + least(coalesce(given, greatest(10000, series.last / 10)), (series.most - series.last) / 10),
      at,
      why
    );
    CONTINUE WHEN skipped.last < skipped.first;
    IF series.sequence IS NULL THEN UPDATE receipt_head SET number = skipped.last;
    ELSE PERFORM setval(series.sequence, skipped.last);
    END IF;
    INSERT INTO skipped_numbers SELECT skipped.*;
    RETURN NEXT skipped;
  END LOOP;
END $$;
