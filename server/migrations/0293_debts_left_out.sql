ALTER TABLE driver_imports ADD forgives numeric(20, 2);
COMMENT ON COLUMN driver_imports.forgives IS
  'Debts of today that the lines of the last check leave out as paid elsewhere; null where an older server checked.';
