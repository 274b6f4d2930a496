-- Messages of signed-in tenants have a list of their own (docs/product/land.md, rules 111 to 113).
ALTER TABLE contact_messages ADD COLUMN is_tenants boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN contact_messages.is_tenants IS 'True where a signed-in tenant sent it.';
UPDATE contact_messages SET is_tenants = true
WHERE account_id IN (SELECT id FROM accounts WHERE kind = 'tenant');

CREATE INDEX contact_messages_state_of_tenants ON contact_messages (state_rank, received_at, id) WHERE is_tenants;
CREATE INDEX contact_messages_received_of_tenants ON contact_messages (received_at, id) WHERE is_tenants;
CREATE INDEX contact_messages_new_of_tenants ON contact_messages (id) WHERE is_tenants AND status = 'new';
CREATE INDEX contact_messages_words_of_tenants ON contact_messages USING gin (words) WITH (fastupdate = off) WHERE is_tenants;

CREATE TRIGGER contact_messages_live_of_tenants AFTER INSERT OR UPDATE ON contact_messages
  FOR EACH ROW WHEN (NEW.is_tenants) EXECUTE FUNCTION tell_live('land_responses');
CREATE TRIGGER tenant_requests_live AFTER INSERT OR UPDATE ON tenant_requests
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('land_responses');
CREATE TRIGGER activation_requests_live AFTER INSERT OR UPDATE OR DELETE ON activation_requests
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('land_responses');
