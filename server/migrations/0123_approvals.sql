-- Changes that wait for another person (docs/product/approvals.md). The definitions of kinds are code, so their names are not
-- checked here.
CREATE TABLE approvals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
  subject_id text COLLATE "C" NOT NULL CHECK (subject_id <> ''),
  -- The subject's name when it was asked.
  subject text NOT NULL CHECK (subject <> ''),
  -- The change as its definition applies it.
  input jsonb NOT NULL,
  -- The same in words, before and after.
  changes jsonb NOT NULL,
  reason text CHECK (reason <> ''),
  status text COLLATE "C" NOT NULL DEFAULT 'asked'
    CHECK (status IN ('asked', 'approved', 'refused', 'withdrawn', 'stale')),
  -- Why it was refused, or could not be applied any more.
  status_reason text CHECK (status_reason <> ''),
  asked_by bigint NOT NULL REFERENCES accounts (id),
  asked_at timestamptz NOT NULL,
  decided_by bigint REFERENCES accounts (id),
  decided_at timestamptz,
  -- Decided by the only person who could.
  is_alone boolean NOT NULL DEFAULT false,
  -- Waiting ones come first in the list, which is read backwards.
  state_rank smallint NOT NULL GENERATED ALWAYS AS (CASE status WHEN 'asked' THEN 1 ELSE 0 END) STORED,
  CHECK ((status = 'asked') = (decided_at IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (status IN ('refused', 'stale') = (status_reason IS NOT NULL)),
  CHECK (NOT is_alone OR status = 'approved')
);
CREATE UNIQUE INDEX approvals_waiting ON approvals (kind, subject_id) WHERE status = 'asked';
CREATE INDEX approvals_state ON approvals (state_rank, asked_at, id);
CREATE INDEX approvals_asked_at ON approvals (asked_at, id);
CREATE INDEX approvals_of_asker ON approvals (asked_by, id);
CREATE TRIGGER approvals_live AFTER INSERT OR UPDATE OF status ON approvals
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('approvals');

-- Accounts that had a hand in a record, of any domain.
CREATE TABLE hands (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts (id),
  subject_kind text COLLATE "C" NOT NULL CHECK (subject_kind <> ''),
  subject_id text COLLATE "C" NOT NULL CHECK (subject_id <> ''),
  what text COLLATE "C" NOT NULL CHECK (what <> ''),
  at timestamptz NOT NULL
);
CREATE INDEX hands_on ON hands (subject_kind, subject_id, id);
-- The setup codes and lost permissions of the last days, few beside the hands in money.
CREATE INDEX hands_on_people ON hands (at) WHERE subject_kind IN ('user', 'permission');

-- Decisions of one person on what they had a hand in, since nobody else could decide.
CREATE TABLE alone_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts (id),
  action text COLLATE "C" NOT NULL CHECK (action <> ''),
  subject_kind text COLLATE "C" NOT NULL CHECK (subject_kind <> ''),
  subject_id text COLLATE "C" NOT NULL CHECK (subject_id <> ''),
  subject text NOT NULL CHECK (subject <> ''),
  at timestamptz NOT NULL
);
CREATE INDEX alone_decisions_at ON alone_decisions (at, id);
