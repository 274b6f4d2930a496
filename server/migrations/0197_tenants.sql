-- Tenants and tenancies are counted by day, so that every page of their lists costs the same.
SELECT define_total('tenants', 'tenants', $$'tenants'$$, $$'all'$$, $$(added_at AT TIME ZONE 'UTC')::date$$);
SELECT define_total('tenancies', 'tenancies', $$'tenancies'$$, $$'all'$$, 'held_from');

CREATE INDEX tenancies_by_held_from ON tenancies (held_from, id);
CREATE INDEX tenancies_by_end_of_all ON tenancies (ends_on, id);
DROP INDEX tenancies_by_end;
