-- One receipt pays for one slip or one code, however its number is typed (docs/product/land.md, rule 56).
CREATE FUNCTION fee_receipt_key(typed text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(
    regexp_replace(regexp_replace(upper(typed COLLATE "C"), '[^A-Z0-9]', '', 'g'), '^([A-Z]*)0+(?=[0-9])', '\1'),
    '^R(?=[0-9]+$)', ''
  )
$$;
COMMENT ON FUNCTION fee_receipt_key IS '`777` of `R000777`, `r-777` and `0777`; of another number its letters and digits.';

CREATE TABLE slip_receipts (
  receipt_key text COLLATE "C" NOT NULL CHECK (receipt_key ~ '[0-9]'),
  slip_code_id bigint UNIQUE REFERENCES slip_codes (id),
  document_id bigint UNIQUE REFERENCES land_documents (id),
  CONSTRAINT slip_receipts_once PRIMARY KEY (receipt_key),
  CHECK (num_nonnulls(slip_code_id, document_id) = 1)
);
COMMENT ON TABLE slip_receipts IS 'The receipts that have paid for a slip at the desk or for a code.';

-- Of receipts that were used more than once before, the first use counts.
INSERT INTO slip_receipts (receipt_key, slip_code_id)
SELECT DISTINCT ON (fee_receipt_key(receipt_number)) fee_receipt_key(receipt_number), id FROM slip_codes
WHERE fee_receipt_key(receipt_number) ~ '[0-9]' ORDER BY fee_receipt_key(receipt_number), id;
INSERT INTO slip_receipts (receipt_key, document_id)
SELECT DISTINCT ON (fee_receipt_key(receipt_number)) fee_receipt_key(receipt_number), id FROM land_documents
WHERE issued_by IS NOT NULL AND fee_receipt_key(receipt_number) ~ '[0-9]' ORDER BY fee_receipt_key(receipt_number), id
ON CONFLICT DO NOTHING;

CREATE FUNCTION keep_slip_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A receipt that has paid for a slip stays used'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'slip_receipts_kept', TABLE = 'slip_receipts';
END $$;
CREATE TRIGGER slip_receipts_kept BEFORE UPDATE OR DELETE ON slip_receipts
  FOR EACH ROW EXECUTE FUNCTION keep_slip_receipt();
CREATE TRIGGER slip_receipts_not_truncated BEFORE TRUNCATE ON slip_receipts
  FOR EACH STATEMENT EXECUTE FUNCTION keep_slip_receipt();

CREATE FUNCTION use_receipt_for_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO slip_receipts (receipt_key, slip_code_id) VALUES (fee_receipt_key(NEW.receipt_number), NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER slip_codes_use_receipt AFTER INSERT ON slip_codes
  FOR EACH ROW EXECUTE FUNCTION use_receipt_for_code();

-- A slip that nobody issued was asked for with a code, whose receipt it bears.
CREATE FUNCTION use_receipt_for_slip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO slip_receipts (receipt_key, document_id) VALUES (fee_receipt_key(NEW.receipt_number), NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER land_documents_use_receipt AFTER INSERT ON land_documents
  FOR EACH ROW WHEN (NEW.receipt_number <> '' AND NEW.issued_by IS NOT NULL) EXECUTE FUNCTION use_receipt_for_slip();

CREATE OR REPLACE FUNCTION keep_slip_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.used_at IS NULL
    AND to_jsonb(NEW) - '{used_at,document_id}'::text[] = to_jsonb(OLD) - '{used_at,document_id}'::text[]
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A code for a slip is used once, and otherwise stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'slip_codes_kept', TABLE = 'slip_codes';
END $$;
ALTER TABLE slip_codes DROP COLUMN receipt_key;
