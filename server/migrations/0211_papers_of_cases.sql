-- A paper belongs to an application, a plot or a court case.
ALTER TABLE land_papers ADD COLUMN case_id bigint REFERENCES court_cases (id);
ALTER TABLE land_papers DROP CONSTRAINT land_papers_check;
ALTER TABLE land_papers ADD CONSTRAINT land_papers_of_one CHECK (num_nonnulls(application_id, plot_id, case_id) = 1);
CREATE INDEX land_papers_of_case ON land_papers (case_id, id);

CREATE OR REPLACE FUNCTION keep_land_paper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (CASE
    WHEN OLD.application_id IS NOT NULL THEN
      EXISTS (SELECT FROM land_applications WHERE id = OLD.application_id AND status IN ('draft', 'sent_back'))
    WHEN OLD.case_id IS NOT NULL THEN EXISTS (SELECT FROM court_cases WHERE id = OLD.case_id AND status = 'pending')
    ELSE true
  END) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'A paper of an application that was lodged, or of a case that is resolved, stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'land_papers_kept', TABLE = 'land_papers';
END $$;
