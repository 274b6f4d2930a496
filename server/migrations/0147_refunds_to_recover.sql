-- 'Refunds to be had back' is no term of bookkeeping.
UPDATE ledger_accounts SET name = 'Refunds to recover' WHERE code = '1100';
