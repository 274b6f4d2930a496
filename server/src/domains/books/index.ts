export { archiveJob, clearOldArchives } from './archive/make-archive.ts';
export { lastPaperId } from './attachments/attachments.repo.ts';
export {
  bookedCashUps,
  bookedExpenses,
  bookedJournals,
  bookedPapers,
  bookedYearEnds,
  lockedCashUps,
  lockedExpenses,
  lockedJournals,
  lockedYearEnds,
} from './booked-records.ts';
export { bookRoutes } from './books.routes.ts';
export { cashUpApproval } from './cash-up/approve-cash-up.ts';
export { countedHashes, differencesCounted, isCashHandedIn, lastCashUpId } from './cash-up/cash-ups.repo.ts';
export { cashUpsMissing } from './cash-up/clerks-cash.ts';
export { countCashAgain, handInCash } from './cash-up/hand-in-cash.ts';
export { accountApproval } from './chart.ts';
export { closeMonth, reopenMonth } from './close-month.ts';
export { closeYear } from './close-year.ts';
export { addExpense, expenseApproval, voidExpense } from './expenses/enter-expense.ts';
export { lastExpenseId } from './expenses/expenses.repo.ts';
export { type JournalOn, journalsOn, lastJournalId } from './journals/journals.repo.ts';
export { endJournal, journalApproval, postJournal } from './journals/post-journal.ts';
export { hasJournalsToPropose, proposeJournals } from './journals/repeat-journals.ts';
export { addJournal } from './journals/write-journal.ts';
export { balanceImport, clearOldBalanceImports } from './opening/balance-import.ts';
export { readStatement } from './statements/read-statements.ts';
