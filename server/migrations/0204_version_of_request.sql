-- A request is for the record as its tenant saw it (docs/product/land.md, rule 72).
ALTER TABLE tenant_requests ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1);
ALTER TABLE tenant_requests ALTER COLUMN version DROP DEFAULT;
COMMENT ON COLUMN tenant_requests.version IS 'The version of the tenant''s record when it was asked.';
