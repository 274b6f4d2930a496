-- Numbers that nobody gets. A restored backup does not know which numbers were given out after it was made, so each series
-- skips some that may be on paper already. An entry says which ones and why: without it, they would look like receipts that
-- were taken out of the book.
CREATE TABLE skipped_numbers (
  -- The name of a sequence, or `receipts`.
  series text COLLATE "C" NOT NULL CHECK (series <> ''),
  first bigint NOT NULL CHECK (first > 0),
  last bigint NOT NULL,
  skipped_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  PRIMARY KEY (series, first),
  CHECK (first <= last)
);

CREATE FUNCTION refuse_change_of_skipped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Skipped numbers are only added to'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'skipped_numbers_kept', TABLE = 'skipped_numbers';
END $$;
CREATE TRIGGER skipped_numbers_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON skipped_numbers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_skipped();

-- The last receipt number that is taken, by a receipt or by having been skipped, up to a bound.
CREATE FUNCTION last_receipt_number(up_to bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT greatest(
    0,
    (SELECT max(number) FROM receipts WHERE number <= up_to),
    (SELECT max(last) FROM skipped_numbers WHERE series = 'receipts' AND last <= up_to)
  )
$$;

-- New numbers go on from the last one, or from the last one that was skipped, and end at the head's, whoever writes them.
CREATE OR REPLACE FUNCTION check_receipt_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  first_number bigint;
  last_number bigint;
  issued bigint;
BEGIN
  SELECT min(number), max(number), count(*) INTO first_number, last_number, issued FROM new_receipts;
  IF issued > 0 AND (
    last_number - first_number + 1 <> issued
    OR last_number <> (SELECT number FROM receipt_head)
    OR first_number <> 1 + last_receipt_number(first_number - 1)
  ) THEN
    RAISE EXCEPTION 'Receipt % does not follow the one before', first_number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_without_gaps', TABLE = 'receipts';
  END IF;
  RETURN NULL;
END $$;

-- The head is moved by issuing and by skipping alone: at the end of the transaction it is the last number.
CREATE OR REPLACE FUNCTION check_receipt_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT number FROM receipt_head) IS DISTINCT FROM last_receipt_number(9223372036854775807) THEN
    RAISE EXCEPTION 'The head of the receipts is not the last number'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'receipt_head_last', TABLE = 'receipt_head';
  END IF;
  RETURN NULL;
END $$;

-- Skipped receipts go on from the last number, too, and have no receipt.
CREATE FUNCTION check_skipped_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.first <> 1 + last_receipt_number(NEW.first - 1) OR NEW.last <> (SELECT number FROM receipt_head)
    OR EXISTS (SELECT FROM receipts WHERE number BETWEEN NEW.first AND NEW.last)
  THEN
    RAISE EXCEPTION 'The skipped receipts from % on do not follow the last one', NEW.first
      USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_without_gaps', TABLE = 'skipped_numbers';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER skipped_receipts_follow AFTER INSERT ON skipped_numbers
  FOR EACH ROW WHEN (NEW.series = 'receipts') EXECUTE FUNCTION check_skipped_receipts();

-- Skips numbers in every sequence of the schema and in the receipts, and gives what was skipped. `given` says how many;
-- without it they are a tenth of those given out so far, and at least 10,000. A series that ends gives up a tenth of the
-- rest at most. The books are no such series: the number of an entry is told to nobody, and each entry is chained to the
-- one before it.
CREATE FUNCTION skip_numbers(given bigint, at timestamptz, why text) RETURNS SETOF skipped_numbers LANGUAGE plpgsql AS $$
DECLARE
  series record;
  skipped skipped_numbers;
BEGIN
  FOR series IN
    SELECT sequencename::text AS name, format('%I.%I', schemaname, sequencename)::regclass AS sequence,
      coalesce(last_value, start_value - 1) AS last, max_value AS most
    FROM pg_sequences WHERE schemaname = current_schema()
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

-- True once a server has run on the database with secrets: second factors are sealed with them, so that secrets which are
-- missing then are lost, not still to be made.
ALTER TABLE database_identity ADD COLUMN has_secrets boolean NOT NULL DEFAULT false;
UPDATE database_identity SET has_secrets = EXISTS (SELECT FROM accounts WHERE password_hash IS NOT NULL);

-- The number of files that records name and that the store did not have when a person chose to go on without them.
ALTER TABLE database_identity ADD COLUMN files_given_up bigint NOT NULL DEFAULT 0 CHECK (files_given_up >= 0);
