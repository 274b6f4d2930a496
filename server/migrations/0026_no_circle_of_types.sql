-- Payment types do not require each other in a circle: nobody could pay any of them. The list's own check says so in a
-- sentence; this holds whatever writes. Changes wait for each other here, so that no two make a circle together.
CREATE FUNCTION refuse_circle_of_types() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('payment_types.required_type', 0));
  IF EXISTS (
    WITH RECURSIVE required (type_code) AS (
      SELECT NEW.required_type
      UNION
      SELECT type.required_type FROM payment_types AS type JOIN required USING (type_code)
    )
    SELECT FROM required WHERE type_code = NEW.type_code
  ) THEN
    RAISE EXCEPTION 'Payment type % requires itself', NEW.type_code
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_types_no_circle', TABLE = 'payment_types';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER payment_types_no_circle
  AFTER INSERT OR UPDATE OF type_code, required_type ON payment_types
  FOR EACH ROW WHEN (NEW.required_type IS NOT NULL) EXECUTE FUNCTION refuse_circle_of_types();
