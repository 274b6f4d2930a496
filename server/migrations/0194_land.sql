-- Land: zones, plots, tenants, tenancies and what stands against a plot (docs/product/land.md).
CREATE TABLE zones (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  zone text NOT NULL CHECK (zone <> ''),
  district text
);
CREATE UNIQUE INDEX zones_name ON zones (replace(zone, ' ', ''));

CREATE TABLE plots (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  zone_id bigint NOT NULL REFERENCES zones (id),
  -- Empty where the layout has no blocks.
  block text COLLATE "C" NOT NULL DEFAULT '',
  plot_number text COLLATE "C" NOT NULL CHECK (plot_number <> ''),
  land_use text COLLATE "C" NOT NULL CHECK (
    land_use IN ('residential', 'commercial', 'industrial', 'agricultural', 'civic', 'mixed')
  ),
  owner_kind text COLLATE "C" NOT NULL CHECK (owner_kind IN ('stool', 'skin', 'clan', 'family')),
  owner_name text NOT NULL CHECK (owner_name <> ''),
  plan_area_sqm numeric(14, 2) CHECK (plan_area_sqm > 0),
  area_sqm numeric(14, 2) CHECK (area_sqm > 0),
  shape polygon,
  boundary jsonb,
  survey jsonb,
  closure_ratio integer CHECK (closure_ratio > 0),
  note text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  added_by bigint REFERENCES accounts (id),
  added_at timestamptz NOT NULL,
  CHECK ((shape IS NULL) = (boundary IS NULL) AND (shape IS NULL) = (area_sqm IS NULL)),
  CHECK (survey IS NULL OR shape IS NOT NULL)
);
COMMENT ON CONSTRAINT plots_zone_id_fkey ON plots IS 'plot, plots';
COMMENT ON COLUMN plots.plan_area_sqm IS 'In square metres, as the site plan says; area_sqm is that of the boundary.';
COMMENT ON COLUMN plots.shape IS 'The boundary in metres of EPSG:25000, for overlaps; boundary has the same corners in WGS84.';
COMMENT ON COLUMN plots.boundary IS 'The closed ring in [longitude, latitude], counter-clockwise (RFC 7946).';
COMMENT ON COLUMN plots.survey IS 'The surveyor’s own numbers, unit and grid, as written.';
CREATE UNIQUE INDEX plots_name ON plots (zone_id, replace(upper(block), ' ', ''), replace(upper(plot_number), ' ', ''));
CREATE INDEX plots_by_name ON plots (zone_id, block, plot_number, id);
CREATE INDEX plots_by_number ON plots (plot_number text_pattern_ops, id);
CREATE INDEX plots_shape ON plots USING gist (shape);

CREATE TABLE land_serials (
  kind text COLLATE "C" NOT NULL,
  -- 0 for numbers that run on through the years.
  year smallint NOT NULL,
  last integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (kind, year)
);

