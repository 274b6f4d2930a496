-- The first answer to each public creation, so that a retry gets it again (DESIGN §4, Retries).
CREATE TABLE idempotency_keys (
  endpoint text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (endpoint, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
