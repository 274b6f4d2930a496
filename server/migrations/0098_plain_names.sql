-- Names that did not say what they hold; a claim is a payment that somebody reports, a look one of
-- staff at a driver. Renaming rewrites no row.
ALTER TABLE untold_receipts RENAME TO receipts_to_text;
COMMENT ON TABLE receipts_to_text IS 'Receipts that are still to be texted to the payer.';
ALTER TABLE unowned_files RENAME COLUMN let_go TO is_released;
COMMENT ON COLUMN unowned_files.is_released IS 'No record may take the file any more: the sweep deletes it.';
ALTER TABLE prompts RENAME COLUMN next_look_at TO due_at;
ALTER TABLE jobs RENAME COLUMN claim TO hold;
ALTER INDEX jobs_claim RENAME TO jobs_hold;
COMMENT ON COLUMN jobs.hold IS 'Made anew whenever a server takes the job: one that lost its hold changes nothing more.';
COMMENT ON COLUMN jobs.server IS
  'The number of the server that holds it; null where the others could not see whether it lived.';

-- Constraints keep the old names. PostgreSQL 18 also names those of NOT NULL.
DO $$
DECLARE
  old record;
BEGIN
  FOR old IN
    SELECT conrelid::regclass AS owner, conname AS name,
      replace(replace(replace(conname, 'untold_receipts', 'receipts_to_text'), '_let_go', '_is_released'), '_next_look_at', '_due_at') AS new
    FROM pg_constraint
    WHERE conrelid IN ('receipts_to_text'::regclass, 'unowned_files'::regclass, 'prompts'::regclass)
  LOOP
    IF old.new <> old.name THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', old.owner, old.name, old.new);
    END IF;
  END LOOP;
END $$;
