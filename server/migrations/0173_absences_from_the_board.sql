-- Supervisors are told once when nobody looks at the board any more (docs/product/incidents.md, rule 28).
ALTER TABLE response_shifts ADD COLUMN absence_told_at timestamptz;
COMMENT ON COLUMN response_shifts.absence_told_at IS 'When supervisors were told that nobody looks at the board since.';
CREATE INDEX response_shifts_seen ON response_shifts (seen_at, id);
