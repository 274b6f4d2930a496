ALTER TABLE outbox_messages
  DROP CONSTRAINT outbox_messages_priority_check,
  ADD CONSTRAINT outbox_messages_priority_check CHECK (priority IN (-1, 0, 1, 2));

-- Calls for help, whom they rang at, and who is on shift (docs/product/incidents.md).
CREATE TABLE incident_numbers (
  year smallint NOT NULL,
  is_drill boolean NOT NULL,
  last integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (year, is_drill)
);

CREATE TABLE incidents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number text COLLATE "C" NOT NULL UNIQUE,
  grade text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  is_drill boolean NOT NULL DEFAULT false,
  driver_id bigint REFERENCES drivers (id),
  device_id bigint REFERENCES devices (id),
  caller_name text NOT NULL DEFAULT '' CHECK (length(caller_name) <= 120),
  caller_phone text COLLATE "C" NOT NULL DEFAULT '',
  place text NOT NULL DEFAULT '' CHECK (length(place) <= 300),
  status text COLLATE "C" NOT NULL DEFAULT 'raised',
  status_reason text CHECK (status_reason <> ''),
  raised_at timestamptz NOT NULL,
  first_signal_at timestamptz NOT NULL,
  last_signal_at timestamptz NOT NULL,
  signals integer NOT NULL DEFAULT 0,
  acknowledged_at timestamptz,
  acknowledged_by bigint REFERENCES accounts (id),
  dispatched_at timestamptz,
  on_scene_at timestamptz,
  ended_at timestamptz,
  ended_by bigint REFERENCES accounts (id),
  duplicate_of bigint REFERENCES incidents (id),
  ring_at timestamptz,
  rings_since timestamptz NOT NULL,
  rings_everywhere boolean NOT NULL DEFAULT false,
  supervisors_told_at timestamptz,
  supervisor_texts smallint NOT NULL DEFAULT 0,
  CONSTRAINT incidents_grade_check CHECK (grade IN ('sos', 'accident', 'tampering', 'jamming', 'power_cut')),
  CONSTRAINT incidents_source_check CHECK (source IN ('tracker', 'member', 'call', 'text')),
  CONSTRAINT incidents_status_check
    CHECK (status IN ('raised', 'acknowledged', 'dispatched', 'on_scene', 'resolved', 'false_alarm', 'duplicate')),
  CONSTRAINT incidents_ended CHECK ((status IN ('resolved', 'false_alarm', 'duplicate')) = (ended_at IS NOT NULL)),
  CONSTRAINT incidents_duplicate CHECK ((status = 'duplicate') = (duplicate_of IS NOT NULL) AND duplicate_of <> id),
  CONSTRAINT incidents_rings CHECK (ring_at IS NULL OR status = 'raised'),
  CHECK (first_signal_at <= last_signal_at)
);
COMMENT ON TABLE incidents IS 'Calls for help. Signals of one car that belong together are one.';
COMMENT ON COLUMN incidents.device_id IS 'The tracker that called; of one that is in no car there is no driver.';
COMMENT ON COLUMN incidents.place IS 'Where the caller said that it is.';
COMMENT ON COLUMN incidents.raised_at IS 'By the server''s clock.';
COMMENT ON COLUMN incidents.first_signal_at IS 'By the clock of what sent it, as the last one is.';
COMMENT ON COLUMN incidents.ring_at IS 'When it is passed on to the next; null where it is not passed on.';
COMMENT ON COLUMN incidents.rings_since IS 'When it was raised, or last raised again.';
CREATE INDEX incidents_open ON incidents (raised_at, id) WHERE ended_at IS NULL;
CREATE INDEX incidents_to_ring ON incidents (ring_at, id) WHERE ring_at IS NOT NULL;
CREATE INDEX incidents_of_driver ON incidents (driver_id, raised_at, id);
CREATE INDEX incidents_of_device ON incidents (device_id, raised_at, id);
CREATE INDEX incidents_at ON incidents (raised_at, id);
CREATE INDEX incidents_drills ON incidents (raised_at, id) WHERE is_drill;
CREATE INDEX incidents_by_grade ON incidents (grade, raised_at, id);

CREATE TABLE incident_signals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id bigint NOT NULL REFERENCES incidents (id),
  grade text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  secret_hash bytea UNIQUE CHECK (octet_length(secret_hash) = 32),
  battery_percent smallint CHECK (battery_percent BETWEEN 0 AND 100),
  safe_at timestamptz
);
COMMENT ON COLUMN incident_signals.at IS 'By the clock of what sent it.';
COMMENT ON COLUMN incident_signals.secret_hash IS 'SHA-256 of the secret by which a phone follows its call.';
COMMENT ON COLUMN incident_signals.safe_at IS 'When the caller said to be safe.';
CREATE INDEX incident_signals_of ON incident_signals (incident_id, id);

CREATE TABLE incident_places (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id bigint NOT NULL REFERENCES incidents (id),
  source text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  accuracy_m real CHECK (accuracy_m >= 0)
);
COMMENT ON TABLE incident_places IS 'Places that came with signals, and of phones afterwards.';
CREATE UNIQUE INDEX incident_places_of ON incident_places (incident_id, source, at);

CREATE TABLE incident_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id bigint NOT NULL REFERENCES incidents (id),
  at timestamptz NOT NULL,
  what text COLLATE "C" NOT NULL CHECK (what IN ('signal', 'rung', 'change', 'note')),
  actor_id bigint REFERENCES accounts (id),
  words filled_text NOT NULL
);
COMMENT ON TABLE incident_steps IS 'The time line of incidents. Nothing on it changes but an erased person''s notes.';
COMMENT ON COLUMN incident_steps.actor_id IS 'Null for the server''s own steps and those of callers.';
CREATE INDEX incident_steps_of ON incident_steps (incident_id, id);

CREATE TABLE response_shifts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts (id),
  started_at timestamptz NOT NULL,
  ended_at timestamptz CHECK (ended_at >= started_at),
  seen_at timestamptz NOT NULL,
  rung_at timestamptz,
  handover text NOT NULL DEFAULT '' CHECK (length(handover) <= 2000)
);
COMMENT ON TABLE response_shifts IS 'When somebody answered calls for help.';
COMMENT ON COLUMN response_shifts.seen_at IS 'When a page of theirs last showed the board.';
COMMENT ON COLUMN response_shifts.rung_at IS 'When it last rang at them first: the next call rings at another.';
CREATE UNIQUE INDEX response_shifts_open ON response_shifts (account_id) WHERE ended_at IS NULL;
CREATE INDEX response_shifts_at ON response_shifts (started_at, id);

CREATE TABLE incident_rings (
  incident_id bigint NOT NULL REFERENCES incidents (id),
  shift_id bigint NOT NULL REFERENCES response_shifts (id),
  at timestamptz NOT NULL,
  PRIMARY KEY (incident_id, shift_id)
);
COMMENT ON TABLE incident_rings IS 'The people on shift at whom an incident rings or rang.';

CREATE TRIGGER incidents_live AFTER INSERT OR UPDATE ON incidents
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');
CREATE TRIGGER incident_steps_live AFTER INSERT ON incident_steps
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');
CREATE TRIGGER incident_places_live AFTER INSERT ON incident_places
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');
CREATE TRIGGER response_shifts_live AFTER INSERT OR UPDATE OF ended_at ON response_shifts
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');
