-- The account behind the statement that shows the money: its captor, where they sent or imported that statement, else the person
-- who imported it. Null until a statement shows the money, and where nobody knows it any more.
ALTER TABLE transfers ADD COLUMN statement_by bigint REFERENCES accounts (id);
