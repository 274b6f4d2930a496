-- Members' requests for another car, which the office grants or refuses.
CREATE TABLE car_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The record of the car that the member asked with.
  driver_id bigint NOT NULL REFERENCES drivers (id),
  car_number filled_text NOT NULL,
  car_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (regexp_replace(upper(car_number), '[^A-Z0-9]', '', 'g')) STORED
    CHECK (length(car_key) >= 2),
  note text NOT NULL DEFAULT '',
  status text COLLATE "C" NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'granted', 'refused')),
  -- Why it was refused, in words that the member reads.
  status_reason text CHECK (status_reason <> ''),
  asked_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint REFERENCES accounts (id),
  -- The record of the car that was registered.
  granted_driver_id bigint REFERENCES drivers (id),
  CONSTRAINT car_requests_decided CHECK ((status = 'asked') = (decided_at IS NULL) AND (status = 'asked') = (decided_by IS NULL)),
  CONSTRAINT car_requests_granted CHECK ((status = 'granted') = (granted_driver_id IS NOT NULL))
);
CREATE INDEX car_requests_by_state ON car_requests (status, asked_at, id);
CREATE INDEX car_requests_of_driver ON car_requests (driver_id, id);
CREATE UNIQUE INDEX car_requests_once ON car_requests (driver_id, car_key) WHERE status = 'asked';

-- Registrations of which something is missing, in the order of registering; few documents have expired.
CREATE INDEX drivers_without_photo ON drivers (registered_on DESC, id DESC) WHERE removed_at IS NULL AND photo IS NULL;
CREATE INDEX drivers_by_expiry ON drivers (expiry_date, id) WHERE removed_at IS NULL;
CREATE INDEX accounts_without_password ON accounts (id DESC) WHERE kind = 'member' AND status = 'active' AND password_hash IS NULL;
