-- The keys of `name_slips`, and the bones of each word behind a tilde: its consonants as they are heard, without the last nasal or R,
-- and whether it begins with a vowel. So words share a key that differ by several slips, as ACHAMPON and ACHEAMPONG.
CREATE FUNCTION name_keys(sound text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  name_slips(sound) || ARRAY(
    SELECT '~' || bones
    FROM (
      SELECT translate(left(word, 1), 'EIOU', 'AAAA') || regexp_replace(
        translate(regexp_replace(substr(word, 2), '(NG|[NMR])$', ''), 'MXZVAEIOUHW', 'NKSF'), '(.)\1+', '\1', 'g') AS bones
      FROM unnest(string_to_array(regexp_replace(sound, '(.)\1+', '\1', 'g'), ' ')) AS word
    ) AS words
    -- Of fewer, too many names are alike.
    WHERE length(bones) >= 3
  );

DROP INDEX drivers_by_slips;
CREATE INDEX drivers_by_keys ON drivers USING gin (name_keys(sound)) WITH (fastupdate = off) WHERE removed_at IS NULL;
