-- Numbered papers about land, and the codes with which a stranger asks about a plot (docs/product/land.md, rules 50 to 59).
CREATE TABLE land_documents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- `AN2026-0001`: the kind, the year and a number that runs on in it.
  number text COLLATE "C" NOT NULL UNIQUE CHECK (number ~ '^(AN|TC|SL)\d{4}-\d{4,}$'),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('allocation_note', 'tenancy_certificate', 'slip')),
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  plot_id bigint NOT NULL REFERENCES plots (id),
  tenancy_id bigint REFERENCES tenancies (id),
  application_id bigint REFERENCES land_applications (id),
  facts jsonb NOT NULL CHECK (jsonb_typeof(facts) = 'object'),
  receipt_number text NOT NULL DEFAULT '',
  day date NOT NULL,
  issued_at timestamptz NOT NULL,
  issued_by bigint REFERENCES accounts (id),
  CHECK ((kind = 'allocation_note') = (application_id IS NOT NULL)),
  CHECK ((kind = 'slip') = (tenancy_id IS NULL)),
  CHECK (kind = 'slip' OR issued_by IS NOT NULL),
  CHECK (number LIKE (CASE kind WHEN 'allocation_note' THEN 'AN' WHEN 'tenancy_certificate' THEN 'TC' ELSE 'SL' END) || '%')
);
COMMENT ON COLUMN land_documents.code IS 'Leads to the page that checks the paper.';
COMMENT ON COLUMN land_documents.facts IS 'Its words and figures, as on the day of issue.';
COMMENT ON COLUMN land_documents.receipt_number IS 'Of the fee, as the desk wrote it; empty where none was paid.';
COMMENT ON COLUMN land_documents.issued_by IS 'Null for a slip that somebody asked for with a code.';
CREATE INDEX land_documents_by_day ON land_documents (day, id);
CREATE INDEX land_documents_of_kind ON land_documents (kind, day, id);
CREATE INDEX land_documents_of_plot ON land_documents (plot_id, day, id);
CREATE INDEX land_documents_of_tenancy ON land_documents (tenancy_id, kind, id);
CREATE INDEX land_documents_of_application ON land_documents (application_id, id);

CREATE FUNCTION keep_land_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A paper that was issued is never changed or removed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'land_documents_kept', TABLE = 'land_documents';
END $$;
CREATE TRIGGER land_documents_kept BEFORE UPDATE OR DELETE ON land_documents
  FOR EACH ROW EXECUTE FUNCTION keep_land_document();
CREATE TRIGGER land_documents_not_truncated BEFORE TRUNCATE ON land_documents
  FOR EACH STATEMENT EXECUTE FUNCTION keep_land_document();

-- A number is the last of its serial, which its transaction has just taken; so none is left out or used again.
CREATE FUNCTION number_land_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM land_serials
    WHERE kind = left(NEW.number, 2) AND year = substr(NEW.number, 3, 4)::smallint
      AND last = substr(NEW.number, 8)::integer AND year = extract(year FROM NEW.day)
  ) THEN
    RAISE EXCEPTION 'The number % is not the next one', NEW.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'land_documents_numbered', TABLE = 'land_documents';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER land_documents_numbered BEFORE INSERT ON land_documents
  FOR EACH ROW EXECUTE FUNCTION number_land_document();

CREATE TABLE slip_codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  -- The plot that was asked about at the desk; null where the code is good for any.
  plot_id bigint REFERENCES plots (id),
  receipt_number text NOT NULL CHECK (receipt_number <> ''),
  receipt_key text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (regexp_replace(upper(receipt_number), '[^A-Z0-9]', '', 'g')) STORED,
  made_at timestamptz NOT NULL,
  made_by bigint NOT NULL REFERENCES accounts (id),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  document_id bigint UNIQUE REFERENCES land_documents (id),
  CHECK (expires_at > made_at),
  CHECK ((used_at IS NULL) = (document_id IS NULL))
);
COMMENT ON TABLE slip_codes IS 'Codes for a slip each, made at the desk once its fee was paid.';
COMMENT ON COLUMN slip_codes.receipt_key IS 'The receipt’s number in letters and digits alone: one receipt pays for one code.';
CREATE UNIQUE INDEX slip_codes_of_receipt ON slip_codes (receipt_key);
CREATE INDEX slip_codes_by_made ON slip_codes (made_at, id);
CREATE INDEX slip_codes_of_plot ON slip_codes (plot_id);

CREATE FUNCTION keep_slip_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A trigger before the change does not know generated columns yet.
  IF TG_OP = 'UPDATE' AND OLD.used_at IS NULL
    AND to_jsonb(NEW) - '{used_at,document_id,receipt_key}'::text[]
      = to_jsonb(OLD) - '{used_at,document_id,receipt_key}'::text[]
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A code for a slip is used once, and otherwise stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'slip_codes_kept', TABLE = 'slip_codes';
END $$;
CREATE TRIGGER slip_codes_kept BEFORE UPDATE OR DELETE ON slip_codes
  FOR EACH ROW EXECUTE FUNCTION keep_slip_code();
