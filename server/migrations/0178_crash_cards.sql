-- Stickers for windscreens, by which somebody at a crashed car tells the office
-- (docs/product/incidents.md, rules 33 to 36).
CREATE TABLE crash_cards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  driver_id bigint NOT NULL REFERENCES drivers (id),
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  blood_group text COLLATE "C" CHECK (blood_group IN ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  made_at timestamptz NOT NULL,
  made_by bigint NOT NULL REFERENCES accounts (id),
  stopped_at timestamptz CHECK (stopped_at >= made_at)
);
COMMENT ON TABLE crash_cards IS 'QR stickers of cars. A new one stops the former.';
COMMENT ON COLUMN crash_cards.blood_group IS 'Only where the driver wished it on the card; null once erased.';
CREATE UNIQUE INDEX crash_cards_in_use ON crash_cards (driver_id) WHERE stopped_at IS NULL;
CREATE INDEX crash_cards_of_driver ON crash_cards (driver_id, id);

CREATE TABLE crash_card_scans (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  card_id bigint NOT NULL REFERENCES crash_cards (id),
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  at timestamptz NOT NULL,
  incident_id bigint REFERENCES incidents (id),
  told_at timestamptz,
  released_at timestamptz,
  released_by bigint REFERENCES accounts (id),
  CONSTRAINT crash_card_scans_released CHECK (num_nulls(released_at, released_by) IN (0, 2)),
  CHECK (incident_id IS NOT NULL OR num_nonnulls(told_at, released_at) = 0)
);
COMMENT ON TABLE crash_card_scans IS 'Each opening of a card''s page. None is deleted.';
COMMENT ON COLUMN crash_card_scans.secret_hash IS 'SHA-256 of the secret of the page that was opened.';
COMMENT ON COLUMN crash_card_scans.told_at IS 'When its page told the office where it is.';
COMMENT ON COLUMN crash_card_scans.released_at IS 'When the office let it show kin and blood group.';
CREATE INDEX crash_card_scans_of_card ON crash_card_scans (card_id, id);
CREATE INDEX crash_card_scans_of_incident ON crash_card_scans (incident_id, id) WHERE incident_id IS NOT NULL;

ALTER TABLE incidents
  DROP CONSTRAINT incidents_source_check,
  ADD CONSTRAINT incidents_source_check CHECK (source IN ('tracker', 'member', 'call', 'text', 'card'));

CREATE TRIGGER crash_card_scans_live AFTER INSERT OR UPDATE ON crash_card_scans
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');
