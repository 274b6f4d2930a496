-- A driver's text message that calls nobody reaches the office (docs/product/incidents.md, rule 44).
ALTER TABLE contact_messages ADD COLUMN is_text boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN contact_messages.is_text IS 'True where a driver sent it to the company''s number by text message.';
CREATE INDEX contact_messages_texts ON contact_messages (received_at DESC, id DESC) WHERE is_text AND status = 'new';
