-- The cheques that the desk received on a day, for the sheet of a clerk's day.
CREATE INDEX transfers_cheques_by_time ON transfers (captured_at, id) WHERE mode = 'cheque';
