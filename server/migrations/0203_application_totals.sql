-- Applications are counted by state, kind and day, so that every page of their lists costs the same.
SELECT define_total('applications', 'land_applications', $$'applications:' || status$$, 'kind',
  $$(entered_at AT TIME ZONE 'UTC')::date$$);
INSERT INTO total_deltas (measure, key, day, count, amount)
SELECT 'applications:' || status, kind, (entered_at AT TIME ZONE 'UTC')::date, count(*), 0 FROM land_applications GROUP BY 1, 2, 3;
