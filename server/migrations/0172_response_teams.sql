-- Response teams, their duties, and where they are sent (docs/product/incidents.md).
CREATE TABLE response_teams (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name filled_text NOT NULL,
  phone text COLLATE "C" NOT NULL,
  vehicle text NOT NULL DEFAULT '' CHECK (length(vehicle) <= 120),
  people jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(people) = 'array'),
  area jsonb,
  is_active boolean NOT NULL DEFAULT true,
  added_at timestamptz NOT NULL
);
COMMENT ON COLUMN response_teams.phone IS 'In E.164; links to calls for help go to it.';
COMMENT ON COLUMN response_teams.people IS 'Names and numbers, the leader first.';
COMMENT ON COLUMN response_teams.area IS 'A polygon or circle as paths and stops have; null for everywhere.';
CREATE UNIQUE INDEX response_teams_name ON response_teams (lower(name));

CREATE TABLE response_duties (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team_id bigint NOT NULL REFERENCES response_teams (id),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CHECK (starts_at < ends_at)
);
CREATE INDEX response_duties_of ON response_duties (team_id, ends_at, id);

CREATE TABLE dispatches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id bigint NOT NULL REFERENCES incidents (id),
  team_id bigint NOT NULL REFERENCES response_teams (id),
  phone text COLLATE "C" NOT NULL,
  words text NOT NULL DEFAULT '' CHECK (length(words) <= 500),
  status text COLLATE "C" NOT NULL DEFAULT 'sent',
  status_reason text CHECK (status_reason <> ''),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  phone_hash bytea CHECK (octet_length(phone_hash) = 32),
  sent_at timestamptz NOT NULL,
  sent_by bigint NOT NULL REFERENCES accounts (id),
  opened_at timestamptz,
  accepted_at timestamptz,
  on_scene_at timestamptz,
  ended_at timestamptz,
  seen_at timestamptz,
  check_in_minutes smallint NOT NULL CHECK (check_in_minutes BETWEEN 5 AND 240),
  check_in_at timestamptz NOT NULL,
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  accuracy_m real CHECK (accuracy_m >= 0),
  place_at timestamptz,
  CONSTRAINT dispatches_status_check CHECK (status IN ('sent', 'accepted', 'on_scene', 'done', 'recalled')),
  CONSTRAINT dispatches_ended CHECK ((status IN ('done', 'recalled')) = (ended_at IS NOT NULL)),
  CONSTRAINT dispatches_place CHECK (num_nulls(latitude, longitude, place_at) IN (0, 3))
);
COMMENT ON TABLE dispatches IS 'Teams that were sent to incidents, each by a link.';
COMMENT ON COLUMN dispatches.phone IS 'The number that the link was sent to.';
COMMENT ON COLUMN dispatches.token_hash IS 'SHA-256 of the link''s secret.';
COMMENT ON COLUMN dispatches.phone_hash IS 'SHA-256 of the secret of the first phone that opened the link; no other may.';
COMMENT ON COLUMN dispatches.check_in_at IS 'When the next sign of the team is expected.';
COMMENT ON COLUMN dispatches.place_at IS 'When its phone was at the place, by the server''s clock.';
CREATE INDEX dispatches_of_incident ON dispatches (incident_id, id);
CREATE INDEX dispatches_of_team ON dispatches (team_id, id);
CREATE UNIQUE INDEX dispatches_open ON dispatches (incident_id, team_id) WHERE ended_at IS NULL;
CREATE INDEX dispatches_open_of_team ON dispatches (team_id, id) WHERE ended_at IS NULL;

CREATE TRIGGER response_teams_live AFTER INSERT OR UPDATE ON response_teams
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');
CREATE TRIGGER response_duties_live AFTER INSERT OR DELETE ON response_duties
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');
CREATE TRIGGER dispatches_live AFTER INSERT OR UPDATE ON dispatches
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('incidents');
