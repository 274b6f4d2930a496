export { DRIVERS_CREDIT, moneyAccount, revenueAccount } from './accounts.ts';
export { balanceOf, creditOf } from './balances.ts';
export { checkEntries, checkHead, checkLedger } from './check-ledger.ts';
export { countCreditApart, countCreditFor, lastPosted, type Posted, postedRecords } from './ledger.repo.ts';
export { type NewEntry, post, reverse } from './post.ts';
