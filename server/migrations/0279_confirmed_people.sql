-- Until a third person has confirmed a user, the user counts as the one who made the account. Those
-- of before were bound to that for 30 days alone, and stay so.
INSERT INTO hands (account_id, subject_kind, subject_id, what, at)
SELECT account_id, 'user', account_id::text, 'confirmed', now() FROM staff_users;
