-- Reconciled money is not taken back, whatever the way in (docs/product/books.md, rule 31): neither by the reversal of its entry,
-- nor by a change of received money that never came or had another amount. A cheque that the bank takes back after it had
-- paid it is a movement of its own, on a line of its own of the statement. Entries that take nothing back cost nothing.
CREATE FUNCTION refuse_reconciled() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reconciled bigint;
BEGIN
  SELECT taken.number INTO reconciled
  FROM (
    SELECT NEW.reverses AS number WHERE NEW.reverses IS NOT NULL
    UNION ALL
    SELECT own.number
    FROM transfer_changes AS change
    JOIN transfers ON transfers.id = change.transfer_id
    CROSS JOIN LATERAL (
      SELECT number FROM ledger_entries WHERE kind = 'money' AND subject_id = transfers.id AND reverses IS NULL
      UNION ALL
      SELECT number FROM transfer_changes AS earlier JOIN ledger_entries ON kind = 'money change' AND subject_id = earlier.id
      WHERE earlier.transfer_id = transfers.id AND reverses IS NULL
    ) AS own
    WHERE NEW.reverses IS NULL AND change.id = NEW.subject_id
      AND (change.what = 'corrected' OR (change.what = 'never_came' AND transfers.mode <> 'cheque'))
  ) AS taken
  JOIN book_line_matches AS matched ON matched.entry = taken.number
  WHERE matched.reconciliation_id IS NOT NULL
  ORDER BY taken.number LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'What is reconciled is not taken back'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_reconciled', TABLE = 'ledger_entries', DETAIL = reconciled::text;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_reconciled AFTER INSERT ON ledger_entries
  FOR EACH ROW WHEN (NEW.reverses IS NOT NULL OR NEW.kind = 'money change') EXECUTE FUNCTION refuse_reconciled();
