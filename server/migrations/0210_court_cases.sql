-- Court cases about plots, and the claims that they place against these (docs/product/land.md, rules 80 to 89).
CREATE TABLE court_cases (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  court text COLLATE "C" NOT NULL CHECK (court IN (
    'high_court_land', 'circuit_court', 'district_court', 'court_of_appeal', 'supreme_court', 'adr', 'traditional_council', 'other'
  )),
  suit_number text NOT NULL CHECK (suit_number <> ''),
  suit_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (regexp_replace(upper(suit_number COLLATE "C"), '[^A-Z0-9]', '', 'g')) STORED,
  title text NOT NULL CHECK (title <> ''),
  about text NOT NULL DEFAULT '',
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'resolved')),
  -- Says why it was reopened.
  status_reason text,
  status_by bigint NOT NULL REFERENCES accounts (id),
  status_at timestamptz NOT NULL,
  outcome text COLLATE "C" CHECK (outcome IN ('for_office', 'against_office', 'settled', 'struck_out', 'withdrawn')),
  outcome_on date,
  outcome_words text,
  followed_by bigint NOT NULL REFERENCES accounts (id),
  entered_by bigint NOT NULL REFERENCES accounts (id),
  entered_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CHECK ((status = 'resolved') = (outcome IS NOT NULL)),
  CHECK ((outcome IS NULL) = (outcome_on IS NULL) AND (outcome IS NULL) = (outcome_words IS NULL))
);
COMMENT ON COLUMN court_cases.suit_key IS 'Its letters and digits, by which it is found in any spelling.';
COMMENT ON COLUMN court_cases.followed_by IS 'The person who is reminded of its hearings.';
CREATE INDEX court_cases_by_entered ON court_cases (entered_at, id);
CREATE INDEX court_cases_by_status ON court_cases (status, entered_at, id);
CREATE INDEX court_cases_by_court ON court_cases (court, entered_at, id);
CREATE INDEX court_cases_by_court_and_status ON court_cases (court, status, entered_at, id);
CREATE INDEX court_cases_by_suit ON court_cases (suit_key, id);

CREATE TABLE court_parties (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES court_cases (id),
  role text COLLATE "C" NOT NULL CHECK (role IN ('plaintiff', 'defendant', 'joined', 'interested')),
  -- In uppercase, as names are stored.
  name text NOT NULL CHECK (name <> ''),
  tenant_id bigint REFERENCES tenants (id),
  counsel text NOT NULL DEFAULT '',
  is_reminded boolean NOT NULL DEFAULT false,
  CHECK (NOT is_reminded OR tenant_id IS NOT NULL)
);
COMMENT ON COLUMN court_parties.is_reminded IS 'True where the tenant is told of hearings by text.';
CREATE INDEX court_parties_of_case ON court_parties (case_id, id);
CREATE INDEX court_parties_of_tenant ON court_parties (tenant_id);
CREATE INDEX court_parties_by_name ON court_parties ((name COLLATE "C"));
CREATE INDEX court_parties_by_last_word ON court_parties ((regexp_replace(name, '^.* ', '') COLLATE "C"));

CREATE TABLE court_case_plots (
  case_id bigint NOT NULL REFERENCES court_cases (id),
  plot_id bigint NOT NULL REFERENCES plots (id),
  added_by bigint NOT NULL REFERENCES accounts (id),
  added_on date NOT NULL,
  PRIMARY KEY (case_id, plot_id)
);
CREATE INDEX court_case_plots_of_plot ON court_case_plots (plot_id, case_id);

CREATE TABLE court_hearings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES court_cases (id),
  day date NOT NULL,
  -- `09:00`; null where only the day is known.
  at_time text COLLATE "C" CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  purpose text NOT NULL CHECK (purpose <> ''),
  status text COLLATE "C" NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'held', 'cancelled')),
  -- Says what happened, or why it was cancelled.
  outcome text,
  added_by bigint NOT NULL REFERENCES accounts (id),
  added_at timestamptz NOT NULL,
  CHECK ((status = 'planned') = (outcome IS NULL)),
  CONSTRAINT court_hearings_not_past CHECK (day >= (added_at AT TIME ZONE 'UTC')::date)
);
CREATE INDEX court_hearings_of_case ON court_hearings (case_id, day, id);
CREATE INDEX court_hearings_planned ON court_hearings (day, id) WHERE status = 'planned';

CREATE TABLE hearing_reminders (
  hearing_id bigint NOT NULL REFERENCES court_hearings (id),
  ahead smallint NOT NULL CHECK (ahead IN (1, 7)),
  sent_at timestamptz NOT NULL,
  CONSTRAINT hearing_reminders_once PRIMARY KEY (hearing_id, ahead)
);
COMMENT ON TABLE hearing_reminders IS 'Reminders of hearings that went out, each once.';

