-- Each side lists its own receipts, in the order of their numbers, beside a million of the other side.
DROP INDEX receipts_void;
CREATE INDEX receipts_of_drivers ON receipts (number) WHERE kind = 'payment';
CREATE INDEX receipts_void_of_drivers ON receipts (number) WHERE kind = 'payment' AND status = 'void';
CREATE INDEX receipts_of_land ON receipts (number) WHERE kind = 'land payment';
CREATE INDEX receipts_void_of_land ON receipts (number) WHERE kind = 'land payment' AND status = 'void';
