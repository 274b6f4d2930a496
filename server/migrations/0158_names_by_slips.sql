-- The keys by which a name that sounds so (`name_sound`) is found. Of each word: itself behind an equals sign, with E for I and O
-- for U, which are heard for one another; the same without the sign; and that without each one of its letters. So two words
-- share a key if they differ by no more than one letter that is wrong, missing, too many or in another place.
CREATE FUNCTION name_slips(sound text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  word text;
  slips text[] := '{}';
BEGIN
  FOREACH word IN ARRAY string_to_array(regexp_replace(translate(sound, 'IU', 'EO'), '([A-Z])\1+', '\1', 'g'), ' ') LOOP
    slips := slips || ('=' || word) || word;
    -- Of shorter words, hardly anything would be left to tell them apart.
    CONTINUE WHEN length(word) < 3;
    FOR place IN 1..length(word) LOOP
      slips := slips || overlay(word PLACING '' FROM place FOR 1);
    END LOOP;
  END LOOP;
  RETURN slips;
END
$$;

-- It takes the place of the index of trigrams, which was made where the server has the extension pg_trgm.
-- Searches would read its pending list whole, so that it has none.
DROP INDEX IF EXISTS drivers_by_sound;
CREATE INDEX drivers_by_slips ON drivers USING gin (name_slips(sound)) WITH (fastupdate = off) WHERE removed_at IS NULL;
