-- Changes for the pages that show them live. An event says only that something of a topic changed, and is written by the
-- statement that changes it, so that no way in can forget it and no call makes a round trip more. Unlogged, since an event is
-- of use for minutes: when PostgreSQL crashes they are gone, and all who listen look at everything anew.
--
-- The transaction tells when an event may be read: one that began early may commit late. Readers take those of transactions
-- before the oldest that still runs, in the order of (xid, id), and so skip none.
CREATE UNLOGGED TABLE live_events (
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  topic text COLLATE "C" NOT NULL CHECK (topic <> ''),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (xid, id)
) WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
-- By which those of an hour ago are removed. Rows come in its order, so it costs next to nothing when they do.
CREATE INDEX live_events_at ON live_events USING brin (at);

-- Writes an event of each topic that the trigger names. Once a statement, whatever number of rows it changes.
CREATE FUNCTION tell_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_events (topic) SELECT unnest(TG_ARGV);
  RETURN NULL;
END
$$;

CREATE TRIGGER payments_live_added AFTER INSERT ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('claims');
-- Each decision on a claim changes its state, and with it the money that counts.
CREATE TRIGGER payments_live_decided AFTER UPDATE OF status ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('claims', 'payments');
-- Money that waits for a claim waits for a person too.
CREATE TRIGGER transfers_live AFTER INSERT OR UPDATE OF status ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('claims', 'payments');
CREATE TRIGGER drivers_live AFTER INSERT OR UPDATE OR DELETE ON drivers
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('drivers');
CREATE TRIGGER contact_messages_live AFTER INSERT OR UPDATE OR DELETE ON contact_messages
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('contact_messages');

-- Recurring jobs run every second and keep their claims every few; only what somebody looks for is told.
CREATE TRIGGER jobs_live_queued AFTER INSERT ON jobs
  FOR EACH ROW WHEN (NEW.every_ms IS NULL) EXECUTE FUNCTION tell_live('jobs');
CREATE TRIGGER jobs_live_changed AFTER UPDATE ON jobs
  FOR EACH ROW WHEN (
    OLD.failure <> NEW.failure
    OR NEW.every_ms IS NULL AND (OLD.status, OLD.done, OLD.note) IS DISTINCT FROM (NEW.status, NEW.done, NEW.note)
  ) EXECUTE FUNCTION tell_live('jobs');

-- By which those that failed are counted: few, among all jobs of a month.
CREATE INDEX jobs_failed ON jobs (id) WHERE status = 'failed' OR every_ms IS NOT NULL AND failure <> '';
