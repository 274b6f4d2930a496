import { accountStatement, addBookAccount, changeBookAccount, listBookAccounts, showStatementHead } from './chart.ts';

import { addJournal, editJournal, endJournal, journalList, postJournal, showJournal } from './journals.ts';
import { checkBookMonth, closeBookMonth, listBookMonths, reopenBookMonth } from './months.ts';

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
  listBookMonths,
  checkBookMonth,
  closeBookMonth,
  reopenBookMonth,
  listAccountStatement: accountStatement.page,
  exportAccountStatement: accountStatement.file,
} as const;
