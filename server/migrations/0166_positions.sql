-- Where trackers were and are (docs/product/tracking.md). A day of positions is a partition, made ahead and dropped whole; a
-- day in Accra is a day in UTC.
CREATE TABLE positions (
  device_id bigint NOT NULL,
  fix_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  speed_kmh real NOT NULL CHECK (speed_kmh >= 0),
  course smallint CHECK (course BETWEEN 0 AND 359),
  accuracy_m real CHECK (accuracy_m >= 0),
  has_ignition boolean,
  has_power boolean,
  battery_percent smallint CHECK (battery_percent BETWEEN 0 AND 100),
  alarm text COLLATE "C",
  PRIMARY KEY (device_id, fix_at)
) PARTITION BY RANGE (fix_at);
COMMENT ON COLUMN positions.fix_at IS 'The device''s time of the fix; one ahead of when it was heard is moved to just before that.';
COMMENT ON COLUMN positions.alarm IS 'The alarms of the report as Traccar names them, with commas: sos, powerCut.';

-- The newest position of each device.
CREATE TABLE device_places (
  device_id bigint PRIMARY KEY REFERENCES devices (id),
  fix_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  speed_kmh real NOT NULL CHECK (speed_kmh >= 0),
  course smallint CHECK (course BETWEEN 0 AND 359),
  accuracy_m real CHECK (accuracy_m >= 0),
  is_moving boolean NOT NULL,
  still_since timestamptz,
  has_ignition boolean,
  has_power boolean,
  battery_percent smallint CHECK (battery_percent BETWEEN 0 AND 100),
  alarm text COLLATE "C",
  alarm_at timestamptz
) WITH (fillfactor = 50);
COMMENT ON COLUMN device_places.received_at IS 'When the last report came, also a late one that moved nothing.';
COMMENT ON COLUMN device_places.alarm IS 'The last alarm; shown until its time is an hour old.';

-- Alarms of either feed, each once.
CREATE TABLE tracker_alarms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices (id),
  driver_id bigint REFERENCES drivers (id),
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  latitude double precision,
  longitude double precision,
  UNIQUE (device_id, kind, at)
);
COMMENT ON COLUMN tracker_alarms.driver_id IS 'The car that had the tracker at that time; null in stock.';
CREATE INDEX tracker_alarms_at ON tracker_alarms (at, id);
CREATE INDEX tracker_alarms_of_driver ON tracker_alarms (driver_id, at, id);

-- Reports of devices that are not in stock, kept until somebody adopts them.
CREATE TABLE unknown_trackers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  unique_id text COLLATE "C" NOT NULL UNIQUE CHECK (length(unique_id) BETWEEN 1 AND 64),
  feed text COLLATE "C" NOT NULL CHECK (feed IN ('traccar', 'osmand')),
  reports bigint NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  latitude double precision,
  longitude double precision
);
CREATE INDEX unknown_trackers_by_time ON unknown_trackers (last_at, id);

-- The one secret of the feeds, and by whom it was made.
CREATE TABLE feed_secret (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  made_at timestamptz NOT NULL,
  made_by bigint REFERENCES accounts (id)
);
COMMENT ON COLUMN feed_secret.secret_hash IS 'SHA-256 of the secret that Traccar sends in a header.';

-- Days whose places were thinned.
CREATE TABLE thinned_days (
  day date PRIMARY KEY,
  thinned_at timestamptz NOT NULL,
  kept bigint NOT NULL,
  removed bigint NOT NULL
);
