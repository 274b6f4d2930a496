-- The server's own clearings are in the log too: a list of people's entries would have to walk
-- past them.
CREATE INDEX audit_log_by_people ON audit_log (at, id) WHERE actor <> 'the server';
CREATE INDEX audit_log_by_people_action ON audit_log (action, at, id) WHERE actor <> 'the server';
