-- An import whose drivers nobody has touched since can be taken back: they are removed, as any driver is.
ALTER TABLE driver_imports
  -- The last job that took drivers back, which is forgotten a while after its end.
  ADD COLUMN take_back_job_id bigint,
  -- How many of its drivers were removed so.
  ADD COLUMN taken_back integer NOT NULL DEFAULT 0 CHECK (taken_back >= 0),
  -- When the last of these jobs came to its end.
  ADD COLUMN taken_back_at timestamptz,
  ADD CHECK (take_back_job_id IS NOT NULL OR (taken_back = 0 AND taken_back_at IS NULL));
