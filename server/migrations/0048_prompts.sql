-- Requests to a phone to approve a payment. Each is stored before anything is sent, under the reference that it is sent with, so
-- that a lost answer is asked for again and charges nobody twice. It becomes a claim and a transfer only once it was paid.
CREATE TABLE prompts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reference uuid NOT NULL UNIQUE,
  driver_id bigint NOT NULL REFERENCES drivers (id),
  type_code text NOT NULL,
  period text NOT NULL,
  payment_year smallint,
  payment_month smallint,
  amount_due numeric(14, 2) CHECK (amount_due > 0),
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  -- E.164. Its owner need not be the driver.
  payer_number text COLLATE "C" NOT NULL,
  -- waiting → asked → paid | failed | unknown; a waiting one may end too.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'asked', 'paid', 'failed', 'unknown')),
  -- The network's word for a failure, or ours; empty otherwise.
  reason text NOT NULL DEFAULT '',
  transaction_id text COLLATE "C",
  payment_id bigint REFERENCES payments (id),
  transfer_id bigint REFERENCES transfers (id),
  attempts integer NOT NULL DEFAULT 0,
  -- From then on a server may look after it; one that does puts it off while it works.
  next_look_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT prompts_type FOREIGN KEY (type_code, period) REFERENCES payment_types (type_code, period) ON UPDATE CASCADE,
  CHECK ((state IN ('paid', 'failed', 'unknown')) = (ended_at IS NOT NULL)),
  CHECK (state <> 'paid' OR (transaction_id IS NOT NULL AND transfer_id IS NOT NULL))
);
CREATE INDEX prompts_due ON prompts (next_look_at, id) WHERE state IN ('waiting', 'asked');
CREATE INDEX prompts_of_payer ON prompts (payer_number, id);
CREATE INDEX prompts_of_state ON prompts (state, id);
CREATE INDEX prompts_of_type ON prompts (type_code);
CREATE INDEX prompts_of_driver ON prompts (driver_id, created_at);
CREATE INDEX prompts_failed ON prompts (ended_at) WHERE state = 'failed';
COMMENT ON CONSTRAINT prompts_type ON prompts IS 'prompt, prompts';
