-- Reports that are refused or say nothing were told to their sender alone, which nobody reads.
CREATE TABLE feed_rejections (
  day date NOT NULL,
  cause text COLLATE "C" NOT NULL,
  reports bigint NOT NULL,
  last_at timestamptz NOT NULL,
  last_name text NOT NULL DEFAULT '',
  PRIMARY KEY (day, cause)
);
COMMENT ON TABLE feed_rejections IS 'How many reports of trackers were refused on a day, by cause; kept for a month.';
COMMENT ON COLUMN feed_rejections.last_name IS 'The newest name that a refused report gave its tracker.';
