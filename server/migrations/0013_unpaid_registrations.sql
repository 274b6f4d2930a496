-- From when on the days of a registration without its fee count; empty once the fee is cleared. Drivers who are already
-- here get the day of this migration: nobody is archived at once for fees that nobody was ever asked to clear. A default
-- that is the same for all rows rewrites none of them.
ALTER TABLE drivers ADD COLUMN unpaid_since timestamptz DEFAULT now();
CREATE INDEX drivers_unpaid ON drivers (unpaid_since, id) WHERE removed_at IS NULL AND unpaid_since IS NOT NULL;

-- Why a driver is no longer one: staff's own words, or the job's.
ALTER TABLE drivers ADD COLUMN removal_reason text NOT NULL DEFAULT '';

-- Texts of a day and of a number are counted before another one goes out.
CREATE INDEX outbox_messages_sent ON outbox_messages (channel, sent_at) WHERE status = 'sent';
CREATE INDEX outbox_messages_recipient ON outbox_messages (recipient, next_attempt_at);

-- Answers kept so far have the hash of the body as it was understood; from now on it is that of the bytes that were sent.
-- A form that was sent before an update and is sent again after it still gets its answer, by its key alone. A new column
-- rewrites no row.
ALTER TABLE idempotency_keys DROP COLUMN body_hash, ADD COLUMN body_hash text NOT NULL DEFAULT '';
ALTER TABLE idempotency_keys ALTER COLUMN body_hash DROP DEFAULT;
-- Of contact messages only a part of the answer was kept. One that is sent again across the update arrives twice.
DELETE FROM idempotency_keys WHERE endpoint = '/api/contact_messages';
