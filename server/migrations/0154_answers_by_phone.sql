-- Contact messages are answered by text message and WhatsApp as well, and a mark set by mistake is undone.
ALTER TABLE contact_entries
  DROP CONSTRAINT contact_entries_kind_check,
  DROP CONSTRAINT contact_entries_check,
  ADD COLUMN sent_to text COLLATE "C",
  ADD COLUMN undone_at timestamptz,
  ADD CONSTRAINT contact_entries_kind_check CHECK (kind IN ('reply', 'text', 'whatsapp', 'answered', 'note')),
  ADD CONSTRAINT contact_entries_outbox_check CHECK (outbox_id IS NULL OR kind IN ('reply', 'text')),
  ADD CONSTRAINT contact_entries_sent_to_check CHECK ((sent_to IS NOT NULL) = (kind IN ('text', 'whatsapp'))),
  ADD CONSTRAINT contact_entries_undone_check CHECK (undone_at IS NULL OR kind IN ('whatsapp', 'answered'));

COMMENT ON COLUMN contact_entries.outbox_id IS 'The mail or text message of a reply, while the outbox has it.';
COMMENT ON COLUMN contact_entries.sent_to IS 'The number of a text message or of WhatsApp, in E.164 form.';
COMMENT ON COLUMN contact_entries.undone_at IS 'When staff said that this answer was never given.';
