-- Numbers that are counted in tables were unknown to skip_numbers, and given out twice after a restore.

-- The last number of a series that was skipped since a moment; null for none.
CREATE FUNCTION skipped_to(of text, since timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT max(last) FROM skipped_numbers WHERE series = of AND skipped_at >= since
$$;

-- Every series that gives numbers to records or papers: the last number that was given or skipped, and the last that there
-- can be. A counter that is one in each year is a series a year, `book_numbers J 2026`: from the first year with a row to that
-- of `at`, and at least the year before, since a copy of December knows no row of January.
CREATE FUNCTION counters(at timestamptz) RETURNS TABLE (series text, last bigint, most bigint) LANGUAGE sql STABLE AS $$
  WITH kept (counter, kind, year, last) AS (
    SELECT 'book_numbers', kind, year, last FROM book_numbers
    UNION ALL SELECT 'land_serials', kind, year, last FROM land_serials
    UNION ALL SELECT 'incident_numbers', CASE WHEN is_drill THEN 'drill' ELSE 'call' END, year, last FROM incident_numbers
  ),
  kinds (counter, kind, is_yearly, most) AS (
    VALUES ('book_numbers', 'J', true, 2147483647), ('book_numbers', 'E', true, 2147483647), ('book_numbers', 'C', true, 2147483647),
      ('land_serials', 'application', true, 2147483647), ('land_serials', 'share_payout', true, 2147483647),
      ('land_serials', 'AN', true, 2147483647), ('land_serials', 'TC', true, 2147483647), ('land_serials', 'SL', true, 2147483647),
      -- Tenant codes have six digits.
      ('land_serials', 'tenant', false, 999999),
      ('incident_numbers', 'call', true, 2147483647), ('incident_numbers', 'drill', true, 2147483647)
  ),
  years AS (
    SELECT generate_series(least(min(kept.year), this.year - 1), greatest(max(kept.year), this.year)) AS year
    FROM (SELECT extract(year FROM at AT TIME ZONE 'UTC')::integer AS year) AS this LEFT JOIN kept ON kept.year > 0
    GROUP BY this.year
  )
  SELECT sequencename::text, coalesce(last_value, start_value - 1), max_value
  FROM pg_sequences
  -- Those of a table that a crash empties begin anew.
  JOIN pg_class ON pg_class.oid = format('%I.%I', schemaname, sequencename)::regclass AND relpersistence = 'p'
  WHERE schemaname = current_schema()
  UNION ALL SELECT 'receipts', number, 9223372036854775807 FROM receipt_head
  UNION ALL
  SELECT 'incident_packs', greatest(0, (SELECT max(nth) FROM incident_packs), skipped_to('incident_packs', '-infinity')), 32767
  UNION ALL
  SELECT concat_ws(' ', counter, kind, year), coalesce(kept.last, 0), most
  FROM kinds JOIN (SELECT true AS is_yearly, year FROM years UNION ALL SELECT false, 0) AS span USING (is_yearly)
  LEFT JOIN kept USING (counter, kind, year)
$$;

-- Skips numbers in every counter, and gives what was skipped. `given` says how many; without it they are a tenth of those
-- given out so far, and at least 10,000. A series that ends gives up a tenth of the rest at most. `beyond` has the last
-- numbers that an earlier restore may have used, by series: the margin comes after them. The books are no such series: the
-- number of an entry is told to nobody, and each entry is chained to the one before it.
DROP FUNCTION skip_numbers(bigint, timestamptz, text);
CREATE FUNCTION skip_numbers(given bigint, at timestamptz, why text, beyond jsonb DEFAULT '{}')
RETURNS SETOF skipped_numbers LANGUAGE plpgsql AS $$
DECLARE
  counter record;
  used bigint;
  skipped skipped_numbers;
  kind text;
  year smallint;
BEGIN
  FOR counter IN SELECT series, last, most, split_part(series, ' ', 1) AS name FROM counters(at) ORDER BY series LOOP
    used := least(greatest(counter.last, (beyond ->> counter.series)::bigint), counter.most);
    skipped := (
      counter.series,
      counter.last + 1,
      used + least(coalesce(given, greatest(10000, used / 10)), (counter.most - used) / 10),
      at,
      why
    );
    CONTINUE WHEN skipped.last < skipped.first;
    kind := split_part(counter.series, ' ', 2);
    year := nullif(split_part(counter.series, ' ', 3), '')::smallint;
    CASE counter.name
      WHEN 'receipts' THEN UPDATE receipt_head SET number = skipped.last;
      WHEN 'book_numbers' THEN
        INSERT INTO book_numbers VALUES (kind, year, skipped.last)
        ON CONFLICT ON CONSTRAINT book_numbers_pkey DO UPDATE SET last = excluded.last;
      WHEN 'land_serials' THEN
        INSERT INTO land_serials VALUES (kind, year, skipped.last)
        ON CONFLICT ON CONSTRAINT land_serials_pkey DO UPDATE SET last = excluded.last;
      WHEN 'incident_numbers' THEN
        INSERT INTO incident_numbers VALUES (year, kind = 'drill', skipped.last)
        ON CONFLICT ON CONSTRAINT incident_numbers_pkey DO UPDATE SET last = excluded.last;
      -- Counted for each incident, from what was skipped since it was raised.
      WHEN 'incident_packs' THEN NULL;
      ELSE PERFORM setval(format('%I', counter.name)::regclass, skipped.last);
    END CASE;
    INSERT INTO skipped_numbers SELECT skipped.*;
    RETURN NEXT skipped;
  END LOOP;
END $$;
