-- A person may have one name, which is the first name; the last name is then empty. The domain of
-- their names cannot be changed for one column, as others are made of it, so that it allows empty
-- text, and the columns that were filled by it stay so by checks of their own.
ALTER DOMAIN filled_text DROP CONSTRAINT filled_text_check;
ALTER DOMAIN filled_text ADD CONSTRAINT filled_text_check CHECK (VALUE = btrim(VALUE));
COMMENT ON DOMAIN filled_text IS 'Text without blanks around it, filled but for the last name of a person with one name.';
ALTER TABLE persons ADD CONSTRAINT persons_filled CHECK (
  first_name <> '' AND nationality <> '' AND identification_type <> '' AND id_number <> '' AND email <> ''
  AND next_of_kin <> '' AND kin_relationship <> ''
);
ALTER TABLE drivers ADD CONSTRAINT drivers_filled CHECK (first_name <> '' AND car_number <> '');
ALTER TABLE car_requests ADD CONSTRAINT car_requests_filled CHECK (car_number <> '');
ALTER TABLE driver_changes ADD CONSTRAINT driver_changes_filled CHECK (reason <> '');
ALTER TABLE device_fittings ADD CONSTRAINT device_fittings_filled CHECK (fitted_by <> '');
ALTER TABLE stolen_cars ADD CONSTRAINT stolen_cars_filled CHECK (last_seen <> '');
ALTER TABLE stolen_links ADD CONSTRAINT stolen_links_filled CHECK (made_for <> '');
ALTER TABLE incident_steps ADD CONSTRAINT incident_steps_filled CHECK (words <> '');
ALTER TABLE response_teams ADD CONSTRAINT response_teams_filled CHECK (name <> '');
COMMENT ON COLUMN persons.last_name IS 'Empty of a person with one name, which is `first_name`.';
COMMENT ON COLUMN tenants.last_name IS 'The name of an organisation. Empty of a person with one name.';
ALTER TABLE tenants DROP CONSTRAINT tenants_last_name_check;
ALTER TABLE tenants ADD CONSTRAINT tenants_names CHECK (first_name <> '' OR last_name <> '');
