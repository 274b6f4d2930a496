-- Codes of people who are known have a share of the day's texts of their own, so they go first: 0 codes, 1 other texts, 2 what can wait.
ALTER TABLE outbox_messages DROP CONSTRAINT outbox_messages_priority_check;
UPDATE outbox_messages SET priority = priority + 1 WHERE channel = 'sms' AND subject NOT LIKE 'Password code, %';
ALTER TABLE outbox_messages ADD CHECK (priority IN (0, 1, 2));

-- Welcomes are held while far more drivers register than usual: until the driver's first payment, or until somebody lets them go.
ALTER TABLE outbox_messages DROP CONSTRAINT outbox_messages_status_check;
ALTER TABLE outbox_messages
  ADD CHECK (status IN ('waiting', 'held', 'sent', 'failed', 'expired')),
  ADD COLUMN held_for bigint REFERENCES drivers (id),
  ADD CHECK (status <> 'held' OR held_for IS NOT NULL);
CREATE INDEX outbox_messages_held_for ON outbox_messages (held_for) WHERE held_for IS NOT NULL;
DROP INDEX outbox_messages_open;
CREATE INDEX outbox_messages_open ON outbox_messages (expires_at) WHERE status IN ('waiting', 'held', 'failed');

-- The day for which somebody said that the many registrations are real.
ALTER TABLE message_sending ADD COLUMN welcomes_released_on date;
