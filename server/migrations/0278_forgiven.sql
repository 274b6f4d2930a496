-- Changes that lower what is owed without money are in one list with waivers and write-offs. Both
-- draw their numbers from one counter, so that the list has an order.
CREATE TABLE forgiven (
  id bigint PRIMARY KEY DEFAULT nextval('credit_uses_id_seq'),
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  driver_id bigint REFERENCES drivers (id),
  tenancy_id bigint REFERENCES tenancies (id),
  subject text NOT NULL CHECK (subject <> ''),
  amount numeric(14, 2) CHECK (amount > 0),
  reason text CHECK (reason <> ''),
  asked_by bigint NOT NULL REFERENCES accounts (id),
  approved_by bigint REFERENCES accounts (id),
  forgiven_on date NOT NULL,
  taken_back text CHECK (taken_back <> '')
);
COMMENT ON TABLE forgiven IS 'Changes, other than waivers, that lowered what is owed without money.';
COMMENT ON COLUMN forgiven.kind IS 'Of the kinds that the contract names; a newer server may store others.';
COMMENT ON COLUMN forgiven.subject IS 'The change in a few words: `Plan from November 2026`.';
COMMENT ON COLUMN forgiven.amount IS
  'The sum by which what was owed that day fell; null for one over too many people to add up.';
COMMENT ON COLUMN forgiven.approved_by IS
  'Null below the limit; `asked_by` where one person decided alone.';
COMMENT ON COLUMN forgiven.taken_back IS 'Why it was taken back; null while it holds.';
CREATE INDEX forgiven_by_day ON forgiven (forgiven_on, id);
CREATE INDEX forgiven_of_driver ON forgiven (driver_id, forgiven_on, id);
CREATE INDEX forgiven_of_tenancy ON forgiven (tenancy_id);

CREATE VIEW given_up AS
  SELECT id, used_on AS given_up_on, waived_as AS kind, driver_id, NULL::bigint AS tenancy_id, NULL::text AS subject,
    type_code, payment_year, payment_month, amount AS credit_used, waived AS given_up, waiver_reason AS reason,
    asked_by, used_by AS approved_by, status, status_reason
  FROM credit_uses WHERE waived_as IS NOT NULL
  UNION ALL
  SELECT id, forgiven_on, kind, driver_id, tenancy_id, subject,
    NULL, NULL, NULL, NULL, amount, reason,
    asked_by, approved_by, CASE WHEN taken_back IS NULL THEN 'used' ELSE 'returned' END COLLATE "C", taken_back
  FROM forgiven;
COMMENT ON VIEW given_up IS 'Waivers and write-offs of fees, and whatever else lowered what is owed without money.';
