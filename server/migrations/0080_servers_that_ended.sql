-- The server that claimed a job or took a prompt, by the number that it draws at its start, so that another one can take over
-- at once when it has ended. Null where the others could not see that it lived: then the time of the claim alone counts.
ALTER TABLE jobs ADD COLUMN server integer CHECK (server IS NULL OR status = 'running');

ALTER TABLE prompts ADD COLUMN server integer CHECK (server IS NULL OR state IN ('waiting', 'asked'));
CREATE INDEX prompts_taken ON prompts (server) WHERE server IS NOT NULL;
