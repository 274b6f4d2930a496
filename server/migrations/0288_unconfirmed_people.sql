-- Migration 0279 confirmed every user of before. Somebody who was deleted, has no password, or got a
-- setup code within 30 days has not been seen by a third person: these count as confirmed no more.
DELETE FROM hands
USING accounts
WHERE hands.subject_kind = 'user' AND hands.what = 'confirmed'
  AND hands.account_id = accounts.id AND hands.subject_id = accounts.id::text
  AND (accounts.status = 'deleted' OR accounts.password_hash IS NULL OR EXISTS (
    SELECT FROM hands code WHERE code.subject_kind = 'user' AND code.subject_id = hands.subject_id
      AND code.what IN ('issued_code', 'renewed_code') AND code.at > now() - interval '30 days'));
