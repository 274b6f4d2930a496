-- Text messages that remind tenants of ground rent, in batches that staff confirmed as they read them.
CREATE TABLE rent_reminder_batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- How old the oldest charge that they owe was.
  age text COLLATE "C" NOT NULL CHECK (age IN ('this', 'one', 'two', 'three')),
  recipients integer NOT NULL CHECK (recipients > 0),
  parts integer NOT NULL CHECK (parts >= recipients),
  -- In GHS; null where the price of a text was not known.
  cost numeric(14, 2),
  job_id bigint NOT NULL,
  created_by bigint NOT NULL REFERENCES accounts (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX rent_reminder_batches_created ON rent_reminder_batches (created_at, id);
CREATE TABLE rent_reminders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id bigint NOT NULL REFERENCES rent_reminder_batches (id),
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  -- The day on which staff confirmed it, then that on which it was queued.
  day date NOT NULL,
  parts smallint NOT NULL CHECK (parts > 0),
  status text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'queued', 'skipped')),
  -- The text as staff read it; empty once it is queued or skipped.
  body text NOT NULL,
  status_reason text CHECK (status_reason <> ''),
  UNIQUE (batch_id, tenant_id)
);
CREATE INDEX rent_reminders_batch ON rent_reminders (batch_id, id);
CREATE INDEX rent_reminders_tenant ON rent_reminders (tenant_id, day) WHERE status <> 'skipped';
CREATE INDEX rent_reminders_day ON rent_reminders (day, tenant_id) WHERE status <> 'skipped';
CREATE UNIQUE INDEX rent_reminders_waiting_once ON rent_reminders (tenant_id) WHERE status = 'waiting';
