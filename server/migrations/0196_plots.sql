-- Plots are found by their numbers however they are typed, and counted by zone and day, so that every page of their list costs
-- the same.
ALTER TABLE plots
  ADD COLUMN number_key text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (regexp_replace(upper(plot_number), '[^A-Z0-9]', '', 'g')) STORED,
  ADD COLUMN name_key text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (regexp_replace(upper(block || plot_number), '[^A-Z0-9]', '', 'g')) STORED;
COMMENT ON COLUMN plots.number_key IS 'The plot number in letters and digits alone, to find it again.';
COMMENT ON COLUMN plots.name_key IS 'The block and the plot number in letters and digits alone, to find it again.';
CREATE INDEX plots_by_number_key ON plots (number_key, id);
CREATE INDEX plots_by_name_key ON plots (name_key, id);
CREATE INDEX plots_by_added ON plots (added_at, id);

SELECT define_total('plots', 'plots', $$'plots'$$, 'zone_id::text', $$(added_at AT TIME ZONE 'UTC')::date$$);
INSERT INTO total_deltas (measure, key, day, count, amount)
SELECT 'plots', zone_id::text, (added_at AT TIME ZONE 'UTC')::date, count(*), 0 FROM plots GROUP BY 2, 3;

-- Kept as it was computed: what counts as good may change with later limits, and the text need not be read again.
ALTER TABLE plots ADD COLUMN closure jsonb CHECK (closure IS NULL OR shape IS NOT NULL);
COMMENT ON COLUMN plots.closure IS 'How the figure of the plan closes; closure_ratio is N of its 1:N. Null where nothing is to close.';
