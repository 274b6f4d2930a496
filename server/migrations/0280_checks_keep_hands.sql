-- A check keeps how many hands and lone decisions there are, so that the next one finds those that were deleted.
ALTER TABLE book_checks
  ADD COLUMN is_chain_proved boolean NOT NULL DEFAULT false,
  ADD COLUMN hand_count bigint,
  ADD COLUMN last_hand bigint,
  ADD COLUMN alone_count bigint,
  ADD COLUMN last_alone bigint;
COMMENT ON COLUMN book_checks.is_chain_proved IS 'The chain of entries held, whatever else differed, so that its last hash is held against later ones.';
COMMENT ON COLUMN book_checks.hand_count IS 'Hands up to the last one; null where fewer were left than an earlier check had found.';
