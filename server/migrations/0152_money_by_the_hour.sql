-- The dashboard shows today's money by the hour at which it was booked.
CREATE INDEX ledger_entries_posted ON ledger_entries (posted_at);
