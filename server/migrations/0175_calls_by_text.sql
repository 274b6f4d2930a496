-- Open calls for help of a number that is no driver's (docs/product/incidents.md, rule 32).
CREATE INDEX incidents_of_caller ON incidents (caller_phone, id) WHERE ended_at IS NULL AND caller_phone <> '';
