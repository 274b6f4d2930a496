-- Money of before that no payment took is posted now, on its own day; what payments took was posted with them.
DO $$
DECLARE
  -- Few enough that their entries fit into one JSON value.
  chunk constant bigint := 10000;
  first_id bigint;
  last_id bigint;
  entries jsonb;
BEGIN
  SELECT min(id), max(id) INTO first_id, last_id FROM transfers;
  WHILE first_id <= last_id LOOP
    SELECT jsonb_agg(jsonb_build_object(
      'day', received_on, 'kind', 'money', 'subject_id', id, 'description', 'Money ' || transaction_id, 'posted_at', now(),
      'postings', jsonb_build_array(
        jsonb_build_object('account', CASE mode WHEN 'momo' THEN '1000' WHEN 'cash' THEN '1010' ELSE '1020' END, 'amount', money),
        jsonb_build_object('account', '2010', 'amount', -money)
      )
    ) ORDER BY id) INTO entries
    FROM (
      SELECT *, posted_amount - coalesce((
        SELECT sum(amount) FROM payments WHERE transfer_id = transfers.id AND status = 'cleared'
      ), 0) AS money FROM transfers WHERE id >= first_id AND id < first_id + chunk
    ) AS received WHERE money > 0;
    IF entries IS NOT NULL THEN
      PERFORM post_entries(entries);
    END IF;
    first_id := first_id + chunk;
  END LOOP;
END $$;