CREATE TABLE court_orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES court_cases (id),
  day date NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('injunction', 'caveat', 'lis_pendens', 'other', 'lifts')),
  words text NOT NULL CHECK (words <> ''),
  -- The order that this one lifts.
  lifts_id bigint,
  entered_by bigint NOT NULL REFERENCES accounts (id),
  entered_at timestamptz NOT NULL,
  UNIQUE (case_id, id),
  CONSTRAINT court_orders_lifted_once UNIQUE (lifts_id),
  FOREIGN KEY (case_id, lifts_id) REFERENCES court_orders (case_id, id),
  CHECK ((kind = 'lifts') = (lifts_id IS NOT NULL)),
  CHECK (day <= (entered_at AT TIME ZONE 'UTC')::date)
);
CREATE INDEX court_orders_of_case ON court_orders (case_id, day, id);

CREATE TABLE court_order_plots (
  order_id bigint NOT NULL,
  case_id bigint NOT NULL,
  plot_id bigint NOT NULL,
  PRIMARY KEY (order_id, plot_id),
  FOREIGN KEY (case_id, order_id) REFERENCES court_orders (case_id, id),
  FOREIGN KEY (case_id, plot_id) REFERENCES court_case_plots (case_id, plot_id)
);
COMMENT ON TABLE court_order_plots IS 'The plots that an order binds.';
CREATE INDEX court_order_plots_of_plot ON court_order_plots (case_id, plot_id);

ALTER TABLE plot_caveats
  ADD COLUMN case_id bigint,
  ADD COLUMN order_id bigint,
  ADD CONSTRAINT plot_caveats_of_case FOREIGN KEY (case_id, plot_id) REFERENCES court_case_plots (case_id, plot_id),
  ADD CONSTRAINT plot_caveats_of_order FOREIGN KEY (order_id, plot_id) REFERENCES court_order_plots (order_id, plot_id),
  ADD CONSTRAINT plot_caveats_placed_by_case CHECK (
    CASE WHEN case_id IS NULL THEN order_id IS NULL ELSE (order_id IS NULL) = (kind = 'court_case') END
  );
COMMENT ON COLUMN plot_caveats.case_id IS 'The case that placed it; null for one that was placed by itself.';
COMMENT ON COLUMN plot_caveats.order_id IS 'The order of the case that placed it.';
CREATE UNIQUE INDEX plot_caveats_case_once ON plot_caveats (case_id, plot_id)
  WHERE kind = 'court_case' AND removed_on IS NULL AND case_id IS NOT NULL;
CREATE UNIQUE INDEX plot_caveats_order_once ON plot_caveats (order_id, plot_id) WHERE order_id IS NOT NULL;

CREATE FUNCTION keep_court_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Claims, orders and plots of a case stay as they were entered'
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_kept', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER plot_caveats_not_truncated BEFORE TRUNCATE ON plot_caveats
  FOR EACH STATEMENT EXECUTE FUNCTION keep_court_record();

-- A claim stays as it was placed, and goes with what removes it: a case that is resolved, an order that lifts its own.
CREATE FUNCTION keep_plot_caveat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.case_id IS NOT NULL AND NEW.removed_on IS NULL AND EXISTS (
    SELECT FROM court_cases AS own WHERE own.id = OLD.case_id AND own.suit_number = NEW.suit_number AND own.title = NEW.about
  ) AND to_jsonb(NEW) - '{suit_number,about}'::text[] = to_jsonb(OLD) - '{suit_number,about}'::text[] THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.removed_on IS NULL
    AND to_jsonb(NEW) - '{removed_on,removed_by,removal_reason}'::text[]
      = to_jsonb(OLD) - '{removed_on,removed_by,removal_reason}'::text[]
    AND (CASE
      WHEN OLD.case_id IS NULL THEN true
      WHEN OLD.order_id IS NULL THEN EXISTS (SELECT FROM court_cases WHERE id = OLD.case_id AND status = 'resolved')
      ELSE EXISTS (SELECT FROM court_orders WHERE lifts_id = OLD.order_id)
    END)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A claim of a case goes with the order that lifts it, or with the end of the case'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'plot_caveats_kept', TABLE = 'plot_caveats';
END $$;
CREATE TRIGGER plot_caveats_kept BEFORE UPDATE OR DELETE ON plot_caveats
  FOR EACH ROW EXECUTE FUNCTION keep_plot_caveat();
