-- Claims to have paid, and what became of them: submitted → cleared | rejected, cleared → reversed (DESIGN §6).
CREATE TABLE payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  driver_id bigint NOT NULL REFERENCES drivers (id),
  type_code text NOT NULL REFERENCES payment_types (type_code),
  payment_year smallint CHECK (payment_year BETWEEN 2024 AND 2200),
  payment_month smallint CHECK (payment_month BETWEEN 1 AND 12),
  amount_due numeric(14, 2) CHECK (amount_due > 0),
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  transaction_id text COLLATE "C" NOT NULL CHECK (transaction_id ~ '^[A-Z0-9]{11}$'),
  transaction_date date NOT NULL,
  status text NOT NULL DEFAULT 'submitted' CHECK (status IN ('submitted', 'cleared', 'rejected', 'reversed')),
  created_at timestamptz NOT NULL,
  CONSTRAINT payments_month_of_subscriptions CHECK (
    (type_code = 'SS') = (payment_year IS NOT NULL) AND (payment_year IS NULL) = (payment_month IS NULL)
  )
);
CREATE UNIQUE INDEX payments_transaction_id ON payments (transaction_id) WHERE status IN ('submitted', 'cleared');
-- RF and DP once a driver, SS once a driver and month.
CREATE UNIQUE INDEX payments_paid_once ON payments (driver_id, type_code, payment_year, payment_month)
  NULLS NOT DISTINCT WHERE status IN ('submitted', 'cleared') AND type_code IN ('RF', 'DP', 'SS');
-- A list of those that stand, or of one status, of all types or one; each reads its index backwards. Ascending, so that
-- the newest rows fill the pages up.
CREATE INDEX payments_standing_by_day ON payments (transaction_date, id) WHERE status IN ('submitted', 'cleared');
CREATE INDEX payments_standing_of_type_by_day ON payments (type_code, transaction_date, id)
  WHERE status IN ('submitted', 'cleared');
CREATE INDEX payments_by_day ON payments (status, transaction_date, id);
CREATE INDEX payments_of_type_by_day ON payments (status, type_code, transaction_date, id);
CREATE INDEX payments_driver ON payments (driver_id, transaction_date, id);

-- Counts and amounts of payments by type and state: of all, of each month and of each day of transaction_date.
-- Spread over shards by payment, so that payments committing at the same moment rarely wait for each other's row.
CREATE TABLE payment_totals (
  grain text NOT NULL CHECK (grain IN ('all', 'month', 'day')),
  period text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  type_code text NOT NULL,
  shard smallint NOT NULL,
  count bigint NOT NULL CHECK (count >= 0),
  amount numeric(20, 2) NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (grain, period, status, type_code, shard)
) WITH (fillfactor = 40);

-- Puts a statement's changes into the totals, always in the order of the key with 'all' last: two statements that touch
-- the same rows take them in one order, and so never wait for each other in a circle. A transaction that changes many
-- payments does it in one statement for the same reason.
CREATE FUNCTION total_payments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- By day; positive for what came, negative for what went.
  came payment_totals[];
  went payment_totals[];
  change payment_totals;
BEGIN
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    SELECT array_agg(ROW('day', day, status, type_code, shard, count, amount)::payment_totals) INTO came FROM (
      SELECT to_char(transaction_date, 'YYYY-MM-DD') AS day, status, type_code, id % 4 AS shard, count(*), sum(amount) AS amount
      FROM new_payments GROUP BY 1, 2, 3, 4
    ) AS days;
  END IF;
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    SELECT array_agg(ROW('day', day, status, type_code, shard, -count, -amount)::payment_totals) INTO went FROM (
      SELECT to_char(transaction_date, 'YYYY-MM-DD') AS day, status, type_code, id % 4 AS shard, count(*), sum(amount) AS amount
      FROM old_payments GROUP BY 1, 2, 3, 4
    ) AS days;
  END IF;
  FOR change IN
    SELECT grains.grain, grains.period, status, type_code, shard, sum(count), sum(amount)
    FROM unnest(came || went) AS days
    CROSS JOIN LATERAL (VALUES ('day', days.period), ('month', left(days.period, 7)), ('all', 'all')) AS grains (grain, period)
    GROUP BY 1, 2, 3, 4, 5
    HAVING sum(count) <> 0 OR sum(amount) <> 0
    ORDER BY grains.grain = 'all', 1, 2, 3, 4, 5
  LOOP
    UPDATE payment_totals AS total
    SET count = total.count + change.count, amount = total.amount + change.amount
    WHERE total.grain = change.grain AND total.period = change.period AND total.status = change.status
      AND total.type_code = change.type_code AND total.shard = change.shard;
    IF NOT FOUND THEN
      INSERT INTO payment_totals AS total SELECT change.*
      ON CONFLICT (grain, period, status, type_code, shard)
        DO UPDATE SET count = total.count + excluded.count, amount = total.amount + excluded.amount;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER payments_inserted AFTER INSERT ON payments
  REFERENCING NEW TABLE AS new_payments FOR EACH STATEMENT EXECUTE FUNCTION total_payments();
CREATE TRIGGER payments_updated AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS old_payments NEW TABLE AS new_payments FOR EACH STATEMENT EXECUTE FUNCTION total_payments();
CREATE TRIGGER payments_deleted AFTER DELETE ON payments
  REFERENCING OLD TABLE AS old_payments FOR EACH STATEMENT EXECUTE FUNCTION total_payments();

-- Claims refused because their transaction ID was taken, for staff to judge between the claimants (DESIGN §5).
CREATE TABLE payment_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id text COLLATE "C" NOT NULL,
  driver_id bigint NOT NULL REFERENCES drivers (id),
  type_code text NOT NULL,
  payment_year smallint,
  payment_month smallint,
  amount numeric(14, 2) NOT NULL,
  address text COLLATE "C" NOT NULL,
  attempted_on date NOT NULL,
  times integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  UNIQUE (address, attempted_on, transaction_id, driver_id)
);
CREATE INDEX payment_attempts_transaction_id ON payment_attempts (transaction_id, last_at, id);
