-- Money that a statement shows going out again under its transaction ID: the network took it back (docs/product/clearance.md).
ALTER TABLE transfers ADD COLUMN taken_back_on date;
COMMENT ON COLUMN transfers.taken_back_on IS 'The day on which a statement shows it going out again; missing_in is that statement until a person has decided.';
