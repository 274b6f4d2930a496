-- One receipt is one number, however many zeros stand before it: 05061132180 and 5061132180 were two. An ID stays as it was
-- sent, since people compare it with their message; this is what is compared. Letters make an ID another kind of thing, so
-- that one keeps its zeros.
CREATE FUNCTION transaction_key(id text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(id, '^0+([0-9]*)$', '\1');

-- Of those that are here, a claim that repeats a cleared payment or an earlier claim is rejected, as it would be refused from
-- now on. Cleared payments are money, so two of them on one receipt stop the update, which names the number.
UPDATE payments SET status = 'rejected',
  status_reason = 'Its transaction ID was used for another payment, with other zeros before it.'
WHERE status = 'submitted' AND EXISTS (
  SELECT FROM payments AS taken
  WHERE transaction_key(taken.transaction_id) = transaction_key(payments.transaction_id)
    AND taken.id <> payments.id
    AND (taken.status = 'cleared' OR (taken.status = 'submitted' AND taken.id < payments.id))
);
DROP INDEX payments_transaction_id;
CREATE UNIQUE INDEX payments_transaction_id ON payments (transaction_key(transaction_id))
  WHERE status IN ('submitted', 'cleared');
DROP INDEX payment_attempts_transaction_id;
CREATE INDEX payment_attempts_transaction_id ON payment_attempts (transaction_key(transaction_id), last_at, id);