CREATE TABLE tenants (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- `TNT-004417-K`: six digits and a check character.
  tenant_code text COLLATE "C" NOT NULL UNIQUE,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('person', 'organisation')),
  -- An organisation has its name here, and no first name.
  last_name text NOT NULL CHECK (last_name <> ''),
  first_name text NOT NULL DEFAULT '',
  gender text COLLATE "C" CHECK (gender IN ('Male', 'Female')),
  date_of_birth date,
  nationality text NOT NULL REFERENCES nationalities (nationality) ON UPDATE CASCADE,
  foreign_share smallint CHECK (foreign_share BETWEEN 0 AND 100),
  identification_type text REFERENCES identifications (identification) ON UPDATE CASCADE,
  id_number text,
  id_key text GENERATED ALWAYS AS (regexp_replace(upper(id_number), '[^A-Z0-9]', '', 'g')) STORED,
  contact_number text COLLATE "C" NOT NULL,
  other_number text COLLATE "C",
  email text NOT NULL DEFAULT '',
  postal_address text NOT NULL DEFAULT '',
  gps_address text NOT NULL DEFAULT '',
  next_of_kin text NOT NULL DEFAULT '',
  kin_mobile_number text COLLATE "C",
  kin_relationship text REFERENCES relationships (relationship) ON UPDATE CASCADE,
  contact_person text NOT NULL DEFAULT '',
  contact_person_number text COLLATE "C",
  reference_person text NOT NULL DEFAULT '',
  reference_mobile_number text COLLATE "C",
  account_id bigint UNIQUE REFERENCES accounts (id),
  version integer NOT NULL DEFAULT 1,
  added_by bigint REFERENCES accounts (id),
  added_at timestamptz NOT NULL,
  CHECK ((kind = 'person') = (first_name <> '')),
  CHECK ((kind = 'organisation') = (foreign_share IS NOT NULL)),
  CHECK ((identification_type IS NULL) = (id_number IS NULL))
);
COMMENT ON CONSTRAINT tenants_nationality_fkey ON tenants IS 'tenant, tenants';
COMMENT ON CONSTRAINT tenants_identification_type_fkey ON tenants IS 'tenant, tenants';
COMMENT ON CONSTRAINT tenants_kin_relationship_fkey ON tenants IS 'tenant, tenants';
COMMENT ON COLUMN tenants.foreign_share IS 'Per cent of an organisation that non-citizens own; over 40 counts as one (Land Act, 2020).';
COMMENT ON COLUMN tenants.id_key IS 'The ID number in letters and digits alone, to find a person again.';
CREATE INDEX tenants_of_nationality ON tenants (nationality);
CREATE INDEX tenants_of_identification ON tenants (identification_type);
CREATE INDEX tenants_of_relationship ON tenants (kin_relationship);
CREATE INDEX tenants_by_added ON tenants (added_at, id);
CREATE INDEX tenants_by_name ON tenants (last_name COLLATE "C", first_name COLLATE "C", id);
CREATE INDEX tenants_by_first_name ON tenants (first_name COLLATE "C", id);
CREATE INDEX tenants_by_contact ON tenants (contact_number, id);
CREATE INDEX tenants_by_id_key ON tenants (id_key);

CREATE TABLE tenant_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  version integer NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by bigint NOT NULL REFERENCES accounts (id),
  reason text NOT NULL CHECK (reason <> ''),
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  UNIQUE (tenant_id, version)
);

CREATE TABLE lease_rules (
  is_citizen boolean NOT NULL,
  land_use text COLLATE "C" NOT NULL,
  max_years smallint NOT NULL CHECK (max_years BETWEEN 1 AND 99),
  PRIMARY KEY (is_citizen, land_use),
  -- Article 266 (4) of the Constitution.
  CHECK (is_citizen OR max_years <= 50)
);
INSERT INTO lease_rules (is_citizen, land_use, max_years)
SELECT is_citizen, land_use, CASE WHEN is_citizen AND land_use = 'residential' THEN 99 ELSE 50 END
FROM unnest(ARRAY[true, false]) AS citizens (is_citizen),
  unnest(ARRAY['residential', 'commercial', 'industrial', 'agricultural', 'civic', 'mixed']) AS uses (land_use);

