-- Payments of both sides stand in one table. A payment of the land side names no driver: it is a tenant's, an
-- applicant's, or for a plot, and its payer's name is kept as the receipt has it.
ALTER TABLE payments
  ALTER COLUMN driver_id DROP NOT NULL,
  ADD COLUMN tenant_id bigint REFERENCES tenants,
  ADD COLUMN application_id bigint REFERENCES land_applications,
  ADD COLUMN plot_id bigint REFERENCES plots,
  ADD COLUMN zone_id bigint REFERENCES zones,
  ADD COLUMN tenancy_id bigint REFERENCES tenancies,
  ADD COLUMN payer_name text CHECK (payer_name <> ''),
  ADD COLUMN payer_details text,
  ADD COLUMN payer_number text COLLATE "C",
  ADD COLUMN received_with bigint REFERENCES payments,
  ADD COLUMN side text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (CASE WHEN driver_id IS NULL THEN 'land' ELSE 'drivers' END) STORED,
  ADD CONSTRAINT payments_one_payer CHECK (
    CASE WHEN driver_id IS NULL
      THEN num_nonnulls(tenant_id, application_id, plot_id) > 0 AND num_nonnulls(payer_name, payer_details) = 2
      ELSE num_nonnulls(tenant_id, application_id, plot_id, zone_id, tenancy_id, payer_name, payer_details, payer_number, received_with) = 0 END
  ),
  ADD CONSTRAINT payments_rent_of_tenant CHECK (tenancy_id IS NULL OR (tenant_id IS NOT NULL AND plot_id IS NOT NULL)),
  ADD CONSTRAINT payments_land_without_credit CHECK (driver_id IS NOT NULL OR NOT is_credit);
COMMENT ON COLUMN payments.tenancy_id IS 'Of ground rent, the tenancy whose rent it pays.';
COMMENT ON COLUMN payments.zone_id IS 'That of the plot when it was received, for sums by zone.';
COMMENT ON COLUMN payments.payer_number IS 'In E.164 form, where it is known.';
COMMENT ON COLUMN payments.received_with IS 'The first payment of its receipt, where one receipt has several.';
COMMENT ON COLUMN payments.payer_name IS 'As receipts have it; of drivers, the name is that of the driver.';

-- Lists of a side find their pages without reading the other side's rows.
DROP INDEX payments_all_by_day, payments_by_day, payments_other_modes_by_day, payments_standing_by_day, payments_driver,
  payments_cleared_once;
CREATE INDEX payments_all_by_day ON payments (side, transaction_date, id);
CREATE INDEX payments_by_day ON payments (side, status, transaction_date, id);
CREATE INDEX payments_other_modes_by_day ON payments (side, mode, transaction_date, id) WHERE mode <> 'momo';
CREATE INDEX payments_standing_by_day ON payments (side, transaction_date, id) WHERE status IN ('submitted', 'cleared');
CREATE INDEX payments_driver ON payments (driver_id, transaction_date, id) WHERE driver_id IS NOT NULL;
CREATE UNIQUE INDEX payments_cleared_once ON payments (driver_id, type_code, payment_year, payment_month) NULLS NOT DISTINCT
  WHERE status = 'cleared' AND period <> 'any' AND NOT is_credit AND driver_id IS NOT NULL;
CREATE INDEX payments_tenant ON payments (tenant_id, transaction_date, id) WHERE tenant_id IS NOT NULL;
CREATE INDEX payments_received_with ON payments (received_with) WHERE received_with IS NOT NULL;
CREATE INDEX payments_application ON payments (application_id, id) WHERE application_id IS NOT NULL;
CREATE INDEX payments_plot ON payments (plot_id, transaction_date, id) WHERE plot_id IS NOT NULL;
CREATE INDEX payments_tenancy ON payments (tenancy_id, transaction_date, id) WHERE tenancy_id IS NOT NULL;

-- The totals of the land side have measures of their own.
UPDATE total_definitions SET
  measure = $$CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status,
    CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status || ':' || mode$$
  WHERE name = 'payments';
UPDATE total_definitions SET
  joined = $$CROSS JOIN LATERAL (
      SELECT number, ledger_entries.day AS entry_day, posted_at, mode, type_code, CASE side WHEN 'land' THEN 'land:' ELSE '' END AS of_side
      FROM ledger_entries JOIN payments ON payments.id = subject_id WHERE number = entry AND kind = 'payment' OFFSET 0
    ) AS paid$$,
  measure = $$of_side || CASE WHEN amount > 0 THEN 'received' ELSE 'returned' END,
    of_side || CASE WHEN amount > 0 THEN 'received:' ELSE 'returned:' END || mode$$,
  -- The account of the money: a payment of the land side also moves shares between accounts.
  condition = $$account IN ('1000', '1010', '1020', '2010')$$
  WHERE name = 'received';
SELECT make_total_function(definition) FROM total_definitions AS definition WHERE name IN ('payments', 'received');

-- Claims of a taken transaction ID, and prompts, are of either side too.
ALTER TABLE payment_attempts
  ALTER COLUMN driver_id DROP NOT NULL,
  ADD COLUMN tenant_id bigint REFERENCES tenants,
  ADD COLUMN application_id bigint REFERENCES land_applications,
  ADD COLUMN plot_id bigint REFERENCES plots,
  ADD COLUMN zone_id bigint REFERENCES zones,
  ADD COLUMN tenancy_id bigint REFERENCES tenancies,
  ADD COLUMN payer_name text CHECK (payer_name <> ''),
  ADD COLUMN payer_details text,
  ADD COLUMN payer_number text COLLATE "C",
  ADD CONSTRAINT payment_attempts_one_payer CHECK (num_nonnulls(driver_id, tenant_id) = 1);
ALTER TABLE prompts
  ALTER COLUMN driver_id DROP NOT NULL,
  ADD COLUMN tenant_id bigint REFERENCES tenants,
  ADD COLUMN application_id bigint REFERENCES land_applications,
  ADD COLUMN plot_id bigint REFERENCES plots,
  ADD COLUMN zone_id bigint REFERENCES zones,
  ADD COLUMN tenancy_id bigint REFERENCES tenancies,
  ADD COLUMN payer_name text CHECK (payer_name <> ''),
  ADD COLUMN payer_details text,
  ADD CONSTRAINT prompts_one_payer CHECK (num_nonnulls(driver_id, tenant_id) = 1);
CREATE INDEX payment_attempts_of_tenant ON payment_attempts (tenant_id) WHERE tenant_id IS NOT NULL;
CREATE UNIQUE INDEX payment_attempts_of_tenant_once ON payment_attempts (attempted_on, transaction_id, tenant_id)
  WHERE tenant_id IS NOT NULL;
CREATE INDEX prompts_of_tenant ON prompts (tenant_id, created_at) WHERE tenant_id IS NOT NULL;

INSERT INTO ledger_accounts (code, name, kind) VALUES ('1300', 'Ground rent due', 'asset');
