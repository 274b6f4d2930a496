-- The books: double entry, append-only. An entry and its postings are written by post_entries alone, in one transaction with
-- the change that they tell of; a mistake is mended by the opposite entry, never by changing one.
CREATE TABLE ledger_accounts (
  code text COLLATE "C" PRIMARY KEY CHECK (code ~ '^[1-9][0-9]{3}(-[A-Z0-9]{2,10})?$'),
  name text NOT NULL CHECK (name <> ''),
  kind text NOT NULL CHECK (kind IN ('asset', 'liability', 'income', 'expense')),
  -- Of a revenue account: the payment type whose money it holds. Without a foreign key, which would keep each type in use.
  type_code text UNIQUE
);
INSERT INTO ledger_accounts (code, name, kind) VALUES
  ('1000', 'MoMo', 'asset'),
  ('1010', 'Cash', 'asset'),
  ('1020', 'Bank', 'asset'),
  ('2000', 'Drivers’ credit', 'liability'),
  ('5010', 'Fuel and transport', 'expense'),
  ('5020', 'Airtime and data', 'expense'),
  ('5030', 'Salaries and wages', 'expense'),
  ('5040', 'Devices and fitting', 'expense'),
  ('5050', 'Rent and utilities', 'expense'),
  ('5060', 'Bank and MoMo charges', 'expense'),
  ('5070', 'Repairs and maintenance', 'expense'),
  ('5080', 'Stationery and printing', 'expense'),
  ('5090', 'Other expenditure', 'expense');

-- Each payment type has its revenue account, which follows its name, and goes with it while nothing was posted to it.
CREATE FUNCTION keep_revenue_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM ledger_accounts AS account WHERE type_code = OLD.type_code
      AND NOT EXISTS (SELECT FROM ledger_postings WHERE ledger_postings.account = account.code);
  ELSE
    INSERT INTO ledger_accounts (code, name, kind, type_code)
    VALUES ('4000-' || NEW.type_code, NEW.description, 'income', NEW.type_code)
    ON CONFLICT (code) DO UPDATE SET name = excluded.name;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_types_revenue_account AFTER INSERT OR UPDATE OF description OR DELETE ON payment_types
  FOR EACH ROW EXECUTE FUNCTION keep_revenue_account();
INSERT INTO ledger_accounts (code, name, kind, type_code)
SELECT '4000-' || type_code, description, 'income', type_code FROM payment_types;

CREATE TABLE ledger_entries (
  -- Without gaps: the last number and hash are the head's.
  number bigint PRIMARY KEY CHECK (number > 0),
  -- The day that the books count it on.
  day date NOT NULL,
  -- The record that it tells of: a payment, a use of a driver's credit.
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  subject_id bigint NOT NULL,
  -- Of a reversal: the entry that it takes back.
  reverses bigint UNIQUE REFERENCES ledger_entries (number) CHECK (reverses < number),
  description text NOT NULL CHECK (description <> ''),
  -- The account of the author; null for the server's own jobs.
  posted_by bigint REFERENCES accounts (id),
  posted_at timestamptz NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL UNIQUE
);
-- A record is posted once and reversed once, whatever the code does.
CREATE UNIQUE INDEX ledger_entries_subject ON ledger_entries (kind, subject_id) WHERE reverses IS NULL;
CREATE INDEX ledger_entries_day ON ledger_entries (day, number);

CREATE TABLE ledger_postings (
  entry bigint NOT NULL REFERENCES ledger_entries (number),
  line smallint NOT NULL CHECK (line > 0),
  account text COLLATE "C" NOT NULL REFERENCES ledger_accounts (code),
  -- Debits are positive, credits negative.
  amount numeric(14, 2) NOT NULL CHECK (amount <> 0),
  driver_id bigint REFERENCES drivers (id),
  -- Its entry's.
  day date NOT NULL,
  PRIMARY KEY (entry, line),
  -- Credit is somebody's.
  CHECK ((account = '2000') = (driver_id IS NOT NULL))
);
CREATE INDEX ledger_postings_account ON ledger_postings (account, day, entry, line);
CREATE INDEX ledger_postings_driver ON ledger_postings (driver_id, entry) WHERE driver_id IS NOT NULL;
SELECT define_total('ledger', 'ledger_postings', $$'ledger'$$, 'account', 'day', 'amount');

-- Locked by whoever posts, so that numbers have no gaps and each entry knows the one before it.
CREATE TABLE ledger_head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  number bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO ledger_head (number, hash) VALUES (0, sha256('the books begin'));

