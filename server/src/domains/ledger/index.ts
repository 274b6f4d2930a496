export {
  balanceOf,
  balanceOn,
  checkEntries,
  checkHead,
  checkLedger,
  countCreditApart,
  countCreditFor,
  creditOf,
  lastPosted,
  type Posted,
  postedRecords,
} from './ledger.repo.ts';
export {
  DRIVERS_CREDIT,
  moneyAccount,
  type NewEntry,
  OPENING_BALANCES,
  post,
  REFUNDS_TO_PAY,
  revenueAccount,
  reverse,
  UNALLOCATED,
} from './post.ts';
