-- A server of the version before takes or reopens a call that waits in a queue and leaves it there,
-- where no board shows it. A call that a person is at waits in no queue.
CREATE FUNCTION leave_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.queue_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER leave_queue BEFORE UPDATE OF status ON incidents
  FOR EACH ROW WHEN (NEW.queue_id IS NOT NULL AND NEW.status <> 'raised' AND NEW.ended_at IS NULL)
  EXECUTE FUNCTION leave_queue();
