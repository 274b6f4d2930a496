-- What waits to be sent, and for a while what was. The text goes once it is sent or has expired, since it may hold a code.
CREATE TABLE outbox_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms')),
  recipient text NOT NULL,
  subject text NOT NULL DEFAULT '',
  body text NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'failed', 'expired')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  error text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  sent_at timestamptz
);
CREATE INDEX outbox_messages_due ON outbox_messages (channel, next_attempt_at, id) WHERE status = 'waiting';
CREATE INDEX outbox_messages_open ON outbox_messages (expires_at) WHERE status IN ('waiting', 'failed');
CREATE INDEX outbox_messages_channel ON outbox_messages (channel, id);
CREATE INDEX outbox_messages_created_at ON outbox_messages (created_at);

CREATE INDEX audit_log_actor_action ON audit_log (actor, action, at, id);
