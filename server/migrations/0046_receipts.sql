-- Receipts of money that was cleared. Numbers have no gaps, since a gap in a book of receipts looks like a receipt that was
-- taken out of it. A receipt never changes, but it can be made void; none is ever removed.

-- Eighty random bits in letters and digits that are not mistaken for each other (Crockford's base 32: no I, L, O or U), by
-- which anybody who holds the receipt can check it and nobody else can find it. Five bits of each byte are used.
CREATE FUNCTION new_receipt_code() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(random, place) & 31), 1), '' ORDER BY place)
  FROM (SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) AS random) AS source,
    generate_series(0, 15) AS place
$$;

CREATE FUNCTION receipt_total(lines jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT sum((line->>'amount')::numeric(14, 2)) FROM jsonb_array_elements(lines) AS line
$$;

CREATE TABLE receipts (
  number bigint PRIMARY KEY CHECK (number > 0),
  code text COLLATE "C" NOT NULL UNIQUE DEFAULT new_receipt_code() CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  -- The record that it is for: a payment. A record has one receipt, whatever becomes of it.
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  subject_id bigint NOT NULL,
  -- The day that the money counts on.
  paid_on date NOT NULL,
  issued_at timestamptz NOT NULL,
  -- The account of the author; null for the server's own jobs.
  issued_by bigint REFERENCES accounts (id),
  -- Everything that it says of the payer, as it was then.
  payer_name text NOT NULL CHECK (payer_name <> ''),
  payer_details text NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('momo', 'cash', 'bank', 'cheque')),
  transaction_id text COLLATE "C" NOT NULL,
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  -- [{text, amount}]: what the money was for. They sum to the amount.
  lines jsonb NOT NULL CHECK (receipt_total(lines) = amount),
  status text COLLATE "C" NOT NULL DEFAULT 'issued' CHECK (status IN ('issued', 'void')),
  void_reason text CHECK (void_reason <> ''),
  voided_at timestamptz,
  voided_by bigint REFERENCES accounts (id),
  UNIQUE (kind, subject_id),
  CHECK ((status = 'void') = (voided_at IS NOT NULL) AND (status = 'void') = (void_reason IS NOT NULL)),
  CHECK (status = 'void' OR voided_by IS NULL)
);
CREATE INDEX receipts_transaction_id ON receipts (transaction_key(transaction_id), number);
CREATE INDEX receipts_void ON receipts (number) WHERE status = 'void';

-- Locked by whoever issues, so that numbers have no gaps: a transaction that fails gives its numbers back.
CREATE TABLE receipt_head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  number bigint NOT NULL
);
INSERT INTO receipt_head (number) VALUES (0);

-- Receipts of which nobody has told the payer yet. An entry goes when the text is queued, so none is sent twice.
CREATE TABLE untold_receipts (
  number bigint PRIMARY KEY REFERENCES receipts (number)
);

-- Payments that were cleared before there were receipts have theirs, in the order of payments; those of reversed ones are void.
INSERT INTO receipts (number, kind, subject_id, paid_on, issued_at, payer_name, payer_details, mode, transaction_id, amount,
  lines, status, void_reason, voided_at)
SELECT row_number() OVER (ORDER BY payment.id), 'payment', payment.id, transaction_date, now(),
  concat_ws(' ', first_name, nullif(middle_name, ''), last_name), 'Car ' || car_number || ', driver code ' || driver_code,
  mode, transaction_id, amount,
  (
    SELECT jsonb_agg(jsonb_build_object('text', line.text, 'amount', line.amount::text) ORDER BY place)
    FROM (VALUES
      (1, type.description || coalesce(
        ', ' || to_char(make_date(payment_year, payment_month, 1), 'FMMonth') || ' ' || payment_year, ''), amount - credit),
      (2, 'Credit', credit)
    ) AS line (place, text, amount)
    WHERE line.amount > 0
  ),
  CASE payment.status WHEN 'reversed' THEN 'void' ELSE 'issued' END,
  CASE payment.status WHEN 'reversed' THEN coalesce(status_reason, 'The payment was reversed.') END,
  CASE payment.status WHEN 'reversed' THEN now() END
FROM payments AS payment
JOIN drivers ON drivers.id = payment.driver_id
JOIN payment_types AS type ON type.type_code = payment.type_code
CROSS JOIN LATERAL (
  SELECT CASE WHEN is_credit THEN amount ELSE greatest(amount - coalesce(amount_due, amount), 0) END AS credit
) AS split
WHERE payment.status IN ('cleared', 'reversed');
UPDATE receipt_head SET number = (SELECT count(*) FROM receipts);

-- New numbers go on from the last one and end at the head's, whoever writes them.
CREATE FUNCTION check_receipt_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  first_number bigint;
  last_number bigint;
  issued bigint;
BEGIN
  SELECT min(number), max(number), count(*) INTO first_number, last_number, issued FROM new_receipts;
  IF issued > 0 AND (
    last_number - first_number + 1 <> issued
    OR last_number <> (SELECT number FROM receipt_head)
    OR first_number <> 1 + coalesce((SELECT max(number) FROM receipts WHERE number < first_number), 0)
  ) THEN
    RAISE EXCEPTION 'Receipt % does not follow the one before', first_number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_without_gaps', TABLE = 'receipts';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER receipts_without_gaps AFTER INSERT ON receipts
  REFERENCING NEW TABLE AS new_receipts FOR EACH STATEMENT EXECUTE FUNCTION check_receipt_numbers();

-- The head is moved by issuing alone: at the end of the transaction it is the last number.
CREATE FUNCTION check_receipt_head() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT number FROM receipt_head) IS DISTINCT FROM (SELECT coalesce(max(number), 0) FROM receipts) THEN
    RAISE EXCEPTION 'The head of the receipts is not the last number'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'receipt_head_last', TABLE = 'receipt_head';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER receipt_head_last AFTER INSERT OR UPDATE OR DELETE ON receipt_head
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_receipt_head();

CREATE FUNCTION refuse_change_of_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status = 'issued' AND NEW.status = 'void'
      AND to_jsonb(NEW) - '{status,void_reason,voided_at,voided_by}'::text[]
        = to_jsonb(OLD) - '{status,void_reason,voided_at,voided_by}'::text[]
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'A receipt is never changed or removed, only made void'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_kept', TABLE = 'receipts';
END $$;
CREATE TRIGGER receipts_kept BEFORE UPDATE OR DELETE ON receipts
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_receipt();
CREATE TRIGGER receipts_not_truncated BEFORE TRUNCATE ON receipts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_receipt();
CREATE TRIGGER receipt_head_not_truncated BEFORE TRUNCATE ON receipt_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_receipt();
