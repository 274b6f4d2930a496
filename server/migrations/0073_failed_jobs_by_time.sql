-- Jobs that failed are listed by their last try, and counted by the same index. A job that failed was begun before.
DROP INDEX jobs_failed;
CREATE INDEX jobs_failed ON jobs (begun_at, id) WHERE status = 'failed' OR every_ms IS NOT NULL AND failure <> '';
