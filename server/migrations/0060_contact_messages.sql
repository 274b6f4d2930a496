-- Visitors' messages get states: new → assigned → replied → closed, and spam from any open one.
ALTER TABLE contact_messages
  ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'new'
    CHECK (status IN ('new', 'assigned', 'replied', 'closed', 'spam')),
  -- Why it was closed or marked as spam.
  ADD COLUMN status_reason text CHECK (status_reason <> ''),
  -- The state that undoing the spam goes back to.
  ADD COLUMN status_before text COLLATE "C" CHECK (status_before IN ('new', 'assigned', 'replied')),
  ADD COLUMN assigned_to bigint REFERENCES accounts (id),
  ADD COLUMN assigned_at timestamptz,
  -- The first reply.
  ADD COLUMN replied_at timestamptz,
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN driver_id bigint REFERENCES drivers (id) ON DELETE SET NULL,
  -- The order of the list: what waits for somebody comes first.
  ADD COLUMN state_rank smallint NOT NULL GENERATED ALWAYS AS (
    CASE status WHEN 'new' THEN 0 WHEN 'assigned' THEN 1 WHEN 'replied' THEN 2 WHEN 'closed' THEN 3 ELSE 4 END
  ) STORED,
  -- Every word that a message is found by. Whatever is no letter and no digit parts words, as in a search.
  ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple', regexp_replace(
      reference || ' ' || name || ' ' || email || ' ' || subject || ' ' || message, '[^[:alnum:]]+', ' ', 'g'
    ))
  ) STORED,
  ADD CONSTRAINT contact_messages_assigned CHECK ((assigned_to IS NULL) = (assigned_at IS NULL)),
  ADD CONSTRAINT contact_messages_of_somebody CHECK (status <> 'assigned' OR assigned_to IS NOT NULL),
  ADD CONSTRAINT contact_messages_replied CHECK (status <> 'replied' OR replied_at IS NOT NULL),
  ADD CONSTRAINT contact_messages_closed CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  ADD CONSTRAINT contact_messages_spam CHECK ((status = 'spam') = (status_before IS NOT NULL));

CREATE INDEX contact_messages_state ON contact_messages (state_rank, received_at, id);
CREATE INDEX contact_messages_of_person ON contact_messages (assigned_to, state_rank, received_at, id)
  WHERE assigned_to IS NOT NULL;
CREATE INDEX contact_messages_of_driver ON contact_messages (driver_id, id) WHERE driver_id IS NOT NULL;
CREATE INDEX contact_messages_replied_at ON contact_messages (replied_at) WHERE replied_at IS NOT NULL;
CREATE INDEX contact_messages_words ON contact_messages USING gin (words);
-- Counted for the badge of the menu, on every page.
CREATE INDEX contact_messages_new ON contact_messages (id) WHERE status = 'new';

-- Words of staff on a message: replies, word of an answer by another way, and notes.
CREATE TABLE contact_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id bigint NOT NULL REFERENCES contact_messages (id),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('reply', 'answered', 'note')),
  body text NOT NULL CHECK (body <> ''),
  written_by bigint NOT NULL REFERENCES accounts (id),
  written_at timestamptz NOT NULL,
  -- The mail of a reply, while the outbox has it.
  outbox_id bigint REFERENCES outbox_messages (id) ON DELETE SET NULL,
  CHECK (outbox_id IS NULL OR kind = 'reply')
);
CREATE INDEX contact_entries_of_message ON contact_entries (message_id, id);
CREATE INDEX contact_entries_of_mail ON contact_entries (outbox_id) WHERE outbox_id IS NOT NULL;
