-- The office's screens show other types and prices as soon as somebody changes them.
CREATE TRIGGER payment_types_live AFTER INSERT OR UPDATE OR DELETE ON payment_types
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('prices');
CREATE TRIGGER payment_list_live AFTER INSERT OR UPDATE OR DELETE ON payment_list
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('prices');

