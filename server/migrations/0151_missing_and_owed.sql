-- Money that was paid back though a statement lacks it waits too, so the index has ended money as well.
DROP INDEX transfers_missing_by_time;
CREATE INDEX transfers_missing_by_time ON transfers (captured_at, id) WHERE missing_since IS NOT NULL;

-- The refunds that payers owe back, which /refunds counts and lists.
CREATE INDEX refunds_owed_by_payers ON refunds (asked_at, id)
  WHERE owed_at IS NOT NULL AND settled_at IS NULL AND driver_id IS NULL;
