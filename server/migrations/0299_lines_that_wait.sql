-- A line may wait for a person for another reason than those that have outcomes of their own. A server of the version
-- before answers with an error where it lists such a line; while servers are updated, another one shows it.
ALTER TABLE statement_lines
  DROP CONSTRAINT statement_lines_outcome_check,
  ADD CONSTRAINT statement_lines_outcome_check CHECK (outcome IN (
    'clears', 'no_claim', 'differs', 'below_price', 'other_car', 'paid', 'disputed', 'known', 'known_differs',
    'two_networks', 'waits', 'repeated', 'outgoing', 'unreadable'
  )) NOT VALID;