-- Each plot of an open case is blocked by it, whoever writes.
CREATE FUNCTION block_plot_of_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM court_cases WHERE id = NEW.case_id AND status = 'pending' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A case that is resolved takes no further plot'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'court_case_plots_open', TABLE = 'court_case_plots';
  END IF;
  INSERT INTO plot_caveats (plot_id, kind, suit_number, about, placed_on, placed_by, case_id)
  SELECT NEW.plot_id, 'court_case', suit_number, title, NEW.added_on, NEW.added_by, id
  FROM court_cases WHERE id = NEW.case_id;
  RETURN NULL;
END $$;
CREATE TRIGGER court_case_plots_blocked AFTER INSERT ON court_case_plots
  FOR EACH ROW EXECUTE FUNCTION block_plot_of_case();

CREATE FUNCTION block_plot_by_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO plot_caveats (plot_id, kind, suit_number, about, placed_on, placed_by, case_id, order_id)
  SELECT NEW.plot_id, court_orders.kind, suit_number, title, court_orders.day, court_orders.entered_by, NEW.case_id, NEW.order_id
  FROM court_orders JOIN court_cases ON court_cases.id = court_orders.case_id
  WHERE court_orders.id = NEW.order_id AND court_orders.kind IN ('injunction', 'caveat', 'lis_pendens');
  RETURN NULL;
END $$;
CREATE TRIGGER court_order_plots_blocked AFTER INSERT ON court_order_plots
  FOR EACH ROW EXECUTE FUNCTION block_plot_by_order();

-- An order is not changed: another one lifts it.
CREATE FUNCTION enter_court_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM court_cases WHERE id = NEW.case_id AND status = 'pending' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A case that is resolved takes no further order'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'court_orders_open', TABLE = 'court_orders';
  END IF;
  IF NEW.lifts_id IS NOT NULL THEN
    IF NOT EXISTS (
      SELECT FROM court_orders WHERE id = NEW.lifts_id AND kind IN ('injunction', 'caveat', 'lis_pendens') AND day <= NEW.day
    ) THEN
      RAISE EXCEPTION 'Only an injunction, a caveat or a notice of a suit is lifted, on its day or later'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'court_orders_lift', TABLE = 'court_orders';
    END IF;
    UPDATE plot_caveats SET removed_on = (NEW.entered_at AT TIME ZONE 'UTC')::date, removed_by = NEW.entered_by,
      removal_reason = NEW.words
    WHERE order_id = NEW.lifts_id AND removed_on IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER court_orders_entered AFTER INSERT ON court_orders
  FOR EACH ROW EXECUTE FUNCTION enter_court_order();

CREATE TRIGGER court_orders_kept BEFORE UPDATE OR DELETE ON court_orders
  FOR EACH ROW EXECUTE FUNCTION keep_court_record();
CREATE TRIGGER court_order_plots_kept BEFORE UPDATE OR DELETE ON court_order_plots
  FOR EACH ROW EXECUTE FUNCTION keep_court_record();
CREATE TRIGGER court_case_plots_kept BEFORE UPDATE OR DELETE ON court_case_plots
  FOR EACH ROW EXECUTE FUNCTION keep_court_record();

-- Resolving takes the case's own claims away, once no order stands; reopening places them again.
CREATE FUNCTION follow_court_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'resolved' AND OLD.status = 'pending' THEN
    IF EXISTS (SELECT FROM plot_caveats WHERE case_id = NEW.id AND order_id IS NOT NULL AND removed_on IS NULL) THEN
      RAISE EXCEPTION 'An order of this case still stands'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'court_cases_orders_lifted', TABLE = 'court_cases';
    END IF;
    UPDATE plot_caveats SET removed_on = (NEW.status_at AT TIME ZONE 'UTC')::date, removed_by = NEW.status_by,
      removal_reason = NEW.outcome_words
    WHERE case_id = NEW.id AND removed_on IS NULL;
  ELSIF NEW.status = 'pending' AND OLD.status = 'resolved' THEN
    INSERT INTO plot_caveats (plot_id, kind, suit_number, about, placed_on, placed_by, case_id)
    SELECT plot_id, 'court_case', NEW.suit_number, NEW.title, (NEW.status_at AT TIME ZONE 'UTC')::date, NEW.status_by, NEW.id
    FROM court_case_plots WHERE case_id = NEW.id;
  END IF;
  IF (NEW.suit_number, NEW.title) IS DISTINCT FROM (OLD.suit_number, OLD.title) THEN
    UPDATE plot_caveats SET suit_number = NEW.suit_number, about = NEW.title WHERE case_id = NEW.id AND removed_on IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER court_cases_followed AFTER UPDATE ON court_cases
  FOR EACH ROW EXECUTE FUNCTION follow_court_case();

-- Cases are counted by state, court and day, so that every page of their lists costs the same.
SELECT define_total('court_cases', 'court_cases', $$'court_cases:' || status$$, 'court',
  $$(entered_at AT TIME ZONE 'UTC')::date$$);
