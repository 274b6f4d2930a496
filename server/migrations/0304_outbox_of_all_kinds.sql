-- The outbox lists texts and mails together, also those of one status.
CREATE INDEX outbox_messages_of_status ON outbox_messages (status, id);
