-- Revenue of stool land is shared by Article 267 (6) of the Constitution where a rule is set (docs/product/land.md).
CREATE TABLE share_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  valid_from date NOT NULL CHECK (valid_from BETWEEN DATE '2000-01-01' AND DATE '2200-12-31'),
  oasl_percent numeric(5, 2) NOT NULL CHECK (oasl_percent BETWEEN 0 AND 100),
  stool_percent numeric(5, 2) NOT NULL CHECK (stool_percent >= 0),
  council_percent numeric(5, 2) NOT NULL CHECK (council_percent >= 0),
  assembly_percent numeric(5, 2) NOT NULL CHECK (assembly_percent >= 0),
  types jsonb NOT NULL CHECK (jsonb_typeof(types) = 'array'),
  stool_name text NOT NULL CHECK (stool_name <> ''),
  council_name text NOT NULL CHECK (council_name <> ''),
  assembly_name text NOT NULL CHECK (assembly_name <> ''),
  entered_by bigint NOT NULL REFERENCES accounts (id),
  entered_at timestamptz NOT NULL,
  approved_by bigint NOT NULL REFERENCES accounts (id),
  is_alone boolean NOT NULL,
  CONSTRAINT share_rules_come_to_100 CHECK (stool_percent + council_percent + assembly_percent = 100),
  CONSTRAINT share_rules_without_drink CHECK (NOT types ? 'CC3000')
);
COMMENT ON COLUMN share_rules.oasl_percent IS 'Of the whole; the other three are of what that leaves.';
COMMENT ON COLUMN share_rules.types IS 'The codes of the payment types that it shares; none where sharing ends.';
COMMENT ON COLUMN share_rules.is_alone IS 'Approved by the only person who could.';
CREATE INDEX share_rules_in_force ON share_rules (valid_from, id);

CREATE FUNCTION keep_share_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A rule of shares stays as it was approved; another one replaces it'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'share_rules_kept', TABLE = 'share_rules';
END $$;
CREATE TRIGGER share_rules_kept BEFORE UPDATE OR DELETE ON share_rules FOR EACH ROW EXECUTE FUNCTION keep_share_rule();
CREATE TRIGGER share_rules_not_truncated BEFORE TRUNCATE ON share_rules EXECUTE FUNCTION keep_share_rule();

-- A payment has the rule of the day on which it was stored, with its percents, so that its entry in the books is
-- computed from its row alone.
ALTER TABLE payments
  ADD COLUMN share_rule_id bigint REFERENCES share_rules,
  ADD COLUMN shares jsonb,
  ADD CONSTRAINT payments_shared CHECK (
    (share_rule_id IS NULL) = (shares IS NULL) AND (share_rule_id IS NULL OR (plot_id IS NOT NULL AND type_code <> 'CC3000'))
  );
COMMENT ON COLUMN payments.share_rule_id IS 'The rule by which it is shared, of stool and skin land alone.';
COMMENT ON COLUMN payments.shares IS 'The percents of that rule; the database fills them in.';

CREATE FUNCTION share_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT rule.id, jsonb_build_object('oasl', oasl_percent::text, 'stool', stool_percent::text,
    'council', council_percent::text, 'assembly', assembly_percent::text)
  INTO NEW.share_rule_id, NEW.shares
  FROM (
    SELECT * FROM share_rules WHERE valid_from <= NEW.transaction_date ORDER BY valid_from DESC, id DESC LIMIT 1
  ) AS rule
  WHERE rule.types ? NEW.type_code
    AND EXISTS (SELECT FROM plots WHERE plots.id = NEW.plot_id AND owner_kind IN ('stool', 'skin'));
  RETURN NEW;
END $$;
CREATE TRIGGER payments_share BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION share_payment();

CREATE FUNCTION keep_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A payment keeps the shares that it was stored with'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_shares_kept', TABLE = 'payments';
END $$;
CREATE TRIGGER payments_shares_kept BEFORE UPDATE OF share_rule_id, shares, type_code, plot_id ON payments FOR EACH ROW
  WHEN (OLD.shares IS DISTINCT FROM NEW.shares OR OLD.share_rule_id IS DISTINCT FROM NEW.share_rule_id
    OR (OLD.share_rule_id IS NOT NULL AND (OLD.type_code <> NEW.type_code OR OLD.plot_id IS DISTINCT FROM NEW.plot_id)))
  EXECUTE FUNCTION keep_shares();

INSERT INTO ledger_accounts (code, name, kind, is_heading) VALUES ('2300', 'Shares of stool land revenue', 'liability', true);
INSERT INTO ledger_accounts (code, name, kind, parent) VALUES
  ('2301', 'Administrator of Stool Lands', 'liability', '2300'),
  ('2302', 'Stool', 'liability', '2300'),
  ('2303', 'Traditional authority', 'liability', '2300'),
  ('2304', 'District assembly', 'liability', '2300'),
  ('4950', 'Stool land revenue shared out', 'income', '4100');

