-- The states of accounts change as those of all records with states do (server/src/db/transition.ts), which may keep a reason.
ALTER TABLE accounts ADD COLUMN status_reason text;
