-- A caller by text message is told once that nobody has answered (docs/product/incidents.md, rule 41).
ALTER TABLE incident_signals ADD COLUMN told_at timestamptz;
COMMENT ON COLUMN incident_signals.told_at IS 'When its sender was told so, of a text message alone.';
CREATE INDEX incident_signals_untold ON incident_signals (received_at) WHERE source = 'text' AND told_at IS NULL;
