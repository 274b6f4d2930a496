-- Ground rent: what is raised, what is owed, reviews of rent and penalties (docs/product/land.md, rules 90 to 104).
INSERT INTO ledger_accounts (code, name, kind) VALUES ('1300', 'Ground rent due', 'asset') ON CONFLICT (code) DO NOTHING;
INSERT INTO ledger_accounts (code, name, kind, parent) VALUES ('4110', 'Penalties on ground rent', 'income', '4100');

ALTER TABLE tenancies
  ADD COLUMN rent_from smallint CHECK (rent_from BETWEEN 1850 AND 2300),
  ADD CONSTRAINT tenancies_whole UNIQUE (id, plot_id, tenant_id);
COMMENT ON COLUMN tenancies.rent_from IS 'The first year that ground_rent holds for; null for that of the commencement.';
-- A register has the rents of its own day.
UPDATE tenancies SET rent_from = extract(year FROM added_at)::smallint WHERE how = 'import';

CREATE TABLE rent_reviews (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenancy_id bigint NOT NULL REFERENCES tenancies (id),
  from_year smallint NOT NULL CHECK (from_year BETWEEN 1957 AND 2300),
  ground_rent numeric(14, 2) NOT NULL CHECK (ground_rent >= 0),
  reason text NOT NULL CHECK (reason <> ''),
  entered_by bigint NOT NULL REFERENCES accounts (id),
  entered_at timestamptz NOT NULL
);
COMMENT ON TABLE rent_reviews IS 'Rents that the office entered, each from its year on; of one year the last one counts.';
CREATE INDEX rent_reviews_of_tenancy ON rent_reviews (tenancy_id, from_year, id);

CREATE TABLE rent_rules (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  grace_days smallint CHECK (grace_days BETWEEN 0 AND 366),
  penalty_percent numeric(5, 2) CHECK (penalty_percent > 0 AND penalty_percent <= 100),
  CHECK ((grace_days IS NULL) = (penalty_percent IS NULL))
);
COMMENT ON TABLE rent_rules IS 'One row: the rule of penalties, empty until it is set.';
INSERT INTO rent_rules DEFAULT VALUES;

CREATE TABLE rent_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('rent', 'penalty')),
  year smallint NOT NULL,
  -- Null for all zones.
  zone_id bigint REFERENCES zones (id),
  is_dry boolean NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'stopped')),
  job_id bigint NOT NULL,
  asked_by bigint NOT NULL REFERENCES accounts (id),
  asked_at timestamptz NOT NULL,
  ended_at timestamptz,
  stop_reason text CHECK (stop_reason <> ''),
  looked_at integer NOT NULL DEFAULT 0,
  raised integer NOT NULL DEFAULT 0,
  amount numeric(18, 2) NOT NULL DEFAULT 0,
  CHECK ((state = 'running') = (ended_at IS NULL))
);
COMMENT ON COLUMN rent_runs.is_dry IS 'Only shows what would be raised and why not.';
COMMENT ON CONSTRAINT rent_runs_zone_id_fkey ON rent_runs IS 'run of ground rent, runs of ground rent';
CREATE INDEX rent_runs_by_asked ON rent_runs (asked_at, id);
CREATE INDEX rent_runs_of_zone ON rent_runs (zone_id);
-- One at a time raises.
CREATE UNIQUE INDEX rent_runs_raising ON rent_runs ((true)) WHERE state = 'running' AND NOT is_dry;

CREATE TABLE rent_run_sums (
  run_id bigint NOT NULL REFERENCES rent_runs (id) ON DELETE CASCADE,
  zone_id bigint NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  amount numeric(18, 2) NOT NULL,
  PRIMARY KEY (run_id, zone_id, outcome)
);

