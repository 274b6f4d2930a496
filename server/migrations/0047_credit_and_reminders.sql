-- Fees that staff paid from a driver's credit, each for its whole price. No money comes in by one: it lies in the books already.
CREATE TABLE credit_uses (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  driver_id bigint NOT NULL REFERENCES drivers (id),
  type_code text NOT NULL,
  period text NOT NULL CHECK (period <> 'any'),
  payment_year smallint CHECK (payment_year BETWEEN 2024 AND 2200),
  payment_month smallint CHECK (payment_month BETWEEN 1 AND 12),
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  used_on date NOT NULL,
  used_by bigint NOT NULL REFERENCES accounts (id),
  used_at timestamptz NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'used' CHECK (status IN ('used', 'returned')),
  -- Why it was returned.
  status_reason text CHECK (status_reason <> ''),
  CONSTRAINT credit_uses_type FOREIGN KEY (type_code, period) REFERENCES payment_types (type_code, period)
    ON UPDATE CASCADE,
  CONSTRAINT credit_uses_month_of_monthly CHECK (
    (period = 'monthly') = (payment_year IS NOT NULL) AND (payment_year IS NULL) = (payment_month IS NULL)
  )
);
COMMENT ON CONSTRAINT credit_uses_type ON credit_uses IS 'use of credit, uses of credit';
CREATE UNIQUE INDEX credit_uses_once ON credit_uses (driver_id, type_code, payment_year, payment_month)
  NULLS NOT DISTINCT WHERE status = 'used';
CREATE INDEX credit_uses_of_type ON credit_uses (type_code);

-- Text messages that remind drivers of what they owe, in batches that staff confirmed as they read them.
CREATE TABLE reminder_batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- How old the oldest month that they owe was.
  age text COLLATE "C" NOT NULL CHECK (age IN ('current', 'one', 'two', 'three')),
  recipients integer NOT NULL CHECK (recipients > 0),
  -- A long text is sent in parts, and each is paid.
  parts integer NOT NULL CHECK (parts >= recipients),
  -- In GHS; null where the price of a text was not known.
  cost numeric(14, 2),
  job_id bigint NOT NULL,
  created_by bigint NOT NULL REFERENCES accounts (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX reminder_batches_created ON reminder_batches (created_at);
CREATE TABLE reminders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id bigint NOT NULL REFERENCES reminder_batches (id),
  driver_id bigint NOT NULL REFERENCES drivers (id),
  -- The day on which staff confirmed it.
  day date NOT NULL,
  parts smallint NOT NULL CHECK (parts > 0),
  status text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'queued', 'skipped')),
  -- As staff read it before they confirmed; it goes once it is queued or skipped.
  body text NOT NULL,
  -- Why it was skipped.
  status_reason text CHECK (status_reason <> ''),
  UNIQUE (batch_id, driver_id)
);
CREATE INDEX reminders_batch ON reminders (batch_id, id);
CREATE INDEX reminders_driver ON reminders (driver_id, day) WHERE status <> 'skipped';
-- One at a time waits for a driver, whoever confirms two batches at once.
CREATE UNIQUE INDEX reminders_waiting_once ON reminders (driver_id) WHERE status = 'waiting';

-- Codes and receipts first; what can wait has a larger number.
ALTER TABLE outbox_messages ADD COLUMN priority smallint NOT NULL DEFAULT 0 CHECK (priority IN (0, 1));
DROP INDEX outbox_messages_due;
CREATE INDEX outbox_messages_due ON outbox_messages (channel, priority, next_attempt_at, id) WHERE status = 'waiting';
