-- Applications for plots, by kinds whose papers, fees and days are data (docs/product/land.md).
CREATE TABLE land_kinds (
  kind text COLLATE "C" PRIMARY KEY CHECK (kind IN ('new_purchase', 'regularization', 'transfer', 'others')),
  -- Days from lodging in which the office decides.
  days smallint NOT NULL CHECK (days BETWEEN 1 AND 365),
  fee numeric(14, 2) NOT NULL CHECK (fee >= 0)
);
INSERT INTO land_kinds (kind, days, fee)
VALUES ('new_purchase', 30, 500), ('regularization', 60, 800), ('transfer', 30, 600), ('others', 30, 300);

CREATE TABLE land_kind_papers (
  kind text COLLATE "C" NOT NULL REFERENCES land_kinds (kind),
  paper text NOT NULL CHECK (paper <> ''),
  is_needed boolean NOT NULL,
  place smallint NOT NULL,
  PRIMARY KEY (kind, paper)
);
INSERT INTO land_kind_papers (kind, paper, is_needed, place)
VALUES
  ('new_purchase', 'Site plan', true, 1), ('new_purchase', 'Identification', true, 2),
  ('new_purchase', 'Consent of the owner', true, 3), ('new_purchase', 'Search report', false, 4),
  ('regularization', 'Site plan', true, 1), ('regularization', 'Identification', true, 2),
  ('regularization', 'Evidence of occupation', true, 3), ('regularization', 'Inspection report', true, 4),
  ('transfer', 'Indenture', true, 1), ('transfer', 'Identification', true, 2),
  ('transfer', 'Consent of the owner', true, 3), ('transfer', 'Deed of assignment', true, 4),
  ('others', 'Identification', true, 1), ('others', 'Supporting document', true, 2), ('others', 'Site plan', false, 3);

CREATE TABLE land_applications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- `LA2026-0001`, in the order in which applications were entered.
  number text COLLATE "C" NOT NULL UNIQUE,
  kind text COLLATE "C" NOT NULL REFERENCES land_kinds (kind),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (
    status IN ('draft', 'lodged', 'sent_back', 'approved', 'refused', 'withdrawn', 'annulled')
  ),
  -- Names the missing parts, or says why it was refused, withdrawn or annulled.
  status_reason text,
  plot_id bigint NOT NULL REFERENCES plots (id),
  -- A tenant who is known, or the facts of one who is not yet.
  tenant_id bigint REFERENCES tenants (id),
  applicant jsonb,
  -- A regularization’s inspection, a transfer’s consent, and the terms that are asked for.
  terms jsonb NOT NULL,
  ends_tenancy_id bigint REFERENCES tenancies (id),
  made_tenancy_id bigint UNIQUE REFERENCES tenancies (id),
  fee numeric(14, 2) NOT NULL CHECK (fee >= 0),
  conditions text NOT NULL DEFAULT '',
  commission_number text,
  commission_day date,
  entered_by bigint NOT NULL REFERENCES accounts (id),
  entered_at timestamptz NOT NULL,
  lodged_at timestamptz,
  -- The day by which it should be decided.
  due_on date,
  decided_by bigint REFERENCES accounts (id),
  decided_at timestamptz,
  is_alone boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  CHECK ((tenant_id IS NULL) OR (applicant IS NULL)),
  CHECK (status <> 'approved' OR (made_tenancy_id IS NOT NULL AND tenant_id IS NOT NULL)),
  CHECK (status NOT IN ('lodged', 'sent_back') OR (lodged_at IS NOT NULL AND due_on IS NOT NULL)),
  CHECK ((status IN ('approved', 'refused', 'annulled')) <= (decided_at IS NOT NULL)),
  CHECK ((commission_number IS NULL) = (commission_day IS NULL))
);
CREATE INDEX land_applications_by_status ON land_applications (status, entered_at, id);
CREATE INDEX land_applications_by_kind ON land_applications (kind, entered_at, id);
CREATE INDEX land_applications_by_entered ON land_applications (entered_at, id);
CREATE INDEX land_applications_of_plot ON land_applications (plot_id, id);
CREATE INDEX land_applications_of_tenant ON land_applications (tenant_id, id);
CREATE INDEX land_applications_ending ON land_applications (ends_tenancy_id);
CREATE INDEX land_applications_due ON land_applications (due_on, id) WHERE status = 'lodged';

CREATE TABLE land_papers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A paper of an application, or the site plan of a plot.
  application_id bigint REFERENCES land_applications (id),
  plot_id bigint REFERENCES plots (id),
  paper text NOT NULL CHECK (paper <> ''),
  file_name text NOT NULL,
  type text COLLATE "C" NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg')),
  content bytea NOT NULL CHECK (octet_length(content) BETWEEN 1 AND 10000000),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  added_by bigint NOT NULL REFERENCES accounts (id),
  added_at timestamptz NOT NULL,
  CHECK ((application_id IS NULL) <> (plot_id IS NULL))
);
CREATE INDEX land_papers_of_application ON land_papers (application_id, id);
CREATE INDEX land_papers_of_plot ON land_papers (plot_id, id);

-- Somebody may have looked at a paper before they decide, so it goes only while its application is with the office's desk.
CREATE FUNCTION keep_land_paper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (
    OLD.application_id IS NULL
    OR EXISTS (SELECT FROM land_applications WHERE id = OLD.application_id AND status IN ('draft', 'sent_back'))
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'A paper of an application that was lodged stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'land_papers_kept', TABLE = 'land_papers';
END $$;
CREATE TRIGGER land_papers_kept BEFORE UPDATE OR DELETE ON land_papers
  FOR EACH ROW EXECUTE FUNCTION keep_land_paper();
