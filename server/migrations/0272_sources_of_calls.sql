-- A call for help of a stranger's phone is told apart from that of a known source. A server of the
-- version before does not ask who calls, so its signals count as known.
ALTER TABLE incident_signals ADD COLUMN known_by text COLLATE "C" DEFAULT 'earlier'
  CHECK (known_by IN ('tracker', 'office', 'session', 'device', 'number', 'card', 'called_back', 'code', 'earlier'));
COMMENT ON COLUMN incident_signals.known_by IS 'How its source is known; null for a stranger.';
ALTER TABLE incidents ADD COLUMN is_known boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN incidents.is_known IS 'False while none but strangers have called.';
ALTER TABLE incident_places ADD COLUMN signal_id bigint REFERENCES incident_signals;
COMMENT ON COLUMN incident_places.signal_id IS 'The signal of the phone whose place it is; null of a tracker.';
CREATE INDEX incident_places_of_signal ON incident_places (signal_id, id) WHERE signal_id IS NOT NULL;
