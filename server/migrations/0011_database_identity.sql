-- Which database this is. The place of the photos and the folder of the secrets carry the same id, so that neither is used
-- with a database that it does not belong to. A dump that is read into another server brings it along, as it should.
CREATE TABLE database_identity (
  -- There is one row.
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id uuid NOT NULL,
  -- In use before databases had an identity: its secrets, made then, carry none.
  is_older boolean NOT NULL
);
INSERT INTO database_identity (id, is_older) SELECT gen_random_uuid(), EXISTS (SELECT FROM accounts);

-- Files of the store that belong to no record: on their way to one, or let go. Only what has a row here is ever removed.
CREATE TABLE unowned_files (
  -- The file's key in the store, `drivers/….jpg`.
  key text COLLATE "C" PRIMARY KEY CHECK (key <> ''),
  since timestamptz NOT NULL,
  -- Nothing may take it any more. False while a record that is being written may.
  let_go boolean NOT NULL
);
CREATE INDEX unowned_files_since ON unowned_files (since, key);

-- When each job was last begun, by any server.
CREATE TABLE job_runs (
  name text COLLATE "C" PRIMARY KEY,
  begun_at timestamptz NOT NULL
);
