-- Days that a person gave of a statement without running balances: they cover nothing until another person has confirmed them
-- (docs/product/clearance.md, rule 42).
ALTER TABLE statement_imports
  ADD COLUMN given_from date,
  ADD COLUMN given_to date,
  ADD CONSTRAINT statement_imports_given CHECK ((given_from IS NULL) = (given_to IS NULL) AND given_from <= given_to);
COMMENT ON COLUMN statement_imports.given_from IS 'The first and the last day that it covers once another person has confirmed them.';

-- Those who brought a statement have a hand in what it lacks. Those of before are known from the imports and the audit log.
INSERT INTO hands (account_id, subject_kind, subject_id, what, at)
SELECT uploaded_by, 'statement', id::text, 'brought', uploaded_at FROM statement_imports
UNION ALL
SELECT actor_id, 'statement', subject_id, 'brought', at FROM audit_log
WHERE action = 'statements.import' AND subject_kind = 'statement' AND actor_id IS NOT NULL;
