-- What staff have changed, by name. What is not here stands as the contract's defaults say.
CREATE TABLE settings (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- What visitors wrote in the contact form. The reference is what they quote on the telephone.
CREATE TABLE contact_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reference text NOT NULL UNIQUE,
  name text NOT NULL CHECK (name <> ''),
  email text NOT NULL CHECK (email <> ''),
  subject text NOT NULL CHECK (subject <> ''),
  message text NOT NULL CHECK (message <> ''),
  received_at timestamptz NOT NULL
);
CREATE INDEX contact_messages_received_at ON contact_messages (received_at, id);