-- The hash of an entry as it is stored, with its postings and the hash of the entry before it. In PL/pgSQL, which keeps its plan.
CREATE FUNCTION ledger_hash(entry ledger_entries) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE
  lines jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_array(line, account, amount, driver_id, day) ORDER BY line) INTO lines
  FROM ledger_postings WHERE ledger_postings.entry = ledger_hash.entry.number;
  RETURN sha256(entry.previous || convert_to(jsonb_build_array(
    entry.number, entry.day, entry.kind, entry.subject_id, entry.reverses, entry.description, entry.posted_by,
    extract(epoch FROM entry.posted_at), lines
  )::text, 'UTF8'));
END $$;

-- Writes entries, `[{day, kind, subject_id, reverses, description, posted_by, posted_at, postings: [{account, amount,
-- driver_id}]}]`, in the order given, and gives the number of the first. The hash needs nothing but what is given, so it is
-- made before anything is stored, and checked against what is stored.
CREATE FUNCTION post_entries(given jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  head ledger_head;
  first_number bigint;
  last_hash bytea;
  hashes bytea[] := '{}';
  entry jsonb;
  n bigint;
BEGIN
  SELECT * INTO STRICT head FROM ledger_head FOR UPDATE;
  first_number := head.number + 1;
  last_hash := head.hash;
  n := head.number;
  FOR entry IN SELECT value FROM jsonb_array_elements(given) WITH ORDINALITY AS list (value, place) ORDER BY place LOOP
    n := n + 1;
    last_hash := sha256(last_hash || convert_to(jsonb_build_array(
      n, (entry->>'day')::date, entry->>'kind', (entry->>'subject_id')::bigint, (entry->>'reverses')::bigint,
      entry->>'description', (entry->>'posted_by')::bigint, extract(epoch FROM (entry->>'posted_at')::timestamptz),
      (SELECT jsonb_agg(jsonb_build_array(
        place, value->>'account', (value->>'amount')::numeric(14, 2), (value->>'driver_id')::bigint, (entry->>'day')::date
      ) ORDER BY place) FROM jsonb_array_elements(entry->'postings') WITH ORDINALITY AS lines (value, place))
    )::text, 'UTF8'));
    hashes := array_append(hashes, last_hash);
  END LOOP;
  INSERT INTO ledger_entries
  SELECT head.number + place, (value->>'day')::date, value->>'kind', (value->>'subject_id')::bigint,
    (value->>'reverses')::bigint, value->>'description', (value->>'posted_by')::bigint,
    (value->>'posted_at')::timestamptz, CASE WHEN place = 1 THEN head.hash ELSE hashes[place - 1] END, hashes[place]
  FROM jsonb_array_elements(given) WITH ORDINALITY AS list (value, place);
  INSERT INTO ledger_postings (entry, line, account, amount, driver_id, day)
  SELECT head.number + list.place, lines.place, lines.value->>'account', (lines.value->>'amount')::numeric(14, 2),
    (lines.value->>'driver_id')::bigint, (list.value->>'day')::date
  FROM jsonb_array_elements(given) WITH ORDINALITY AS list (value, place)
  CROSS JOIN jsonb_array_elements(list.value->'postings') WITH ORDINALITY AS lines (value, place);
  UPDATE ledger_head SET number = n, hash = last_hash;
  RETURN first_number;
END $$;

-- Entries balance, whoever wrote them: at the end of the transaction each has at least two postings, which sum to zero.
CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lines bigint;
  total numeric;
BEGIN
  SELECT count(*), sum(amount) INTO lines, total FROM ledger_postings WHERE entry = NEW.number;
  IF lines < 2 OR total <> 0 THEN
    RAISE EXCEPTION 'Entry % does not balance', NEW.number
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced', TABLE = 'ledger_entries';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();

-- An entry is whole when its postings are stored: they come by one statement, with the hash that the entry has and that goes
-- on from the entry before. So nobody adds a posting to an entry, nor an entry beside the chain.
CREATE FUNCTION ledger_entry_fits(wanted bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  entry ledger_entries;
  last_hash bytea;
BEGIN
  SELECT * INTO entry FROM ledger_entries WHERE number = wanted;
  SELECT hash INTO last_hash FROM ledger_entries WHERE number = wanted - 1;
  RETURN entry.previous = coalesce(last_hash, sha256('the books begin')) AND entry.hash = ledger_hash(entry)
    AND NOT EXISTS (SELECT FROM ledger_postings AS line WHERE line.entry = wanted AND line.day <> entry.day);
END $$;
CREATE FUNCTION check_ledger_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken bigint;
BEGIN
  SELECT min(number) INTO broken FROM (SELECT DISTINCT entry AS number FROM new_postings OFFSET 0) AS touched
  WHERE NOT ledger_entry_fits(number);
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'Entry % is not what its hash says', broken
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_hash', TABLE = 'ledger_entries';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_postings_hash AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_postings();

CREATE FUNCTION refuse_change_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The books are never changed, only added to'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER ledger_entries_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER ledger_postings_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER ledger_head_kept BEFORE DELETE OR TRUNCATE ON ledger_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
