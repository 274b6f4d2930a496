-- Drivers who were reminded in the last days are read by day, whoever they are, instead of by a list of all who owe.
CREATE INDEX reminders_day ON reminders (day, driver_id) WHERE status <> 'skipped';

-- Nothing reads entries or money by their day: the books are read by account and day, and money that is open by the time at
-- which it came. Every entry and every transfer paid for these.
DROP INDEX ledger_entries_day;
DROP INDEX transfers_by_day;
DROP INDEX transfers_open;