-- The shares by account, of payments by their type; of payouts by that word.
SELECT define_total(
  'shared', 'ledger_postings',
  $$'shared:' || account$$, $$shared_of$$, $$day$$, 'amount', $$account IN ('2301', '2302', '2303', '2304')$$,
  $$CROSS JOIN LATERAL (
      SELECT CASE kind WHEN 'payment' THEN (SELECT type_code FROM payments WHERE payments.id = subject_id) ELSE 'payout' END AS shared_of
      FROM ledger_entries WHERE number = entry AND kind IN ('payment', 'share payout') OFFSET 0
    ) AS share$$
);

-- Payouts of the shares.
CREATE TABLE share_payouts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- `SP2026-0001`.
  number text COLLATE "C" NOT NULL UNIQUE,
  beneficiary text COLLATE "C" NOT NULL CHECK (beneficiary IN ('oasl', 'stool', 'council', 'assembly')),
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('momo', 'cash', 'bank', 'cheque')),
  paid_to text NOT NULL CHECK (paid_to <> ''),
  reason text NOT NULL CHECK (reason <> ''),
  status text COLLATE "C" NOT NULL CHECK (status IN ('asked', 'approved', 'paid', 'refused', 'withdrawn')),
  -- Why it was refused or withdrawn.
  status_reason text,
  asked_by bigint NOT NULL REFERENCES accounts (id),
  asked_at timestamptz NOT NULL,
  approved_by bigint REFERENCES accounts (id),
  approved_at timestamptz,
  is_alone boolean NOT NULL DEFAULT false,
  paid_on date,
  reference text COLLATE "C" CHECK (reference <> ''),
  ended_by bigint REFERENCES accounts (id),
  ended_at timestamptz,
  -- The receipt that the payee signed.
  receipt_name text CHECK (receipt_name <> ''),
  receipt_type text COLLATE "C" CHECK (receipt_type IN ('application/pdf', 'image/jpeg')),
  receipt bytea,
  receipt_sha256 bytea CHECK (length(receipt_sha256) = 32),
  receipt_by bigint REFERENCES accounts (id),
  receipt_at timestamptz,
  CHECK (status <> 'asked' OR num_nonnulls(approved_at, ended_at) = 0),
  CHECK ((status IN ('approved', 'paid', 'withdrawn')) = (approved_at IS NOT NULL) AND (approved_at IS NULL) = (approved_by IS NULL)),
  CHECK ((status IN ('paid', 'refused', 'withdrawn')) = (ended_at IS NOT NULL)),
  CHECK ((status = 'paid') = (paid_on IS NOT NULL) AND (paid_on IS NULL) = (reference IS NULL)),
  CHECK (num_nonnulls(receipt_name, receipt_type, receipt, receipt_sha256, receipt_by, receipt_at) IN (0, 6)),
  CHECK (receipt IS NULL OR status = 'paid')
);
COMMENT ON TABLE share_payouts IS 'Payouts of the shares of stool land revenue.';
CREATE INDEX share_payouts_by_day ON share_payouts (asked_at, id);
CREATE INDEX share_payouts_of ON share_payouts (beneficiary, asked_at, id);
CREATE INDEX share_payouts_by_status ON share_payouts (status, asked_at, id);
CREATE INDEX share_payouts_waiting ON share_payouts (beneficiary) WHERE status IN ('asked', 'approved');
CREATE INDEX share_payouts_paid ON share_payouts (paid_on, id) WHERE status = 'paid';
CREATE UNIQUE INDEX share_payouts_reference ON share_payouts (mode, reference) WHERE reference IS NOT NULL;

CREATE FUNCTION keep_share_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.number, OLD.beneficiary, OLD.amount, OLD.mode, OLD.paid_to, OLD.reason, OLD.asked_by, OLD.asked_at)
        IS NOT DISTINCT FROM (NEW.number, NEW.beneficiary, NEW.amount, NEW.mode, NEW.paid_to, NEW.reason, NEW.asked_by, NEW.asked_at)
      AND (OLD.status NOT IN ('paid', 'refused', 'withdrawn') OR (OLD.status, OLD.paid_on, OLD.reference, OLD.ended_by, OLD.ended_at)
        IS NOT DISTINCT FROM (NEW.status, NEW.paid_on, NEW.reference, NEW.ended_by, NEW.ended_at))
      AND (OLD.receipt IS NULL OR (OLD.receipt_sha256, OLD.receipt_by) IS NOT DISTINCT FROM (NEW.receipt_sha256, NEW.receipt_by))
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'A payout of shares stays as it was asked for and paid'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'share_payouts_kept', TABLE = 'share_payouts';
END $$;
CREATE TRIGGER share_payouts_kept BEFORE UPDATE OR DELETE ON share_payouts FOR EACH ROW EXECUTE FUNCTION keep_share_payout();
CREATE TRIGGER share_payouts_not_truncated BEFORE TRUNCATE ON share_payouts EXECUTE FUNCTION keep_share_payout();
