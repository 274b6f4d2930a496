-- Two names are looked up together, in the order of the list that finds them: each alone would be read as far as it goes.
CREATE INDEX drivers_names ON drivers ((upper(normalize(last_name, NFKC)) COLLATE "C"),
  (upper(normalize(first_name, NFKC)) COLLATE "C"), id) WHERE removed_at IS NULL;

-- A few messages a day: the index takes each at once, rather than keep a pending list that every search reads through.
ALTER INDEX contact_messages_words SET (fastupdate = off);
SELECT gin_clean_pending_list('contact_messages_words');
