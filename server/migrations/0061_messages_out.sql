-- The company's own words of text messages; the others stand as built in.
CREATE TABLE message_templates (
  key text COLLATE "C" PRIMARY KEY,
  words text NOT NULL CHECK (words <> ''),
  changed_by bigint NOT NULL REFERENCES accounts (id),
  changed_at timestamptz NOT NULL
);

-- Whether messages are sent, on all servers: the one row that each delivery reads first.
CREATE TABLE message_sending (
  id bigint PRIMARY KEY CHECK (id = 1),
  status text COLLATE "C" NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'texts_stopped', 'all_stopped')),
  -- Why it is stopped.
  status_reason text CHECK (status_reason <> ''),
  stopped_by bigint REFERENCES accounts (id),
  stopped_at timestamptz,
  -- The day's limit of text messages that staff set; null for that of the server, which it never exceeds.
  texts_per_day integer CHECK (texts_per_day > 0),
  CHECK ((status = 'running') = (stopped_by IS NULL) AND (status = 'running') = (stopped_at IS NULL)),
  CHECK ((status = 'running') = (status_reason IS NULL))
);
INSERT INTO message_sending (id) VALUES (1);

-- The service's own name for a message that it took, and why somebody changed its state.
ALTER TABLE outbox_messages
  ADD COLUMN service_id text NOT NULL DEFAULT '',
  ADD COLUMN status_reason text;
CREATE INDEX outbox_messages_status ON outbox_messages (channel, status, id);
