-- The office's screens show other types and prices as soon as somebody changes them.
CREATE TRIGGER payment_types_live AFTER INSERT OR UPDATE OR DELETE ON payment_types
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('prices');
CREATE TRIGGER payment_list_live AFTER INSERT OR UPDATE OR DELETE ON payment_list
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('prices');


-- The time as this database knows it, by which a server's clock that has gone wrong is told: a row at most.
CREATE TABLE server_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- The latest time that counts as right.
  seen_at timestamptz NOT NULL,
  -- The last reading, where that was more than a day ahead.
  ahead_at timestamptz,
  -- The first of the last readings in a row that were more than a day behind.
  behind_since timestamptz
);
-- As good as any: when a job began last. A new database begins with the first reading.
INSERT INTO server_clock (seen_at) SELECT max(begun_at) FROM jobs HAVING max(begun_at) IS NOT NULL;
