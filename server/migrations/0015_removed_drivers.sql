-- Removed drivers are listed, the last one first, and searched as current ones are: their code has an index of its own already.
CREATE INDEX drivers_removed ON drivers (removed_at DESC, id DESC) WHERE removed_at IS NOT NULL;
CREATE INDEX drivers_removed_car ON drivers (car_key, id) WHERE removed_at IS NOT NULL;
CREATE INDEX drivers_removed_mobile ON drivers (mobile_number, id) WHERE removed_at IS NOT NULL;
