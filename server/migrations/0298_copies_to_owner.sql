-- Recipients of the owner's message of a day, so that an address that is approved later the same
-- evening gets it too (docs/product/books.md, rule 34). Messages of a server of the version before
-- have no copies.
CREATE TABLE owner_message_copies (
  message_id bigint NOT NULL REFERENCES owner_messages (id),
  -- A phone number in E.164, or a mail address.
  recipient text NOT NULL CHECK (recipient <> ''),
  -- Its message in the outbox, which drops messages after some time; null where none was worth sending.
  outbox_id bigint,
  PRIMARY KEY (message_id, recipient)
);
COMMENT ON TABLE owner_message_copies IS 'Recipients of the owner’s message of a day.';
