-- Taking an import back tells what was changed since from what was there before (docs/product/land.md, rule 68).
ALTER TABLE tenancies ADD COLUMN plot_version integer, ADD COLUMN tenant_version integer;
COMMENT ON COLUMN tenancies.plot_version IS 'Of an imported one, its plot''s version at the end of the import; a later one says that somebody changed it.';
COMMENT ON COLUMN tenancies.tenant_version IS 'The same of its tenant.';
