-- Trackers that call themselves by something else than an IMEI (docs/product/devices.md).
ALTER TABLE devices
  ADD COLUMN feed_name text COLLATE "C" CHECK (feed_name ~ '^[^[:cntrl:]]{1,64}$'),
  DROP CONSTRAINT devices_imei_check,
  ADD CONSTRAINT devices_imei_check CHECK (imei ~ '^[0-9]{15}$' OR imei = coalesce(feed_name, ''));
COMMENT ON COLUMN devices.imei IS 'Fifteen digits; of a tracker without an IMEI its feed_name.';
COMMENT ON COLUMN devices.feed_name IS 'As the tracker names itself in the feed, where that is not its IMEI.';
CREATE UNIQUE INDEX devices_feed_name ON devices (upper(feed_name));

ALTER TABLE device_import_lines ADD feed_name text NOT NULL DEFAULT '';
