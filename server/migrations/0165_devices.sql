-- Trackers in stock and in cars (docs/product/devices.md).
CREATE TABLE devices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  imei text COLLATE "C" NOT NULL UNIQUE CHECK (imei ~ '^[0-9]{15}$'),
  serial_number text COLLATE "C" NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  sim_number ghana_phone,
  sim_network text COLLATE "C" NOT NULL DEFAULT '',
  bundle_until date,
  note text NOT NULL DEFAULT '',
  silent_minutes integer CHECK (silent_minutes BETWEEN 5 AND 43200),
  feed_key_hash bytea,
  status text COLLATE "C" NOT NULL DEFAULT 'in_stock'
    CHECK (status IN ('in_stock', 'fitted', 'faulty', 'returned', 'lost')),
  status_reason text CHECK (status_reason <> ''),
  status_at timestamptz NOT NULL,
  added_at timestamptz NOT NULL,
  added_by bigint REFERENCES accounts (id)
);
COMMENT ON COLUMN devices.imei IS 'Fifteen digits, the last of them Luhn''s check digit (3GPP TS 23.003).';
COMMENT ON COLUMN devices.bundle_until IS 'The last day of the SIM''s data bundle, if somebody noted it.';
COMMENT ON COLUMN devices.silent_minutes IS 'Minutes of silence that worry; null for the company''s setting.';
COMMENT ON COLUMN devices.feed_key_hash IS 'SHA-256 of the key with which the device reports by the OsmAnd protocol.';
CREATE INDEX devices_by_status ON devices (status, added_at, id);
CREATE INDEX devices_added ON devices (added_at, id);
CREATE INDEX devices_by_bundle ON devices (bundle_until, id);
CREATE INDEX devices_by_model ON devices (lower(model), added_at, id);
-- The search by the last digits, and by serial number.
CREATE INDEX devices_imei_end ON devices (reverse(imei));
CREATE INDEX devices_serial ON devices (upper(serial_number) COLLATE "C");

-- Which car had a tracker when. A tracker that moves to another car keeps both.
CREATE TABLE device_fittings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices (id),
  driver_id bigint NOT NULL REFERENCES drivers (id),
  fitted_at timestamptz NOT NULL,
  fitted_by filled_text NOT NULL,
  noted_by bigint REFERENCES accounts (id),
  unpaid_reason text CHECK (unpaid_reason <> ''),
  removed_at timestamptz,
  removal_reason text CHECK (removal_reason <> ''),
  CHECK (removed_at >= fitted_at)
);
COMMENT ON COLUMN device_fittings.fitted_by IS 'The name of the fitter.';
COMMENT ON COLUMN device_fittings.unpaid_reason IS 'Why it was fitted before the device was paid; null where it was paid.';
-- One car at a time, and one tracker in a car at a time.
CREATE UNIQUE INDEX device_fittings_current ON device_fittings (device_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX device_fittings_current_car ON device_fittings (driver_id) WHERE removed_at IS NULL;
CREATE INDEX device_fittings_of_device ON device_fittings (device_id, fitted_at, id);
CREATE INDEX device_fittings_of_driver ON device_fittings (driver_id, fitted_at, id);

CREATE TRIGGER devices_live AFTER INSERT OR UPDATE OR DELETE ON devices
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('devices');
CREATE TRIGGER device_fittings_live AFTER INSERT OR UPDATE OR DELETE ON device_fittings
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('devices');

-- The payment types that pay for the tracker; fitting asks whether one of them is paid.
ALTER TABLE payment_types ADD for_device boolean NOT NULL DEFAULT false;
UPDATE payment_types SET for_device = true WHERE type_code = 'DP';
COMMENT ON COLUMN payment_types.for_device IS 'It pays for the tracker.';
