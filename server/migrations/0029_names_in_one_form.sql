-- Names of lists are compared in one form of characters (NFKC), which those of before may not have. Records that have them
-- follow. A name that is another one's in that form keeps its own, as the unique index would refuse it.
UPDATE nationalities SET nationality = normalize(nationality, NFKC)
WHERE nationality IS NOT NFKC NORMALIZED AND NOT EXISTS (
  SELECT FROM nationalities AS other WHERE other.id <> nationalities.id
    AND replace(normalize(other.nationality, NFKC), ' ', '') = replace(normalize(nationalities.nationality, NFKC), ' ', '')
);
UPDATE identifications SET identification = normalize(identification, NFKC)
WHERE identification IS NOT NFKC NORMALIZED AND NOT EXISTS (
  SELECT FROM identifications AS other WHERE other.id <> identifications.id
    AND replace(normalize(other.identification, NFKC), ' ', '')
      = replace(normalize(identifications.identification, NFKC), ' ', '')
);
UPDATE relationships SET relationship = normalize(relationship, NFKC)
WHERE relationship IS NOT NFKC NORMALIZED AND NOT EXISTS (
  SELECT FROM relationships AS other WHERE other.id <> relationships.id
    AND replace(normalize(other.relationship, NFKC), ' ', '') = replace(normalize(relationships.relationship, NFKC), ' ', '')
);
UPDATE payment_types SET description = normalize(description, NFKC)
WHERE description IS NOT NFKC NORMALIZED AND NOT EXISTS (
  SELECT FROM payment_types AS other WHERE other.id <> payment_types.id
    AND replace(normalize(other.description, NFKC), ' ', '') = replace(normalize(payment_types.description, NFKC), ' ', '')
);
