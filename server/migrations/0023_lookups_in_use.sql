-- A driver's nationality, identification type and relationship are entries of their lists: an entry in use cannot be deleted,
-- and a new name reaches everybody who has it. The texts stay in the drivers' rows, so that reading a driver joins nothing.
-- Entries that the lists lack are added first.
INSERT INTO nationalities (nationality) SELECT DISTINCT nationality FROM drivers ON CONFLICT DO NOTHING;
INSERT INTO identifications (identification) SELECT DISTINCT identification_type FROM drivers ON CONFLICT DO NOTHING;
INSERT INTO relationships (relationship) SELECT DISTINCT kin_relationship FROM drivers ON CONFLICT DO NOTHING;

-- Deleting an entry looks for its uses by these.
CREATE INDEX drivers_of_nationality ON drivers (nationality);
CREATE INDEX drivers_of_identification ON drivers (identification_type);
CREATE INDEX drivers_of_relationship ON drivers (kin_relationship);

ALTER TABLE drivers
  ADD CONSTRAINT drivers_nationality FOREIGN KEY (nationality) REFERENCES nationalities (nationality)
    ON UPDATE CASCADE,
  ADD CONSTRAINT drivers_identification FOREIGN KEY (identification_type) REFERENCES identifications (identification)
    ON UPDATE CASCADE,
  ADD CONSTRAINT drivers_relationship FOREIGN KEY (kin_relationship) REFERENCES relationships (relationship)
    ON UPDATE CASCADE;

-- Two names that differ in spaces alone are one.
CREATE UNIQUE INDEX nationalities_name ON nationalities (replace(nationality, ' ', ''));
CREATE UNIQUE INDEX identifications_name ON identifications (replace(identification, ' ', ''));
CREATE UNIQUE INDEX relationships_name ON relationships (replace(relationship, ' ', ''));
CREATE UNIQUE INDEX payment_types_name ON payment_types (replace(description, ' ', ''));

-- The words in which a person is told what uses an entry: one and many.
COMMENT ON CONSTRAINT drivers_nationality ON drivers IS 'driver, drivers';
COMMENT ON CONSTRAINT drivers_identification ON drivers IS 'driver, drivers';
COMMENT ON CONSTRAINT drivers_relationship ON drivers IS 'driver, drivers';
COMMENT ON CONSTRAINT payments_type ON payments IS 'payment, payments';
COMMENT ON CONSTRAINT payment_list_type ON payment_list IS 'yearly price, yearly prices';
COMMENT ON CONSTRAINT payment_types_required_type_fkey ON payment_types IS 'other payment type, other payment types';
