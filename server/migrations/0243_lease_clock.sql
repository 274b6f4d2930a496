-- The lease clock (docs/product/land.md, rules 114 to 117).

-- The first review of a rent after a day, counted from the commencement.
CREATE FUNCTION next_review(commencement date, every integer, after date) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (commencement + make_interval(years =>
    (greatest(extract(year FROM age(after, commencement))::integer, 0) / every + 1) * every))::date
$$;

ALTER TABLE tenancies ADD COLUMN review_on date;
COMMENT ON COLUMN tenancies.review_on IS
  'The next review of its rent that nobody has noted as held; null without reviews, and once the term has no more of them.';

-- Reviews before somebody entered the record count as held: its rent is what it is.
CREATE FUNCTION plan_tenancy_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.review_years IS NOT NULL THEN
    NEW.review_on := next_review(NEW.commencement, NEW.review_years,
      greatest(NEW.held_from, (NEW.added_at AT TIME ZONE 'UTC')::date - 1));
    IF NEW.review_on >= (NEW.commencement + make_interval(years => NEW.term_years))::date THEN
      NEW.review_on := NULL;
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tenancies_review_planned BEFORE INSERT ON tenancies
  FOR EACH ROW EXECUTE FUNCTION plan_tenancy_review();

UPDATE tenancies SET review_on = planned.day FROM (
  SELECT id, next_review(commencement, review_years, greatest(held_from, (added_at AT TIME ZONE 'UTC')::date - 1)) AS day
  FROM tenancies WHERE review_years IS NOT NULL
) AS planned WHERE planned.id = tenancies.id AND planned.day < tenancies.ends_on;

ALTER TABLE tenancies ADD CONSTRAINT tenancies_review_in_term
  CHECK (review_on IS NULL OR review_years IS NOT NULL AND review_on > commencement);

CREATE INDEX tenancies_ending ON tenancies (ends_on, id) WHERE held_until IS NULL;
CREATE INDEX tenancies_reviewed ON tenancies (review_on, id) WHERE held_until IS NULL AND review_on IS NOT NULL;

-- A certificate of the Lands Commission is missed 90 days after the approval.
CREATE INDEX land_applications_uncertified ON land_applications
  (((decided_at AT TIME ZONE 'UTC')::date + 90), id) WHERE status = 'approved' AND commission_number IS NULL;
CREATE INDEX land_applications_lodged ON land_applications (lodged_at, id) WHERE status = 'lodged';
CREATE INDEX land_applications_decided ON land_applications (decided_at, id)
  WHERE status IN ('approved', 'refused', 'annulled');
