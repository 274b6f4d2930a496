export {
  type ArchivedEntry,
  archivedEntries,
  entriesOfYear,
  hashesOfRange,
} from './archived-entries.repo.ts';
export { balancesOn, type YearEndLine, yearEndLines } from './balances.repo.ts';
export {
  accountByCode,
  holdBooks,
  insertBookAccount,
  type LedgerAccount,
  readChart,
  updateBookAccount,
} from './chart.repo.ts';
export {
  BEFORE_ALL_MONTHS,
  checkBalancesOf,
  checkWholeBalances,
  nextMonthOfBooks,
  nextMonthOfPosting,
  paymentPostingsOf,
  sidesInWords,
} from './check-balances.repo.ts';
export {
  checkEntries,
  checkHead,
  checkLedger,
  type EntryHash,
  hashesOf,
  hashesOfClosings,
  lastEntryOf,
  lastStoredEntry,
  monthsReopened,
} from './check-ledger.repo.ts';
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
  authorsOf,
  balanceOf,
  balanceOn,
  cashMovements,
  countCreditApart,
  countCreditFor,
  creditOf,
  creditRows,
  type EntryRange,
  entriesOfRecord,
  findPosting,
  lastEntryNumber,
  lastPosted,
  movementsOn,
  nextPosted,
  type Posted,
  type PostedBy,
  paymentsPostedOn,
  postedRecords,
  postingsBetween,
  refusalOfReconciled,
} from './ledger.repo.ts';
export {
  CASH_OVER_AND_SHORT,
  DEBTS_WRITTEN_OFF,
  DRIVERS_CREDIT,
  INPUT_TAX,
  IS_MONEY,
  type LedgerKind,
  moneyAccount,
  type NewEntry,
  OPENING_BALANCES,
  post,
  REFUNDS_OWED,
  REFUNDS_TO_PAY,
  RETAINED_EARNINGS,
  RULES_OF_ACCOUNTS,
  revenueAccount,
  reverse,
  UNALLOCATED,
  WAIVERS,
} from './post.ts';
export { listStatement, pageOfStatement, type StatedPosting } from './statement.repo.ts';
export { verifyDay } from './verify-day.ts';
