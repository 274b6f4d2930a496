-- Requests for another car count in the menu beside registrations.
CREATE TRIGGER car_requests_live AFTER INSERT OR UPDATE OR DELETE ON car_requests
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('drivers');
