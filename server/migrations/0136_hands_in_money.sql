-- Hands in money and claims are rows (docs/product/clearance.md, rule 13). Those of before are known from the money itself and
-- from the audit log; nobody knows any more which claims staff entered.
INSERT INTO hands (account_id, subject_kind, subject_id, what, at)
SELECT captured_by, 'transfer', id::text,
  CASE source WHEN 'desk' THEN 'received' WHEN 'statement' THEN 'imported' ELSE 'captured' END, captured_at
FROM transfers WHERE captured_by IS NOT NULL ORDER BY id;

INSERT INTO hands (account_id, subject_kind, subject_id, what, at)
SELECT reversed_by, 'transfer', id::text, 'reversed', captured_at FROM transfers WHERE reversed_by IS NOT NULL ORDER BY id;

INSERT INTO hands (account_id, subject_kind, subject_id, what, at)
SELECT actor_id, 'payment', subject_id,
  CASE action WHEN 'payments.correct' THEN 'corrected' WHEN 'payments.reverse' THEN 'reversed' ELSE 'assigned' END, at
FROM audit_log
WHERE action IN ('payments.correct', 'payments.reverse', 'payments.award', 'transfers.assign') AND subject_kind = 'payment'
  AND actor_id IS NOT NULL ORDER BY id;

-- The transaction IDs that a corrected claim had and was given.
INSERT INTO hands (account_id, subject_kind, subject_id, what, at)
SELECT DISTINCT actor_id, 'transaction', transaction_key(given.transaction_id), 'corrected', at
FROM audit_log, LATERAL (VALUES (before ->> 'transaction_id'), (after ->> 'transaction_id')) AS given (transaction_id)
WHERE action = 'payments.correct' AND actor_id IS NOT NULL AND given.transaction_id <> '';

ALTER TABLE transfers DROP COLUMN reversed_by;
