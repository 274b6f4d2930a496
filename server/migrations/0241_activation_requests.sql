-- Sign-ins that tenants ask for (docs/product/land.md, rules 107 to 110).
CREATE TABLE activation_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_code text COLLATE "C" NOT NULL,
  indenture_number text NOT NULL,
  indenture_key text COLLATE "C" GENERATED ALWAYS AS
    (regexp_replace(upper(indenture_number), '[^A-Z0-9]', '', 'g')) STORED NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  mobile_number text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'accepted', 'refused')),
  status_reason text,
  tenant_id bigint REFERENCES tenants (id),
  way text COLLATE "C" CHECK (way IN ('shown', 'texted')),
  asked_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint REFERENCES accounts (id),
  CHECK (tenant_code <> '' OR indenture_number <> ''),
  CHECK ((status = 'asked') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK ((status = 'refused') = (status_reason IS NOT NULL)),
  CHECK ((status = 'accepted') = (tenant_id IS NOT NULL)),
  CHECK ((tenant_id IS NULL) = (way IS NULL))
);
COMMENT ON TABLE activation_requests IS 'Strangers'' words: nothing in a row is known to be true.';
COMMENT ON COLUMN activation_requests.tenant_code IS 'As tenant codes are written; empty where the indenture number was given.';
COMMENT ON COLUMN activation_requests.tenant_id IS 'The tenant whom an accepted request''s code was made for.';
COMMENT ON COLUMN activation_requests.way IS 'How the code went out: shown to the clerk, or texted to the number on record.';
CREATE INDEX activation_requests_by_asked ON activation_requests (asked_at, id);
CREATE INDEX activation_requests_in_state ON activation_requests (status, asked_at, id);
CREATE INDEX activation_requests_by_age ON activation_requests ((coalesce(decided_at, asked_at)));
CREATE INDEX activation_requests_of_tenant ON activation_requests (tenant_id) WHERE tenant_id IS NOT NULL;
-- The same request that is sent twice waits once.
CREATE UNIQUE INDEX activation_requests_waiting
  ON activation_requests (mobile_number, tenant_code, indenture_key) WHERE status = 'asked';
