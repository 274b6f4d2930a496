-- The newest places and the told steps of incidents, of which a tracker may send thousands.
CREATE INDEX incident_places_by_id ON incident_places (incident_id, id);
CREATE INDEX incident_steps_told ON incident_steps (incident_id, id) WHERE what <> 'signal';
