-- Tenants' requests to change their record (docs/product/land.md, rules 70 to 76).
CREATE TABLE tenant_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  wanted jsonb NOT NULL CHECK (jsonb_typeof(wanted) = 'object' AND wanted <> '{}'::jsonb),
  note text NOT NULL DEFAULT '',
  status text COLLATE "C" NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'accepted', 'refused', 'withdrawn')),
  status_reason text,
  asked_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint REFERENCES accounts (id),
  CHECK ((status = 'asked') = (decided_at IS NULL)),
  CHECK ((status = 'refused') = (status_reason IS NOT NULL))
);
COMMENT ON COLUMN tenant_requests.wanted IS 'The asked values by the names of the fields of a tenant.';
COMMENT ON COLUMN tenant_requests.status_reason IS 'Why it was refused, as the tenant reads it.';
CREATE INDEX tenant_requests_by_asked ON tenant_requests (asked_at, id);
CREATE INDEX tenant_requests_in_state ON tenant_requests (status, asked_at, id);
CREATE INDEX tenant_requests_of_tenant ON tenant_requests (tenant_id, id);

-- Usernames are compared in lower case, and codes of tenants were stored in capitals.
UPDATE accounts SET login = lower(login) WHERE kind = 'tenant' AND login <> lower(login);

ALTER TABLE contact_messages
  ADD COLUMN account_id bigint REFERENCES accounts (id),
  ADD COLUMN contact_number text,
  DROP CONSTRAINT contact_messages_email_check,
  ADD CONSTRAINT contact_messages_answerable CHECK (email <> '' OR contact_number IS NOT NULL);
COMMENT ON COLUMN contact_messages.account_id IS 'The account of a sender who was signed in.';
COMMENT ON COLUMN contact_messages.contact_number IS 'The sender’s number in E.164 form, where the product knows it.';
CREATE INDEX contact_messages_of_account ON contact_messages (account_id, id) WHERE account_id IS NOT NULL;
