-- The watch over trackers: what it knows of each, and what it found (docs/product/tracking.md).
CREATE TABLE watch_states (
  device_id bigint PRIMARY KEY REFERENCES devices (id),
  fitted_at timestamptz NOT NULL,
  fix_at timestamptz NOT NULL,
  is_moving boolean NOT NULL,
  gaps integer[] NOT NULL DEFAULT '{}' CHECK (cardinality(gaps) <= 31),
  interval_seconds integer CHECK (interval_seconds > 0),
  is_power_noted boolean NOT NULL DEFAULT false,
  battery_noted_at timestamptz
) WITH (fillfactor = 50);
COMMENT ON COLUMN watch_states.fitted_at IS 'The fitting that it belongs to; another one begins anew.';
COMMENT ON COLUMN watch_states.fix_at IS 'The time of the newest fix since the fitting.';
COMMENT ON COLUMN watch_states.gaps IS 'The last seconds between two fixes while it moved, the oldest first.';
COMMENT ON COLUMN watch_states.interval_seconds IS 'The median of the gaps, once there are enough of them.';
COMMENT ON COLUMN watch_states.is_power_noted IS 'The present power cut is on the list already.';

CREATE TABLE watch_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices (id),
  driver_id bigint NOT NULL REFERENCES drivers (id),
  kind text COLLATE "C" NOT NULL,
  fence_rule_id bigint,
  fence text CHECK (fence <> ''),
  must text COLLATE "C",
  since timestamptz NOT NULL,
  last_since timestamptz NOT NULL,
  times integer NOT NULL DEFAULT 1 CHECK (times > 0),
  noticed_at timestamptz NOT NULL,
  last_report_at timestamptz,
  due_by timestamptz,
  interval_seconds integer,
  battery_percent smallint,
  came_back_at timestamptz,
  status text COLLATE "C" NOT NULL DEFAULT 'open',
  status_reason text CHECK (status_reason <> ''),
  closed_at timestamptz,
  closed_by bigint REFERENCES accounts (id),
  CONSTRAINT watch_entries_kind_check CHECK (kind IN ('silent', 'power_cut', 'fence', 'low_battery')),
  CONSTRAINT watch_entries_must_check CHECK (must IN ('stay_in', 'stay_out')),
  CONSTRAINT watch_entries_status_check CHECK (status IN ('open', 'closed')),
  CONSTRAINT watch_entries_closed CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CONSTRAINT watch_entries_of_fence CHECK ((kind = 'fence') = (fence IS NOT NULL AND must IS NOT NULL))
);
COMMENT ON TABLE watch_entries IS 'Findings of the watch about trackers in cars; somebody closes each with a word of what it was.';
COMMENT ON COLUMN watch_entries.since IS 'Since when it was so, and last_since since when it last was, where it came again while open.';
COMMENT ON COLUMN watch_entries.due_by IS 'When the report was due that did not come.';
COMMENT ON COLUMN watch_entries.came_back_at IS 'When a silent one reported again.';
COMMENT ON COLUMN watch_entries.fence IS 'The name of the path or stop, as it was then.';
CREATE UNIQUE INDEX watch_entries_open
  ON watch_entries (device_id, driver_id, kind, (coalesce(fence_rule_id, 0))) WHERE status = 'open';
CREATE INDEX watch_entries_of_device ON watch_entries (device_id, kind, last_since);
CREATE INDEX watch_entries_of_driver ON watch_entries (driver_id, last_since, id);
CREATE INDEX watch_entries_at ON watch_entries (last_since, id);
CREATE INDEX watch_entries_by_status ON watch_entries (status, last_since, id);
CREATE INDEX watch_entries_by_kind ON watch_entries (kind, last_since, id);

-- For each row, since every batch of reports runs a statement that mostly changes none.
CREATE TRIGGER watch_entries_live AFTER INSERT OR UPDATE OR DELETE ON watch_entries
  FOR EACH ROW EXECUTE FUNCTION tell_live('watch');

-- The dashboard counts the bundles that end soon.
CREATE INDEX devices_fitted_bundles ON devices (bundle_until, id) WHERE status = 'fitted';
