-- The states of imports change as those of all records with states do (server/src/db/transition.ts), which may keep a reason.
ALTER TABLE statement_imports ADD COLUMN status_reason text;
ALTER TABLE driver_imports ADD COLUMN status_reason text;