CREATE TABLE rent_run_lines (
  run_id bigint NOT NULL REFERENCES rent_runs (id) ON DELETE CASCADE,
  tenancy_id bigint NOT NULL REFERENCES tenancies (id) ON DELETE CASCADE,
  zone_id bigint NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  amount numeric(14, 2),
  from_day date,
  until_day date,
  PRIMARY KEY (run_id, tenancy_id)
);
COMMENT ON TABLE rent_run_lines IS 'The tenancies of a run: raised, or why not; removed after some weeks.';
CREATE INDEX rent_run_lines_by_outcome ON rent_run_lines (run_id, outcome, tenancy_id);
CREATE INDEX rent_run_lines_of_tenancy ON rent_run_lines (tenancy_id);

CREATE TABLE rent_batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id bigint NOT NULL REFERENCES rent_runs (id),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('rent', 'penalty')),
  year smallint NOT NULL,
  day date NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  total numeric(18, 2) NOT NULL CHECK (total > 0),
  raised_by bigint NOT NULL REFERENCES accounts (id),
  raised_at timestamptz NOT NULL,
  UNIQUE (id, kind, year)
);
COMMENT ON TABLE rent_batches IS 'Charges that were raised together, and are one entry of the books.';
CREATE INDEX rent_batches_of_run ON rent_batches (run_id);

CREATE TABLE rent_charges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id bigint NOT NULL,
  tenancy_id bigint NOT NULL,
  plot_id bigint NOT NULL,
  tenant_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  year smallint NOT NULL,
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  due_on date NOT NULL,
  -- The days that rent is for, until the day that it is no longer for.
  from_day date,
  until_day date,
  cancelled_at timestamptz,
  cancelled_on date,
  cancelled_by bigint REFERENCES accounts (id),
  cancel_reason text CHECK (cancel_reason <> ''),
  FOREIGN KEY (batch_id, kind, year) REFERENCES rent_batches (id, kind, year),
  CONSTRAINT rent_charges_of_tenancy FOREIGN KEY (tenancy_id, plot_id, tenant_id) REFERENCES tenancies (id, plot_id, tenant_id),
  CHECK ((kind = 'rent') = (from_day IS NOT NULL) AND (from_day IS NULL) = (until_day IS NULL)),
  CHECK (extract(year FROM from_day) = year AND until_day > from_day AND until_day <= make_date(year + 1, 1, 1)),
  CHECK (num_nonnulls(cancelled_at, cancelled_on, cancelled_by, cancel_reason) IN (0, 4)),
  -- No day of a plot's rent is raised twice, whoever held it.
  CONSTRAINT rent_charges_days_once EXCLUDE USING gist (
    int8range(plot_id, plot_id, '[]') WITH &&, daterange(from_day, until_day) WITH &&
  ) WHERE (kind = 'rent' AND cancelled_at IS NULL)
);
-- A penalty that was cancelled is not raised again.
CREATE UNIQUE INDEX rent_charges_once ON rent_charges (tenancy_id, year, kind) WHERE cancelled_at IS NULL OR kind = 'penalty';
CREATE INDEX rent_charges_of_plot ON rent_charges (plot_id, year) WHERE kind = 'rent' AND cancelled_at IS NULL;
CREATE INDEX rent_charges_of_account ON rent_charges (tenancy_id, due_on, id);
CREATE INDEX rent_charges_of_batch ON rent_charges (batch_id);
CREATE INDEX rent_charges_of_tenant ON rent_charges (tenant_id);

CREATE FUNCTION keep_rent_charge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parts text[] := '{cancelled_at,cancelled_on,cancelled_by,cancel_reason}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.cancelled_at IS NULL AND to_jsonb(NEW) - parts = to_jsonb(OLD) - parts THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'A charge is cancelled once, and otherwise stays as it was raised'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'rent_charges_kept', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER rent_charges_kept BEFORE UPDATE OR DELETE ON rent_charges
  FOR EACH ROW EXECUTE FUNCTION keep_rent_charge();

CREATE FUNCTION keep_rent_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A batch of charges stays as it was raised'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'rent_batches_kept', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER rent_batches_kept BEFORE UPDATE OR DELETE ON rent_batches
  FOR EACH ROW EXECUTE FUNCTION keep_rent_batch();

