-- A code that anybody can ask for in another's name must not take the place of the one that came with the account.
ALTER TABLE setup_codes ADD COLUMN purpose text NOT NULL DEFAULT 'first' CHECK (purpose IN ('first', 'forgotten'));
ALTER TABLE setup_codes DROP CONSTRAINT setup_codes_pkey, ADD PRIMARY KEY (account_id, purpose);
