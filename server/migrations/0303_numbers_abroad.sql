-- Kin, spouses and reference persons may live abroad. The name of the domain is of before.
ALTER DOMAIN ghana_phone DROP CONSTRAINT ghana_phone_check;
ALTER DOMAIN ghana_phone ADD CONSTRAINT ghana_phone_check CHECK (VALUE ~ '^\+[1-9][0-9]{7,14}$');
COMMENT ON DOMAIN ghana_phone IS 'A phone number in E.164 form, of any country. Columns that texts go to hold numbers of Ghana.';
