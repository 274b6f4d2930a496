-- The parts of an application beside its terms; how one is found again; what was lodged stays.
ALTER TABLE land_applications
  ADD COLUMN about text NOT NULL DEFAULT '',
  ADD COLUMN inspection jsonb,
  ADD COLUMN consent jsonb;
COMMENT ON COLUMN land_applications.terms IS 'As asked for; parts of a draft may be null, and a transfer has no commencement and term of its own.';
COMMENT ON COLUMN land_applications.inspection IS 'A regularization’s look at land that is occupied already.';
COMMENT ON COLUMN land_applications.consent IS 'The lessor’s, to somebody else’s holding the plot.';
COMMENT ON COLUMN land_applications.ends_tenancy_id IS 'The plot’s tenancy when it was lodged, which an approval ends.';
CREATE INDEX land_applications_by_due ON land_applications (due_on, id);
CREATE INDEX land_applications_by_applicant ON land_applications (
  (applicant ->> 'last_name') COLLATE "C", (applicant ->> 'first_name') COLLATE "C"
) WHERE applicant IS NOT NULL;
CREATE INDEX land_applications_by_first_name ON land_applications ((applicant ->> 'first_name') COLLATE "C")
  WHERE applicant IS NOT NULL;
CREATE INDEX land_applications_by_contact ON land_applications ((applicant ->> 'contact_number') COLLATE "C")
  WHERE applicant IS NOT NULL;
CREATE INDEX land_applications_by_id_key ON land_applications (
  (regexp_replace(upper(applicant ->> 'id_number'), '[^A-Z0-9]', '', 'g')) COLLATE "C"
) WHERE applicant IS NOT NULL;
CREATE INDEX land_applications_by_indenture ON land_applications (
  (regexp_replace(upper(terms ->> 'indenture_number'), '[^A-Z0-9]', '', 'g')) COLLATE "C"
);
CREATE INDEX land_applications_by_entry ON land_applications (entered_by, entered_at, id);

-- A decision is made on what was lodged, so that stays.
CREATE FUNCTION keep_land_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status NOT IN ('draft', 'sent_back') AND (
    NEW.kind, NEW.plot_id, NEW.terms, NEW.inspection, NEW.consent, NEW.about, NEW.ends_tenancy_id
  ) IS DISTINCT FROM (
    OLD.kind, OLD.plot_id, OLD.terms, OLD.inspection, OLD.consent, OLD.about, OLD.ends_tenancy_id
  ) OR OLD.status IN ('approved', 'annulled') AND (
    NEW.tenant_id, NEW.made_tenancy_id
  ) IS DISTINCT FROM (OLD.tenant_id, OLD.made_tenancy_id) THEN
    RAISE EXCEPTION 'What was lodged stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'land_applications_kept', TABLE = 'land_applications';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER land_applications_kept BEFORE UPDATE ON land_applications
  FOR EACH ROW EXECUTE FUNCTION keep_land_application();
