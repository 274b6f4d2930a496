-- When the data was last copied, so that the dashboard says so, and that nobody has.
CREATE TABLE backups (
  made_at timestamptz NOT NULL,
  CONSTRAINT backups_pkey PRIMARY KEY (made_at)
);
COMMENT ON TABLE backups IS 'Backups that were made and read in full. A copy does not have its own.';
