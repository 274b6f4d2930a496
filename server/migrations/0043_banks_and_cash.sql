-- The banks that cheques are drawn on. Two names that differ in spaces alone are one.
CREATE TABLE banks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bank text NOT NULL UNIQUE CHECK (bank = upper(bank) AND bank <> '')
);
CREATE UNIQUE INDEX banks_name ON banks (replace(bank, ' ', ''));

-- Numbers the cash that is received, which has no transaction ID of its own.
CREATE SEQUENCE cash_references;
