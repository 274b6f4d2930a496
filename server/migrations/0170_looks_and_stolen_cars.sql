-- Looks at a car's place, cars that are declared stolen, and places of erased people (docs/product/tracking.md).
ALTER TABLE driver_looks ADD COLUMN what text COLLATE "C" NOT NULL DEFAULT 'record'
  CONSTRAINT driver_looks_what_check CHECK (what IN ('record', 'place'));
DROP INDEX driver_looks_hourly;
CREATE UNIQUE INDEX driver_looks_hourly
  ON driver_looks (driver_id, actor, what, (date_trunc('hour', looked_at AT TIME ZONE 'UTC')));
CREATE INDEX driver_looks_what ON driver_looks (what, looked_at, id);
COMMENT ON TABLE driver_looks IS 'Staff who opened a driver''s page or looked at the car''s place, once an hour each.';

ALTER TABLE device_fittings ADD COLUMN erased_at timestamptz;
ALTER TABLE device_fittings ADD COLUMN emptied_at timestamptz CHECK (emptied_at >= erased_at);
CREATE INDEX device_fittings_erased ON device_fittings (device_id, fitted_at) WHERE erased_at IS NOT NULL;
CREATE INDEX device_fittings_to_empty ON device_fittings (id) WHERE erased_at IS NOT NULL AND emptied_at IS NULL;
COMMENT ON COLUMN device_fittings.emptied_at IS 'When the last place of an erased span was deleted.';
COMMENT ON COLUMN device_fittings.erased_at IS 'The person was erased: the places of this span are deleted, and late reports of it are not stored.';

CREATE TABLE stolen_cars (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  driver_id bigint NOT NULL REFERENCES drivers (id),
  last_seen filled_text NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'open',
  status_reason text CHECK (status_reason <> ''),
  declared_at timestamptz NOT NULL,
  declared_by bigint NOT NULL REFERENCES accounts (id),
  ended_at timestamptz,
  ended_by bigint REFERENCES accounts (id),
  CONSTRAINT stolen_cars_status_check CHECK (status IN ('open', 'ended')),
  CONSTRAINT stolen_cars_ended CHECK ((status = 'ended') = (ended_at IS NOT NULL))
);
COMMENT ON TABLE stolen_cars IS 'Cars that the office declared stolen.';
COMMENT ON COLUMN stolen_cars.last_seen IS 'Where and how it was lost, in the words of the office.';
COMMENT ON COLUMN stolen_cars.status_reason IS 'How the search ended.';
CREATE UNIQUE INDEX stolen_cars_open ON stolen_cars (driver_id) WHERE status = 'open';
CREATE INDEX stolen_cars_of_driver ON stolen_cars (driver_id, declared_at, id);
CREATE INDEX stolen_cars_at ON stolen_cars (declared_at, id);
CREATE INDEX stolen_cars_by_status ON stolen_cars (status, declared_at, id);

CREATE TABLE stolen_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stolen_car_id bigint NOT NULL REFERENCES stolen_cars (id),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  made_for filled_text NOT NULL,
  made_at timestamptz NOT NULL,
  made_by bigint NOT NULL REFERENCES accounts (id),
  ends_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by bigint REFERENCES accounts (id),
  CONSTRAINT stolen_links_hours CHECK (ends_at > made_at AND ends_at <= made_at + interval '72 hours')
);
COMMENT ON TABLE stolen_links IS 'Links that show a stolen car to somebody without sign-in until they end.';
COMMENT ON COLUMN stolen_links.token_hash IS 'SHA-256 of the link''s secret.';
COMMENT ON COLUMN stolen_links.closed_by IS 'Null where it was closed with the declaration.';
CREATE INDEX stolen_links_of_car ON stolen_links (stolen_car_id, id);

CREATE TABLE stolen_openings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  link_id bigint NOT NULL REFERENCES stolen_links (id),
  opened_at timestamptz NOT NULL,
  address text COLLATE "C" NOT NULL,
  user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 200)
);
COMMENT ON TABLE stolen_openings IS 'Openings of such a link, once an hour of each address.';
CREATE UNIQUE INDEX stolen_openings_hourly
  ON stolen_openings (link_id, address, (date_trunc('hour', opened_at AT TIME ZONE 'UTC')));
CREATE INDEX stolen_openings_of_link ON stolen_openings (link_id, opened_at, id);

CREATE TRIGGER stolen_cars_live AFTER INSERT OR UPDATE OR DELETE ON stolen_cars
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('stolen_cars');
CREATE TRIGGER stolen_links_live AFTER INSERT OR UPDATE OR DELETE ON stolen_links
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('stolen_cars');
-- For each row, since a page that stays open mostly adds none.
CREATE TRIGGER stolen_openings_live AFTER INSERT ON stolen_openings
  FOR EACH ROW EXECUTE FUNCTION tell_live('stolen_cars');
