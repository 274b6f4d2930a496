-- The plan that was asked for at the registration; it is agreed with the driver when the device is fitted.
ALTER TABLE drivers ADD COLUMN plan text CHECK (plan IN ('monthly', 'standard', 'platinum'));
