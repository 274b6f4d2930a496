-- Money waits from the day on which it came, not from when somebody recorded it: a statement of last week brings money that has
-- waited a week. Of the recording's own day the moment of recording is all that is known.
ALTER TABLE transfers ADD COLUMN waits_since timestamptz NOT NULL GENERATED ALWAYS AS (
  CASE WHEN received_on < (captured_at AT TIME ZONE 'UTC')::date
    THEN received_on::timestamp AT TIME ZONE 'UTC' ELSE captured_at END) STORED;

DROP INDEX transfers_open_by_time;
DROP INDEX transfers_differing;
DROP INDEX transfers_ended_shown;
DROP INDEX transfers_missing_by_time;
CREATE INDEX transfers_open_by_time ON transfers (waits_since, id) WHERE status = 'open';
CREATE INDEX transfers_differing ON transfers (waits_since, id) WHERE status = 'matched'
  AND (statement_amount <> amount OR statement_day <> received_on) AND NOT difference_accepted;
CREATE INDEX transfers_ended_shown ON transfers (waits_since, id)
  WHERE status = 'ended' AND statement_amount IS NOT NULL AND NOT difference_accepted;
CREATE INDEX transfers_missing_by_time ON transfers (waits_since, id) WHERE missing_since IS NOT NULL;
