-- Prices of land are for a year, code, zone and use (docs/product/prices.md, rules 18 to 24).

-- A price in use before was that of the first plan, so it becomes the price of a land type.
ALTER TABLE payment_list DROP CONSTRAINT payment_list_type;
DELETE FROM payment_list USING payment_types AS type
WHERE type.type_code = payment_list.type_code AND type.side = 'land' AND payment_list.plan <> 'monthly';
UPDATE payment_list SET plan = NULL FROM payment_types AS type
WHERE type.type_code = payment_list.type_code AND type.side = 'land' AND payment_list.plan IS NOT NULL;
UPDATE payment_types SET by_plan = false WHERE side = 'land' AND by_plan;

ALTER TABLE payment_types
  ADD CONSTRAINT payment_types_land_without_plan CHECK (side <> 'land' OR NOT by_plan),
  ADD CONSTRAINT payment_types_priced UNIQUE (type_code, by_plan, side),
  DROP CONSTRAINT payment_types_by_plan;

ALTER TABLE payment_list
  ADD COLUMN zone_id bigint CONSTRAINT payment_list_zone REFERENCES zones (id),
  ADD COLUMN land_use text
    CHECK (land_use IN ('residential', 'commercial', 'industrial', 'agricultural', 'civic', 'mixed')),
  ADD COLUMN side text NOT NULL DEFAULT 'both' CHECK (side IN ('drivers', 'land', 'both'));
COMMENT ON COLUMN payment_list.zone_id IS 'The zone that a price of land is for; null for every zone.';
COMMENT ON COLUMN payment_list.land_use IS 'The use that a price of land is for; null for every use.';
COMMENT ON COLUMN payment_list.side IS 'The side of its type, which a trigger fills in.';
COMMENT ON CONSTRAINT payment_list_zone ON payment_list IS 'yearly price, yearly prices';

UPDATE payment_list SET side = type.side FROM payment_types AS type WHERE type.type_code = payment_list.type_code;
ALTER TABLE payment_list
  ADD CONSTRAINT payment_list_type FOREIGN KEY (type_code, by_plan, side)
    REFERENCES payment_types (type_code, by_plan, side),
  ADD CONSTRAINT payment_list_land_without_plan CHECK (side <> 'land' OR plan IS NULL),
  ADD CONSTRAINT payment_list_places_of_land
    CHECK ((side <> 'drivers' AND plan IS NULL) OR (zone_id IS NULL AND land_use IS NULL)),
  DROP CONSTRAINT payment_list_price,
  ADD CONSTRAINT payment_list_price UNIQUE NULLS NOT DISTINCT (year, zone_id, land_use, type_code, plan);
COMMENT ON CONSTRAINT payment_list_type ON payment_list IS 'yearly price, yearly prices';

CREATE FUNCTION fill_side_of_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.side := coalesce((SELECT side FROM payment_types WHERE type_code = NEW.type_code), NEW.side);
  RETURN NEW;
END $$;
CREATE TRIGGER payment_list_side BEFORE INSERT ON payment_list FOR EACH ROW EXECUTE FUNCTION fill_side_of_price();

-- Prices of drivers: of some years, and the lowest of all.
CREATE INDEX payment_list_of_drivers ON payment_list (year, type_code)
  WHERE side <> 'land' AND zone_id IS NULL AND land_use IS NULL;
CREATE INDEX payment_list_lowest ON payment_list (amount)
  WHERE side <> 'land' AND zone_id IS NULL AND land_use IS NULL;
-- The list of land's prices, the newest year first: all, of a code, of a zone and of a use.
CREATE INDEX payment_list_of_land ON payment_list ((- year), type_code, zone_id, land_use, id)
  WHERE side <> 'drivers' AND plan IS NULL;
CREATE INDEX payment_list_of_code ON payment_list (type_code, (- year), zone_id, land_use, id);
CREATE INDEX payment_list_of_zone ON payment_list (zone_id, (- year), type_code, land_use, id)
  WHERE zone_id IS NOT NULL;
CREATE INDEX payment_list_of_use ON payment_list (land_use, (- year), type_code, zone_id, id)
  WHERE land_use IS NOT NULL;
DROP INDEX payment_list_of_type;
