-- Ghana Card numbers in one form, GHA-712345678-9: before there was one, they were stored as they were typed. A current
-- driver whose number another current driver has in that form keeps it, as the unique index would refuse it.
UPDATE drivers SET id_number = regexp_replace(id_key, '^(GHA)?([0-9]{9})([0-9])$', 'GHA-\2-\3')
WHERE identification_type = 'GHANA CARD'
  AND id_key ~ '^(GHA)?[0-9]{10}$'
  AND id_number !~ '^GHA-[0-9]{9}-[0-9]$'
  AND (
    removed_at IS NOT NULL
    OR NOT EXISTS (
      SELECT FROM drivers AS other
      WHERE other.id_key = 'GHA' || drivers.id_key AND other.removed_at IS NULL
    )
  );
