-- A server of the version before stores signals without how their source is known. Those of a phone
-- are a stranger's then; a tracker's and the office's are known.
CREATE FUNCTION know_older_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.source NOT IN ('tracker', 'call') THEN
    NEW.known_by := NULL;
  END IF;
  UPDATE incidents SET
    is_known = NEW.known_by IS NOT NULL OR others.are_known,
    queue_id = CASE WHEN NEW.known_by IS NULL THEN queue_id END
  FROM (
    SELECT EXISTS (
      SELECT FROM incident_signals WHERE incident_id = NEW.incident_id AND known_by IS NOT NULL
    ) AS are_known
  ) AS others
  WHERE id = NEW.incident_id;
  RETURN NEW;
END $$;
CREATE TRIGGER know_older_signal BEFORE INSERT ON incident_signals
  FOR EACH ROW WHEN (NEW.known_by = 'earlier') EXECUTE FUNCTION know_older_signal();
