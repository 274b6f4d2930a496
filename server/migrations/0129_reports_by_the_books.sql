-- Reports by day, month and mode count by the books: a payment when it was posted as cleared, and apart from that its
-- reversal when that was posted. What was counted never changes.

-- A month is closed once seven days of the next one are over; an entry of it that is posted later counts on the day on
-- which it is posted.
CREATE FUNCTION reported_on(day date, posted_on date) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN posted_on >= (date_trunc('month', day::timestamp) + interval '1 month 7 days')::date THEN posted_on ELSE day END
$$;

ALTER TABLE ledger_head ADD COLUMN closes_after bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN ledger_head.closes_after IS
  'Entries up to this number count on their own day, as reports did before months were closed.';
UPDATE ledger_head SET closes_after = number;

-- A payment's entry has one posting to where its money lies; the others are revenue and drivers' credit.
SELECT define_total(
  'received', 'ledger_postings',
  $$CASE WHEN amount > 0 THEN 'received' ELSE 'returned' END,
    CASE WHEN amount > 0 THEN 'received:' ELSE 'returned:' END
      || (SELECT mode FROM payments WHERE id = (SELECT subject_id FROM ledger_entries WHERE number = entry))$$,
  $$(SELECT type_code FROM payments WHERE id = (SELECT subject_id FROM ledger_entries WHERE number = entry))$$,
  $$(SELECT CASE WHEN number <= (SELECT closes_after FROM ledger_head) THEN ledger_entries.day
      ELSE reported_on(ledger_entries.day, (posted_at AT TIME ZONE 'UTC')::date) END
    FROM ledger_entries WHERE number = entry)$$,
  'amount',
  $$account <> '2000' AND account NOT LIKE '4000-%'
    AND EXISTS (
      SELECT FROM ledger_entries JOIN payments ON payments.id = subject_id WHERE number = entry AND kind = 'payment'
    )$$
);
DO $$
DECLARE
  definition total_definitions;
BEGIN
  SELECT * INTO STRICT definition FROM total_definitions WHERE name = 'received';
  EXECUTE 'INSERT INTO total_deltas (measure, key, day, count, amount)
    SELECT measure, key, day, count(*), sum(amount) FROM (' || total_rows(definition, 'ledger_postings') || ') AS rows
    GROUP BY measure, key, day';
END $$;
