import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { statedAccount, statementHead, statementSource } from './account-statement.ts';
import { addBookAccount, changeBookAccount, showChart } from './chart.ts';
import { closeMonth, leftOfMonth, reopenMonth, showMonths } from './close-month.ts';
import { type ApproversOfBooks, endJournal, postJournal } from './journals/post-journal.ts';
import { journalSource, showJournal } from './journals/read-journals.ts';
import { addJournal, editJournal } from './journals/write-journal.ts';

type Deps = ApproversOfBooks & { db: Db; now: () => Date; lists: Lists };

export const bookRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, staff } = deps;
  const { read, show, change } = serving(app, deps);
  read(contract.listBookAccounts, (asked) => showChart(db, asked));
  change(contract.addBookAccount, addBookAccount);
  change(contract.changeBookAccount, changeBookAccount);
  lists.serve(app, contract.journalList, journalSource(staff), () => undefined);
  show(contract.showJournal, 'journal', (found, asked) => showJournal(found, asked, staff));
  change(contract.addJournal, addJournal);
  change(contract.editJournal, editJournal);
  change(contract.postJournal, (tx, asked) => postJournal(tx, asked, { staff }));
  change(contract.endJournal, (tx, asked) => endJournal(tx, asked, { staff }));
  read(contract.listBookMonths, (asked) => showMonths(db, asked));
  read(contract.checkBookMonth, (asked) => leftOfMonth(db, asked));
  change(contract.closeBookMonth, closeMonth);
  change(contract.reopenBookMonth, reopenMonth);
  read(contract.showStatementHead, (asked) => statementHead(db, asked));
  lists.serve(app, contract.accountStatement, statementSource, ({ query }) => statedAccount(db, query));
};
