-- An account knows a handful of devices; each has a count of wrong passwords of its own. The newest five stay.
DELETE FROM known_devices USING (
  SELECT account_id, device_hash,
    row_number() OVER (PARTITION BY account_id ORDER BY last_login_at DESC, device_hash) AS place
  FROM known_devices
) AS placed
WHERE known_devices.account_id = placed.account_id
  AND known_devices.device_hash = placed.device_hash
  AND placed.place > 5;

-- When the latest wrong password was counted: an old count starts anew. Empty for counts from before this was kept.
ALTER TABLE accounts ADD COLUMN counted_at timestamptz;
ALTER TABLE known_devices ADD COLUMN counted_at timestamptz;

-- Wrong passwords for logins that no account has, counted as an account's are, so that nobody learns from the count which
-- logins exist. The log is written for these too: leaving it out would show in the time that an answer takes.
CREATE TABLE unknown_logins (
  -- A keyed hash, since people type passwords where the username belongs.
  login_hash text COLLATE "C" PRIMARY KEY,
  failed_logins integer NOT NULL,
  blocked_until timestamptz,
  counted_at timestamptz NOT NULL
);
CREATE INDEX unknown_logins_counted_at ON unknown_logins (counted_at);

-- Where an account has signed in from: those addresses go first when many want to sign in at once.
CREATE TABLE known_addresses (
  account_id bigint NOT NULL REFERENCES accounts (id),
  -- A keyed hash of the address, of an IPv6 address of its network.
  address_hash text COLLATE "C" NOT NULL,
  last_login_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, address_hash)
);
CREATE INDEX known_addresses_hash ON known_addresses (address_hash);
CREATE INDEX known_addresses_last_login_at ON known_addresses (last_login_at);
