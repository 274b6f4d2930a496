-- Ground rent that was paid: the accounts of tenancies follow cleared payments, as the books do.
CREATE OR REPLACE FUNCTION rent_paid(tenancy bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(amount), 0) FROM payments WHERE tenancy_id = tenancy AND status = 'cleared'
$$;

CREATE FUNCTION settle_paid_rent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    ids := ARRAY(SELECT DISTINCT tenancy_id FROM new_rows WHERE tenancy_id IS NOT NULL AND status = 'cleared');
  ELSIF TG_OP = 'DELETE' THEN
    ids := ARRAY(SELECT DISTINCT tenancy_id FROM old_rows WHERE tenancy_id IS NOT NULL AND status = 'cleared');
  ELSE
    ids := ARRAY(
      SELECT tenancy_id FROM new_rows WHERE tenancy_id IS NOT NULL AND status = 'cleared'
      UNION SELECT tenancy_id FROM old_rows WHERE tenancy_id IS NOT NULL AND status = 'cleared'
    );
  END IF;
  IF cardinality(ids) > 0 THEN
    PERFORM settle_rent_accounts(ids);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_settle_inserted AFTER INSERT ON payments
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_paid_rent();
CREATE TRIGGER payments_settle_updated AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_paid_rent();
CREATE TRIGGER payments_settle_deleted AFTER DELETE ON payments
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_paid_rent();

SELECT settle_rent_accounts(ARRAY(SELECT DISTINCT tenancy_id FROM payments WHERE tenancy_id IS NOT NULL AND status = 'cleared'));
