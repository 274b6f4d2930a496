-- A name as it sounds in Ghana, so that one spelling finds the others: ADJEI, AGYEI and AJEI are one, as are AGBEKO and ABECCO,
-- QUAYE and KWAYE, NYARKO and NYAKO. Letters of Ewe, Ga and Twi become those on a usual keyboard.
CREATE FUNCTION name_sound(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  btrim(regexp_replace(regexp_replace(regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(translate(upper(normalize(name, NFKD)), 'ƐƆŊƉƑƔƲ-', 'EONDFGV '), '[^A-Z ]', '', 'g'),
      'DJ', 'J'), 'DZ', 'J'), 'GY', 'J'), 'KY', 'X'), 'CH', 'X'), 'HY', 'S'), 'SH', 'S'), 'PH', 'F'), 'GB', 'B'), 'KP', 'P'),
      'QU', 'KW'), 'Q', 'K'), 'C', 'K'), 'Y', 'I'),
    '([A-Z])H', '\1', 'g'), 'R([^AEIOU])', '\1', 'g'), '(.)\1+', '\1', 'g'));

-- The trigrams of this column are indexed where the server has pg_trgm (`near-index.repo.ts`).
ALTER TABLE drivers ADD COLUMN sound text COLLATE "C" NOT NULL
  GENERATED ALWAYS AS (name_sound(first_name || ' ' || middle_name || ' ' || last_name)) STORED;
COMMENT ON COLUMN drivers.sound IS 'The names as they sound, by which misheard ones are found.';

-- Numbers of which only a part is told: a car number without its region, and the ends of car and mobile numbers.
CREATE INDEX drivers_car_digits ON drivers (ltrim(car_key, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')) WHERE removed_at IS NULL;
CREATE INDEX drivers_car_end ON drivers (reverse(car_key)) WHERE removed_at IS NULL;
CREATE INDEX drivers_mobile_end ON drivers (reverse(mobile_number)) WHERE removed_at IS NULL;
