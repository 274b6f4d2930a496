CREATE TABLE nationalities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  nationality text NOT NULL UNIQUE CHECK (nationality = upper(nationality) AND nationality <> '')
);
CREATE TABLE identifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  identification text NOT NULL UNIQUE CHECK (identification = upper(identification) AND identification <> '')
);
CREATE TABLE relationships (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  relationship text NOT NULL UNIQUE CHECK (relationship = upper(relationship) AND relationship <> '')
);
CREATE TABLE payment_types (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type_code text NOT NULL UNIQUE CHECK (type_code = upper(type_code) AND type_code <> ''),
  description text NOT NULL UNIQUE CHECK (description = upper(description) AND description <> ''),
  side text NOT NULL CHECK (side IN ('drivers', 'tenants'))
);
CREATE TABLE payment_list (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  year integer NOT NULL CHECK (year BETWEEN 2000 AND 2200),
  type_code text NOT NULL REFERENCES payment_types (type_code),
  amount numeric(14, 2) NOT NULL CHECK (amount > 0),
  UNIQUE (year, type_code)
);
CREATE INDEX payment_list_type_code ON payment_list (type_code);

-- Every item the product itself has ever put into a list. What staff changed or deleted is not put in a second time.
CREATE TABLE reference_seeds (
  list text NOT NULL,
  item text NOT NULL,
  PRIMARY KEY (list, item)
);
