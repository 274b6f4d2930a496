-- Copies in a folder are read in full when they are made; those in the place of backups are opened
-- on a schedule of their own.
ALTER TABLE backups
  ADD COLUMN kind text NOT NULL DEFAULT 'folder',
  ADD CONSTRAINT backups_kind CHECK (kind IN ('folder', 'base', 'opened'));
COMMENT ON TABLE backups IS 'When backups were made, and opened and read in full. A copy does not have its own.';
COMMENT ON COLUMN backups.kind IS 'A copy in a folder, which was opened at once; a base in the place of backups; a base that was opened, by the moment of its last change.';
