export {
  CASH_OVER_AND_SHORT,
  DEBTS_WRITTEN_OFF,
  DRIVERS_CREDIT,
  GROUND_RENT_DUE,
  holdsMoney,
  INPUT_TAX,
  MONEY_OF_PAYMENTS,
  moneyAccount,
  OPENING_BALANCES,
  REFUNDS_OWED,
  REFUNDS_TO_PAY,
  RENT_PENALTIES,
  RETAINED_EARNINGS,
  RULES_OF_ACCOUNTS,
  revenueAccount,
  SHARE_ACCOUNTS,
  SHARED_OUT,
  TAXES_TO_PAY,
  UNALLOCATED,
  WAIVERS,
} from './accounts.ts';
export {
  type ArchivedEntry,
  archivedEntries,
  archivedSubjects,
  entriesOfYear,
  hashesOfRange,
} from './archived-entries.repo.ts';
export { balancesOn, type YearEndLine, yearEndLines } from './balances.repo.ts';
export {
  accountByCode,
  holdBooks,
  insertBookAccount,
  type LedgerAccount,
  postedAccounts,
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
} from './check-ledger.repo.ts';
export {
  type Closing,
  closeLedgerMonth,
  closingsBetween,
  firstMonthWithEntries,
  lateEntries,
  monthsReopened,
  type OpenBooks,
  openBooks,
  reopenLedgerMonth,
} from './close-month.repo.ts';
export { type EntryDocument, PAPERS, rewrittenFields } from './entry-document.ts';
export {
  authorsOf,
  balanceOf,
  balanceSql,
  balancesOf,
  cashPostings,
  countCreditApart,
  countCreditFor,
  creditOf,
  creditRows,
  type EntryRange,
  entriesOfRecord,
  findPosting,
  lastEntryNumber,
  lastPosted,
  nextPosted,
  type Posted,
  type PostedBy,
  paymentsPostedOn,
  postedRecords,
  postingsBetween,
  refusalOfReconciled,
  sumsAfter,
} from './ledger.repo.ts';
export { type LedgerKind, type NewEntry, post, reverse } from './post.ts';
export { listStatement, pageOfStatement, type StatedPosting } from './statement.repo.ts';
export { verifyDay } from './verify-day.ts';
