-- Calls of strangers beyond a bound wait in a queue, which is an incident itself: it rings, is
-- passed on and is answered as any other. A server of the version before shows its calls one by one.
ALTER TABLE incidents
  ADD COLUMN is_queue boolean NOT NULL DEFAULT false,
  ADD COLUMN queue_id bigint REFERENCES incidents,
  ADD COLUMN group_key text COLLATE "C";
COMMENT ON COLUMN incidents.queue_id IS 'The queue in which a stranger’s call waits; null once a person or a known call is at it.';
COMMENT ON COLUMN incidents.group_key IS 'The same for calls of one address, hour of registration and text, by a keyed hash.';
CREATE UNIQUE INDEX incidents_queue ON incidents (is_queue) WHERE is_queue AND ended_at IS NULL;
CREATE INDEX incidents_waiting ON incidents (queue_id, id) WHERE queue_id IS NOT NULL;
CREATE INDEX incidents_of_strangers ON incidents (raised_at) WHERE NOT is_known AND queue_id IS NULL AND ended_at IS NULL;
CREATE INDEX incidents_strangers_told ON incidents (supervisors_told_at) WHERE NOT is_known;
