-- Finds removed records of a person who registers again by the ID number; for the car and the mobile
-- number there are such indexes.
CREATE INDEX persons_former_id_number ON persons (id_key) WHERE NOT is_current;
