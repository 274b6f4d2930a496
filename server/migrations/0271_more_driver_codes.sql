-- The millionth driver could not register. Longer codes begin where six digits end.
ALTER SEQUENCE driver_serial MAXVALUE 99999999;
ALTER TABLE drivers
  DROP CONSTRAINT drivers_driver_code_check,
  ADD CONSTRAINT drivers_driver_code_check CHECK (driver_code ~ '^DRV([0-9]{6}|[1-9][0-9]{6,7})[0-9A-Z]$');