CREATE TABLE rent_accounts (
  tenancy_id bigint PRIMARY KEY REFERENCES tenancies (id),
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  -- That of the plot, which it follows.
  zone_id bigint NOT NULL,
  charged numeric(18, 2) NOT NULL,
  paid numeric(18, 2) NOT NULL,
  owed numeric(18, 2) NOT NULL GENERATED ALWAYS AS (greatest(charged - paid, 0)) STORED,
  -- The due day of the oldest charge that payments, oldest first, have not covered.
  owed_since date,
  CHECK ((owed_since IS NULL) = (charged <= paid))
);
COMMENT ON TABLE rent_accounts IS 'Sums that each tenancy was charged and has paid, kept by triggers.';
CREATE INDEX rent_accounts_of_tenant ON rent_accounts (tenant_id);
CREATE INDEX rent_accounts_by_age ON rent_accounts (owed_since, tenancy_id) WHERE owed_since IS NOT NULL;
CREATE INDEX rent_accounts_of_zone_by_age ON rent_accounts (zone_id, owed_since, tenancy_id) WHERE owed_since IS NOT NULL;
CREATE INDEX rent_accounts_by_owed ON rent_accounts (owed, tenancy_id) WHERE owed_since IS NOT NULL;
CREATE INDEX rent_accounts_of_tenant_owing ON rent_accounts (tenant_id, owed_since) WHERE owed_since IS NOT NULL;
SELECT define_total('rent_owed', 'rent_accounts', $$'rent-owed'$$, 'zone_id::text', 'owed_since', 'owed',
  condition => 'owed_since IS NOT NULL');

CREATE FUNCTION rent_paid(tenancy bigint) RETURNS numeric LANGUAGE sql STABLE AS $$ SELECT 0::numeric $$;
COMMENT ON FUNCTION rent_paid IS 'What was paid of ground rent on a tenancy, of cleared payments.';

CREATE FUNCTION settle_rent_accounts(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A change of an account holds its tenancy, so that of two at once the later sees the former.
  PERFORM FROM tenancies WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO rent_accounts (tenancy_id, tenant_id, zone_id, charged, paid, owed_since)
  SELECT tenancies.id, tenancies.tenant_id, plots.zone_id, charged, paid.sum, owed.since
  FROM tenancies JOIN plots ON plots.id = tenancies.plot_id
    CROSS JOIN LATERAL (SELECT rent_paid(tenancies.id) AS sum) AS paid
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount), 0) AS charged, min(due_on) FILTER (WHERE running > paid.sum) AS since
      FROM (
        SELECT amount, due_on, sum(amount) OVER (ORDER BY due_on, id) AS running
        FROM rent_charges WHERE tenancy_id = tenancies.id AND cancelled_at IS NULL
      ) AS standing
    ) AS owed
  WHERE tenancies.id = ANY (ids)
  ORDER BY tenancies.id
  ON CONFLICT (tenancy_id) DO UPDATE
    SET charged = excluded.charged, paid = excluded.paid, owed_since = excluded.owed_since, zone_id = excluded.zone_id;
END $$;

CREATE FUNCTION settle_charged_rent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_rent_accounts(ARRAY(SELECT DISTINCT tenancy_id FROM new_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER rent_charges_raised AFTER INSERT ON rent_charges
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_charged_rent();
CREATE TRIGGER rent_charges_cancelled AFTER UPDATE ON rent_charges
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_charged_rent();

CREATE FUNCTION move_rent_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rent_accounts SET zone_id = NEW.zone_id FROM tenancies
  WHERE tenancies.id = tenancy_id AND plot_id = NEW.id AND rent_accounts.zone_id <> NEW.zone_id;
  RETURN NULL;
END $$;
CREATE TRIGGER plots_move_rent AFTER UPDATE OF zone_id ON plots
  FOR EACH ROW WHEN (OLD.zone_id <> NEW.zone_id) EXECUTE FUNCTION move_rent_accounts();
