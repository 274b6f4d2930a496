-- The list of current drivers by their names, as they are shown.
CREATE INDEX drivers_by_name ON drivers (first_name, last_name, id) WHERE removed_at IS NULL;
