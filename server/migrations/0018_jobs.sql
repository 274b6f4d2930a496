-- Work off the request path, known to all servers. A recurring job is one row for good; any other is a row from the
-- transaction that asks for it until a while after its end.
CREATE TABLE jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  -- How long after one begin of a recurring job the next is due.
  every_ms bigint CHECK (every_ms > 0),
  -- Small; emptied at the end, since it may speak of people.
  input jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- From then on a server may claim it: a waiting job, and also a running one, whose server puts this off while it lives.
  due_at timestamptz NOT NULL,
  -- Made anew by each claim, so that a server which has lost its claim changes nothing more.
  claim uuid,
  -- Claims since the job was queued, or since its last chunk.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Where the next chunk begins, written in the transaction of the chunk before it.
  position jsonb,
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  total integer CHECK (total >= 0),
  note text NOT NULL DEFAULT '',
  -- The last failure, in words; empty once a run has gone well.
  failure text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  begun_at timestamptz,
  ended_at timestamptz,
  CHECK ((status = 'running') = (claim IS NOT NULL)),
  CHECK ((status IN ('done', 'failed', 'cancelled')) = (ended_at IS NOT NULL))
);
CREATE INDEX jobs_due ON jobs (due_at, id) WHERE status IN ('waiting', 'running');
CREATE UNIQUE INDEX jobs_claim ON jobs (claim) WHERE claim IS NOT NULL;
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;
CREATE UNIQUE INDEX jobs_recurring ON jobs (name) WHERE every_ms IS NOT NULL;

-- An update is no reason to run them again before their time.
INSERT INTO jobs (name, every_ms, due_at, created_at, begun_at)
SELECT name, every_ms, begun_at + every_ms * interval '1 millisecond', begun_at, begun_at
FROM (
  SELECT name, begun_at, CASE WHEN name IN ('sweep photos', 'watch prices') THEN 86400000 ELSE 3600000 END AS every_ms
  FROM job_runs
) AS runs;
DROP TABLE job_runs;
