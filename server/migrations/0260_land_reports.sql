-- Reports of land: money by zone, and lists in the order of plots and of ends of terms (docs/product/land.md, rules 140 to 149).

-- Money of the land side by code and zone (0 where a payment is for no plot), on the days on which reports count it.
SELECT define_total(
  'land_zones_received', 'ledger_postings',
  $$CASE WHEN amount > 0 THEN 'land-zone:received' ELSE 'land-zone:returned' END$$,
  $$type_code || ' ' || zone$$,
  $$CASE WHEN number <= (SELECT closes_after FROM ledger_head) THEN entry_day
      ELSE reported_on(entry_day, (posted_at AT TIME ZONE 'UTC')::date) END$$,
  'amount',
  $$account IN ('1000', '1010', '1020', '2010')$$,
  $$CROSS JOIN LATERAL (
      SELECT number, ledger_entries.day AS entry_day, posted_at, type_code, coalesce(zone_id, 0) AS zone
      FROM ledger_entries JOIN payments ON payments.id = subject_id
      WHERE number = entry AND kind = 'payment' AND driver_id IS NULL OFFSET 0
    ) AS paid$$
);
SELECT define_total(
  'land_zones_waiting', 'payments', $$'land-zone:submitted'$$, $$type_code || ' ' || coalesce(zone_id, 0)$$, 'transaction_date',
  'amount', $$driver_id IS NULL AND status = 'submitted'$$
);
DO $$
DECLARE
  definition total_definitions;
BEGIN
  FOR definition IN SELECT * FROM total_definitions WHERE name IN ('land_zones_received', 'land_zones_waiting') LOOP
    EXECUTE 'INSERT INTO total_deltas (measure, key, day, count, amount)
      SELECT measure, key, day, count(*), sum(amount) FROM (' || total_rows(definition, definition.source) || ') AS rows
      GROUP BY measure, key, day';
  END LOOP;
END $$;

CREATE INDEX tenancies_current_by_end ON tenancies (ends_on, id) WHERE held_until IS NULL;
CREATE INDEX land_applications_by_lodged ON land_applications (lodged_at) WHERE lodged_at IS NOT NULL;
