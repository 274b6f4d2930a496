export { balancesOn } from './balances.repo.ts';
export {
  accountByCode,
  holdBooks,
  insertBookAccount,
  type LedgerAccount,
  readChart,
  updateBookAccount,
} from './chart.repo.ts';
export {
  type Closing,
  closeLedgerMonth,
  closingsBetween,
  lateEntries,
  type OpenBooks,
  openBooks,
  reopenLedgerMonth,
} from './close-month.repo.ts';
export {
  balanceOf,
  balanceOn,
  checkEntries,
  checkHead,
  checkLedger,
  countCreditApart,
  countCreditFor,
  creditOf,
  creditRows,
  type EntryRange,
  entriesOfRecord,
  lastEntryNumber,
  lastPosted,
  movementsOn,
  type Posted,
  paymentsPostedOn,
  postedRecords,
} from './ledger.repo.ts';
export {
  DEBTS_WRITTEN_OFF,
  DRIVERS_CREDIT,
  IS_MONEY,
  moneyAccount,
  type NewEntry,
  OPENING_BALANCES,
  post,
  REFUNDS_OWED,
  REFUNDS_TO_PAY,
  RULES_OF_ACCOUNTS,
  revenueAccount,
  reverse,
  UNALLOCATED,
  WAIVERS,
} from './post.ts';
export { listStatement, pageOfStatement, type StatedPosting } from './statement.repo.ts';
