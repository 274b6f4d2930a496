import { getBookArchive, listBookArchives, makeBookArchive } from './archives.ts';
import { attachmentEndpoints } from './attachments.ts';
import { cashUpEndpoints } from './cash-ups.ts';
import { accountStatement, addBookAccount, changeBookAccount, listBookAccounts, showStatementHead } from './chart.ts';
import { denominationEndpoints } from './denominations.ts';
import { addExpense, expenseList, showExpense, showExpenseTerms, sumExpenses, voidExpense } from './expenses.ts';
import { addJournal, editJournal, endJournal, journalList, postJournal, showJournal } from './journals.ts';
import { checkBookMonth, closeBookMonth, listBookMonths, reopenBookMonth } from './months.ts';
import { balanceImportEndpoints } from './opening.ts';
import { reconcileEndpoints } from './reconcile.ts';
import { repeatedJournalList, repeatJournal, stopRepeating } from './repeated.ts';
import { listFeesDue, saveRevenue, showRevenue } from './revenue.ts';
import { closeBookYear, listBookYears, saveBookStatement, showBookStatement, showBookYear } from './statements.ts';

export const bookEndpoints = {
  listBookAccounts,
  addBookAccount,
  changeBookAccount,
  showStatementHead,
  listJournals: journalList.page,
  exportJournals: journalList.file,
  showJournal,
  addJournal,
  editJournal,
  postJournal,
  endJournal,
  repeatJournal,
  listRepeatedJournals: repeatedJournalList.page,
  exportRepeatedJournals: repeatedJournalList.file,
  stopRepeating,
  ...balanceImportEndpoints,
  listExpenses: expenseList.page,
  exportExpenses: expenseList.file,
  showExpense,
  addExpense,
  voidExpense,
  showExpenseTerms,
  sumExpenses,
  ...attachmentEndpoints,
  listBookMonths,
  checkBookMonth,
  closeBookMonth,
  reopenBookMonth,
  listAccountStatement: accountStatement.page,
  exportAccountStatement: accountStatement.file,
  listBookArchives,
  makeBookArchive,
  getBookArchive,
  ...denominationEndpoints,
  ...cashUpEndpoints,
  ...reconcileEndpoints,
  showBookStatement,
  saveBookStatement,
  listBookYears,
  showBookYear,
  closeBookYear,
  showRevenue,
  saveRevenue,
  listFeesDue,
} as const;
