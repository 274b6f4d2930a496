-- A workbook's table may stand on any sheet. A server of the version before reads the first one and says nothing of it.
ALTER TABLE statement_imports ADD COLUMN read_from text NOT NULL DEFAULT '';
COMMENT ON COLUMN statement_imports.read_from IS 'Says which sheet of several was read; empty of other files.';
ALTER TABLE driver_imports ADD COLUMN read_from text NOT NULL DEFAULT '';
COMMENT ON COLUMN driver_imports.read_from IS 'Says which sheet of several was read; empty of other files.';
ALTER TABLE device_imports ADD COLUMN read_from text NOT NULL DEFAULT '';
COMMENT ON COLUMN device_imports.read_from IS 'Says which sheet of several was read; empty of other files.';
ALTER TABLE balance_imports ADD COLUMN read_from text NOT NULL DEFAULT '';
COMMENT ON COLUMN balance_imports.read_from IS 'Says which sheet of several was read; empty of other files.';
ALTER TABLE land_imports ADD COLUMN read_from text NOT NULL DEFAULT '';
COMMENT ON COLUMN land_imports.read_from IS 'Says which sheet of several was read; empty of other files.';
