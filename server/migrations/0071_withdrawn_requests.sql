-- A member may withdraw a request that waits; who did it is their account.
ALTER TABLE car_requests
  DROP CONSTRAINT car_requests_status_check,
  ADD CONSTRAINT car_requests_status_check CHECK (status IN ('asked', 'granted', 'refused', 'withdrawn'));
