-- A sequence without a log may be unreadable on a standby that takes over: replaying what made it
-- leaves its first page in memory, and it is emptied from the disk. Then no event could be stored.
ALTER SEQUENCE live_events_id_seq SET LOGGED;
