-- PostgreSQL keeps a plan of each statement in a session. One that it made while the books held a page of entries reads them
-- all, and costs more with each entry until the next ANALYZE. These look up single entries only, which an index always serves.
ALTER FUNCTION post_entries(jsonb) SET enable_seqscan = off;
ALTER FUNCTION check_ledger_entry() SET enable_seqscan = off;
