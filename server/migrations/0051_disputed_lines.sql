-- A line whose claim another driver sent too waits, which no outcome said before.
ALTER TABLE statement_lines DROP CONSTRAINT statement_lines_outcome_check,
  ADD CONSTRAINT statement_lines_outcome_check CHECK (outcome IN
    ('clears', 'no_claim', 'differs', 'paid', 'disputed', 'known', 'known_differs', 'repeated', 'outgoing', 'unreadable'));
