-- The owner's message sums up the differences that were counted since the last one.
CREATE INDEX cash_ups_by_count ON cash_ups (handed_in_at) INCLUDE (counted, expected);