CREATE TABLE tenancies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  plot_id bigint NOT NULL REFERENCES plots (id),
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  indenture_number text COLLATE "C" NOT NULL CHECK (indenture_number <> ''),
  indenture_key text COLLATE "C" GENERATED ALWAYS AS (regexp_replace(upper(indenture_number), '[^A-Z0-9]', '', 'g')) STORED,
  how text COLLATE "C" NOT NULL CHECK (how IN ('new_purchase', 'regularization', 'transfer', 'others', 'import')),
  commencement date NOT NULL CHECK (commencement BETWEEN DATE '1850-01-01' AND DATE '2200-12-31'),
  term_years smallint NOT NULL CHECK (term_years BETWEEN 1 AND 99),
  -- The first day after the term.
  ends_on date NOT NULL GENERATED ALWAYS AS ((commencement + make_interval(years => term_years))::date) STORED,
  ground_rent numeric(14, 2) NOT NULL CHECK (ground_rent >= 0),
  review_years smallint CHECK (review_years BETWEEN 1 AND 50),
  review_percent numeric(5, 2) CHECK (review_percent > 0),
  grantor text NOT NULL DEFAULT '',
  grantor_capacity text NOT NULL DEFAULT '',
  witnesses text NOT NULL DEFAULT '',
  held_from date NOT NULL,
  -- The day from which somebody else held it, or nobody; null for the current tenancy.
  held_until date,
  end_reason text,
  previous_id bigint UNIQUE REFERENCES tenancies (id),
  added_by bigint REFERENCES accounts (id),
  added_at timestamptz NOT NULL,
  CHECK (held_until >= held_from),
  CHECK ((held_until IS NULL) = (end_reason IS NULL)),
  CHECK (review_percent IS NULL OR review_years IS NOT NULL),
  -- Nobody holds a plot while somebody else does. Ranges of one number need no extension.
  CONSTRAINT tenancies_hold_apart EXCLUDE USING gist (
    int8range(plot_id, plot_id, '[]') WITH &&, daterange(held_from, held_until) WITH &&
  )
);
COMMENT ON COLUMN tenancies.review_percent IS 'Per cent by which ground rent grows at each review; null where it is valued anew.';
COMMENT ON COLUMN tenancies.indenture_key IS 'The indenture number in letters and digits alone, to find it again.';
CREATE UNIQUE INDEX tenancies_current ON tenancies (plot_id) WHERE held_until IS NULL;
CREATE INDEX tenancies_of_plot ON tenancies (plot_id, held_from);
CREATE INDEX tenancies_of_tenant ON tenancies (tenant_id, id);
CREATE INDEX tenancies_by_indenture ON tenancies (indenture_key, id);
CREATE INDEX tenancies_by_end ON tenancies (ends_on, id) WHERE held_until IS NULL;

-- A tenancy that goes on from another begins on the day on which that one ended, on the same plot.
CREATE FUNCTION keep_tenancy_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.previous_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM tenancies WHERE id = NEW.previous_id AND plot_id = NEW.plot_id AND held_until = NEW.held_from
  ) THEN
    RAISE EXCEPTION 'A tenancy begins where the one before it on the plot ended'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tenancies_chain', TABLE = 'tenancies';
  END IF;
  IF TG_OP = 'UPDATE' AND (
    NEW.plot_id, NEW.tenant_id, NEW.held_from, NEW.previous_id, NEW.commencement, NEW.term_years
  ) IS DISTINCT FROM (
    OLD.plot_id, OLD.tenant_id, OLD.held_from, OLD.previous_id, OLD.commencement, OLD.term_years
  ) THEN
    RAISE EXCEPTION 'A tenancy keeps its plot, tenant, days and predecessor'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tenancies_kept', TABLE = 'tenancies';
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.held_until IS NOT NULL AND NEW.held_until IS DISTINCT FROM OLD.held_until THEN
    RAISE EXCEPTION 'The end of a tenancy stays'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tenancies_end_kept', TABLE = 'tenancies';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tenancies_chain BEFORE INSERT OR UPDATE ON tenancies
  FOR EACH ROW EXECUTE FUNCTION keep_tenancy_chain();

-- Claims against plots: while one is open, nothing about the plot is approved.
CREATE TABLE plot_caveats (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  plot_id bigint NOT NULL REFERENCES plots (id),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('caveat', 'lis_pendens', 'injunction', 'court_case')),
  -- `LD/0123/2021`; free text, since courts number in many ways. Empty for a caveat without a suit.
  suit_number text NOT NULL DEFAULT '',
  about text NOT NULL CHECK (about <> ''),
  placed_on date NOT NULL,
  placed_by bigint NOT NULL REFERENCES accounts (id),
  removed_on date,
  removed_by bigint REFERENCES accounts (id),
  removal_reason text,
  CHECK (removed_on >= placed_on),
  CHECK ((removed_on IS NULL) = (removed_by IS NULL) AND (removed_on IS NULL) = (removal_reason IS NULL))
);
CREATE INDEX plot_caveats_of_plot ON plot_caveats (plot_id, id);
CREATE INDEX plot_caveats_open ON plot_caveats (plot_id) WHERE removed_on IS NULL;
