-- The office decides on each field of a tenant's request (docs/product/land.md, rules 105 and 106).
CREATE FUNCTION names_in(fields jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT ARRAY(SELECT jsonb_object_keys(fields))
$$;

ALTER TABLE tenant_requests
  ADD COLUMN refusals jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(refusals) = 'object'),
  DROP CONSTRAINT tenant_requests_status_check,
  DROP CONSTRAINT tenant_requests_check1;
COMMENT ON COLUMN tenant_requests.refusals IS 'Why each refused field was refused, by its name, as the tenant reads it.';
COMMENT ON COLUMN tenant_requests.status_reason IS 'The refusals in one text, for lists and the log.';

UPDATE tenant_requests SET refusals = (
  SELECT jsonb_object_agg(name, status_reason) FROM jsonb_object_keys(wanted) AS name
) WHERE status = 'refused';

ALTER TABLE tenant_requests
  ADD CONSTRAINT tenant_requests_status_check
    CHECK (status IN ('asked', 'accepted', 'partly', 'refused', 'withdrawn')),
  ADD CONSTRAINT tenant_requests_reasons CHECK ((status IN ('partly', 'refused')) = (status_reason IS NOT NULL)),
  ADD CONSTRAINT tenant_requests_refusals CHECK (
    wanted ?& names_in(refusals) AND
    CASE status
      WHEN 'partly' THEN refusals <> '{}' AND wanted - names_in(refusals) <> '{}'
      WHEN 'refused' THEN wanted - names_in(refusals) = '{}'
      ELSE refusals = '{}'
    END
  );
