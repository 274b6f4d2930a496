-- With every report refused for eight minutes nothing said so.
CREATE TABLE feed_refusals (
  cause text COLLATE "C" PRIMARY KEY CHECK (cause IN ('no_secret', 'wrong_secret')),
  last_at timestamptz NOT NULL
);
COMMENT ON TABLE feed_refusals IS 'When reports of trackers were last refused, and why; exact to ten seconds.';

CREATE TABLE feed_gaps (
  hour timestamptz PRIMARY KEY,
  seconds integer NOT NULL
);
COMMENT ON TABLE feed_gaps IS 'The longest time without any report in an hour, but for those of outages.';

CREATE TABLE feed_outages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  since timestamptz NOT NULL,
  noticed_at timestamptz NOT NULL,
  ended_at timestamptz,
  cause text COLLATE "C" CHECK (cause IN ('no_secret', 'wrong_secret')),
  silent integer,
  driving integer,
  told_at timestamptz
);
COMMENT ON COLUMN feed_outages.silent IS 'Of the driving trackers, those that fell silent together; null where no tracker reports.';
CREATE UNIQUE INDEX feed_outages_open ON feed_outages ((true)) WHERE ended_at IS NULL;
