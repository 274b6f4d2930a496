-- Credentials of everybody who signs in. Staff users, drivers and tenants point here (DESIGN §5).
CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('staff', 'member', 'tenant')),
  -- As compared: a username in lower case, a driver code in upper case.
  login text NOT NULL CHECK (login <> '' AND length(login) <= 100),
  role text NOT NULL,
  -- Empty until the first password is set with a setup code.
  password_hash text,
  -- `blocked` is staff's decision and lasts; too many wrong passwords only set `blocked_until`.
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'blocked', 'deleted')),
  failed_logins integer NOT NULL DEFAULT 0,
  blocked_until timestamptz,
  -- Part of every access token: adding one makes the tokens issued so far worthless.
  token_epoch integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  last_login_at timestamptz,
  CHECK (
    (kind = 'member' AND role = 'Member')
    OR (kind = 'tenant' AND role = 'Tenant')
    OR (kind = 'staff'
      AND role IN ('SuperAdmin', 'SystemAdmin', 'SuperUser', 'Operations', 'Accounts', 'Legal', 'SystemUser'))
  )
);
CREATE UNIQUE INDEX accounts_login ON accounts (kind, login) WHERE status <> 'deleted';
CREATE INDEX accounts_super_admins ON accounts (id) WHERE role = 'SuperAdmin' AND status <> 'deleted';

CREATE TABLE staff_users (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  first_name text NOT NULL,
  middle_name text NOT NULL DEFAULT '',
  last_name text NOT NULL,
  email text NOT NULL DEFAULT '',
  mobile_number text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX staff_users_email ON staff_users (lower(email)) WHERE email <> '';
CREATE INDEX staff_users_name ON staff_users (last_name, first_name, account_id);

CREATE TABLE tenant_users (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  tenant_code text NOT NULL UNIQUE CHECK (tenant_code <> ''),
  fullname text NOT NULL,
  email text NOT NULL DEFAULT ''
);

-- The one code with which an account's next password may be set; a new one replaces it, use removes it.
CREATE TABLE setup_codes (
  account_id bigint PRIMARY KEY REFERENCES accounts (id),
  code_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

-- One row a signed-in device. Ending a session removes it.
CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts (id),
  -- A refresh token is family and secret, both random; a known family with a wrong secret is a used token come back.
  family_hash text NOT NULL UNIQUE,
  secret_hash text NOT NULL,
  previous_hash text,
  rotated_at timestamptz,
  persist boolean NOT NULL,
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_account ON sessions (account_id, last_used_at DESC, id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- A browser that has signed in to the account before counts its wrong passwords here, not at the account.
CREATE TABLE known_devices (
  account_id bigint NOT NULL REFERENCES accounts (id),
  device_hash text NOT NULL,
  failed_logins integer NOT NULL DEFAULT 0,
  blocked_until timestamptz,
  last_login_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, device_hash)
);
CREATE INDEX known_devices_last_login_at ON known_devices (last_login_at);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  -- Empty for what the server's own commands do.
  actor_id bigint REFERENCES accounts (id),
  actor text NOT NULL,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  subject text NOT NULL,
  before jsonb,
  after jsonb,
  request_id text NOT NULL
);
CREATE INDEX audit_log_at ON audit_log (at, id);
CREATE INDEX audit_log_actor ON audit_log (actor, at, id);
CREATE INDEX audit_log_action ON audit_log (action, at, id);
CREATE INDEX audit_log_subject ON audit_log (subject_kind, subject_id, at, id);

CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log can only be added to';
END
$$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
