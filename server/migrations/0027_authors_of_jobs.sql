-- The account that queued a job, which each of its chunks asks for again; null for the server's own. The claims take jobs by
-- name, one of each at a time.
ALTER TABLE jobs
  ADD COLUMN queued_by bigint REFERENCES accounts (id),
  ADD CONSTRAINT jobs_recurring_without_author CHECK (every_ms IS NULL OR queued_by IS NULL);
