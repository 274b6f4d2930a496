-- Journals of accounts that hold money take two people, those of assets that people added too.
ALTER TABLE ledger_accounts ADD COLUMN holds_money boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN ledger_accounts.holds_money IS 'Of an asset: false where two people have said that it is no cash, bank or MoMo money.';
UPDATE ledger_accounts SET holds_money = false WHERE code IN ('1100', '1200', '1300') OR kind <> 'asset';
