-- The authenticator app that a staff user signs in with beside the password.
CREATE TABLE second_factors (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  -- Sealed with a key of the server, which is not in the database. Empty until the first app has given a code.
  sealed_secret text,
  confirmed_at timestamptz,
  -- The step of 30 seconds whose code was used last: a code is good once.
  last_step bigint,
  -- The secret of an app that has not given a code yet; the one before stays good until it has.
  waiting_secret text,
  waiting_until timestamptz,
  CHECK ((sealed_secret IS NULL) = (confirmed_at IS NULL) AND (sealed_secret IS NULL) = (last_step IS NULL)),
  CHECK ((waiting_secret IS NULL) = (waiting_until IS NULL))
);

-- Codes for a lost phone. Use removes one; new ones remove the others.
CREATE TABLE recovery_codes (
  account_id bigint NOT NULL REFERENCES accounts (id),
  -- A keyed hash: a code has 50 bits, which a copy of the database alone must not be enough to try.
  code_hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, code_hash)
);

-- Wrong codes after a right password. A device that has signed in to the account has a count of its own.
CREATE TABLE code_counts (
  account_id bigint NOT NULL REFERENCES accounts (id),
  -- Empty for all devices together that the account does not know.
  device_hash text COLLATE "C" NOT NULL,
  failed_codes integer NOT NULL,
  counted_at timestamptz NOT NULL,
  blocked_until timestamptz,
  PRIMARY KEY (account_id, device_hash)
);
CREATE INDEX code_counts_counted_at ON code_counts (counted_at);

-- The roles whose people must have a second factor.
CREATE TABLE second_factor_roles (
  role text PRIMARY KEY
    CHECK (role IN ('SuperAdmin', 'SystemAdmin', 'SuperUser', 'Operations', 'Accounts', 'Legal', 'SystemUser'))
);
