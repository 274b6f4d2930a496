import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import type { Approvers } from '#domains/approvals';
import { callerOf } from '#http/guard.ts';
import { sendDownload, sendFile, sendPdf } from '#http/headers.ts';
import { shownTo } from '#http/hide-phones.ts';
import { serveImport } from '#http/import-routes.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import { serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { readPaper } from '#lib/read-paper.ts';
import { existing } from '#lib/refusal.ts';
import { statedAccount, statementHead, statementSource } from './account-statement.ts';
import { makeArchive, showArchives } from './archive/make-archive.ts';
import { saveArchive } from './archive/save-archive.ts';
import { addAttachment, paperToSend, removeAttachment } from './attachments/attachments.ts';
import { cashUpPdf } from './cash-up/cash-up-pdf.ts';
import { countCashAgain, DENOMINATIONS, handInCash } from './cash-up/hand-in-cash.ts';
import {
  cashUpSource,
  missingCashUpSource,
  ownCashUpSource,
  showCashUp,
  showOwnCashUp,
} from './cash-up/read-cash-ups.ts';
import { addBookAccount, changeBookAccount, showChart } from './chart.ts';
import { closeMonth, leftOfMonth, reopenMonth, showMonths } from './close-month.ts';
import { closeYear, showYear, showYears } from './close-year.ts';
import { addExpense, voidExpense } from './expenses/enter-expense.ts';
import { expenseSource, showExpense, showExpenseTerms, sumExpenses } from './expenses/read-expenses.ts';
import { endJournal, postJournal } from './journals/post-journal.ts';
import { journalSource, showJournal } from './journals/read-journals.ts';
import { repeatedSource, repeatJournal, stopRepeating } from './journals/repeat-journals.ts';
import { addJournal, editJournal } from './journals/write-journal.ts';
import { importOfBalances } from './opening/balance-import.ts';
import {
  bookLineSource,
  matchBookLine,
  matchSameMoney,
  reconcilePeriod,
  reconciliationSource,
  statedLineSource,
  undoReconciliation,
  unmatchBookLine,
} from './reconcile/reconcile.ts';
import { readStatement } from './statements/read-statements.ts';
import { readRevenue, showFeesDue } from './statements/revenue.ts';
import { revenueFile } from './statements/revenue-file.ts';
import { type Shown, statementFile } from './statements/statement-files.ts';

type Deps = Approvers & {
  db: Db;
  now: () => Date;
  lists: Lists;
  /** True while the caller may still have the file that is being sent. */
  mayGoOn: (request: FastifyRequest) => Promise<boolean>;
  letterhead: () => Promise<{ company: contract.Site }>;
  site: { read: () => Promise<contract.Site> };
};

const cashUpRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, staff, letterhead } = deps;
  const { read, show, change } = serving(app, deps);
  serveLookup(app, { db, now: deps.now }, DENOMINATIONS);
  lists.serve(app, contract.cashUpList, cashUpSource(staff), () => undefined);
  lists.serve(app, contract.ownCashUpList, ownCashUpSource(staff), (request) => callerOf(request).accountId);
  lists.serve(app, contract.missingCashUpList, missingCashUpSource, (request) => callerOf(request).accountId);
  show(contract.showCashUp, 'cash-up', (found, asked) => showCashUp(found, asked, staff));
  show(contract.showOwnCashUp, 'cash-up', (found, asked) => showOwnCashUp(found, asked, staff));
  const pdfOf = async (cashUp: contract.CashUpRecord | null, request: FastifyRequest) => {
    const found = shownTo(request.caller, existing(cashUp, 'cash-up'));
    const { company } = await letterhead();
    return { name: `cash-up-${found.number}.pdf`, bytes: await cashUpPdf(found, company) };
  };
  read(contract.getCashUpPdf, async (asked, request, reply) =>
    sendPdf(reply, await pdfOf(await showCashUp(db, asked, staff), request)),
  );
  read(contract.getOwnCashUpPdf, async (asked, request, reply) =>
    sendPdf(reply, await pdfOf(await showOwnCashUp(db, asked, staff), request)),
  );
  change(contract.handInCash, (tx, asked) => handInCash(tx, asked, { staff }));
  change(contract.countCashAgain, (tx, asked) => countCashAgain(tx, asked, { staff }));
};

const reconcileRoutes = (app: ApiScope, deps: Deps): void => {
  const { lists, staff } = deps;
  const { change } = serving(app, deps);
  lists.serve(app, contract.bookLineList, bookLineSource(staff), () => undefined);
  lists.serve(app, contract.statedLineList, statedLineSource, () => undefined);
  lists.serve(app, contract.reconciliationList, reconciliationSource(staff), () => undefined);
  change(contract.matchSameMoney, matchSameMoney);
  change(contract.matchBookLine, matchBookLine);
  change(contract.unmatchBookLine, unmatchBookLine);
  change(contract.reconcilePeriod, (tx, asked) => reconcilePeriod(tx, asked, staff));
  change(contract.undoReconciliation, (tx, asked) => undoReconciliation(tx, asked, staff));
};

export const bookRoutes = (app: ApiScope, deps: Deps): void => {
  cashUpRoutes(app, deps);
  reconcileRoutes(app, deps);
  const { db, lists, staff, site } = deps;
  const { read, show, change } = serving(app, deps);
  read(contract.listBookAccounts, (asked) => showChart(db, asked));
  change(contract.addBookAccount, addBookAccount);
  change(contract.changeBookAccount, (tx, asked) => changeBookAccount(tx, asked, { staff }));
  lists.serve(app, contract.journalList, journalSource(staff), () => undefined);
  show(contract.showJournal, 'journal', (found, asked) => showJournal(found, asked, staff));
  change(contract.addJournal, addJournal);
  change(contract.editJournal, editJournal);
  change(contract.postJournal, (tx, asked) => postJournal(tx, asked, { staff }));
  change(contract.endJournal, (tx, asked) => endJournal(tx, asked, { staff }));
  change(contract.repeatJournal, repeatJournal);
  lists.serve(app, contract.repeatedJournalList, repeatedSource, () => undefined);
  change(contract.stopRepeating, stopRepeating);
  serveImport(app, deps, importOfBalances);
  lists.serve(app, contract.expenseList, expenseSource(staff), () => undefined);
  show(contract.showExpense, 'expense', (found, asked) => showExpense(found, asked, staff));
  change(contract.addExpense, (tx, asked) => addExpense(tx, asked, { staff }));
  change(contract.voidExpense, (tx, asked) => voidExpense(tx, asked, { staff }));
  read(contract.showExpenseTerms, () => showExpenseTerms(db));
  read(contract.sumExpenses, (asked) => sumExpenses(db, asked));
  change(contract.addAttachment, addAttachment, readPaper);
  read(contract.getAttachment, async (asked, _, reply) => sendDownload(reply, await paperToSend(db, asked)));
  change(contract.removeAttachment, removeAttachment);
  read(contract.listBookMonths, (asked) => showMonths(db, asked));
  read(contract.checkBookMonth, (asked) => leftOfMonth(db, asked));
  change(contract.closeBookMonth, closeMonth);
  change(contract.reopenBookMonth, reopenMonth);
  read(contract.showStatementHead, (asked) => statementHead(db, asked));
  read(contract.listBookArchives, (asked) => showArchives(db, asked));
  change(contract.makeBookArchive, makeArchive);
  read(contract.getBookArchive, async (asked, request, reply) => {
    const { name, zip } = await saveArchive(db, asked, () => deps.mayGoOn(request));
    return sendFile(reply, { name, media: 'application/zip', body: zip });
  });
  lists.serve(app, contract.accountStatement, statementSource, (request) =>
    statedAccount(db, request.query, callerOf(request)),
  );
  read(contract.showBookStatement, (asked) => readStatement(db, asked));
  const shownIn =
    ({ caller }: FastifyRequest): Shown =>
    (record) =>
      shownTo(caller, record);
  read(contract.saveBookStatement, async (asked, request, reply) =>
    sendFile(reply, await statementFile(db, asked, { company: site.read, shown: shownIn(request) })),
  );
  read(contract.listBookYears, (asked) => showYears(db, asked));
  read(contract.showBookYear, (asked) => showYear(db, asked));
  change(contract.closeBookYear, (tx, asked) => closeYear(tx, asked, { staff }));
  read(contract.showRevenue, (asked) => readRevenue(db, asked));
  read(contract.saveRevenue, async (asked, request, reply) =>
    sendFile(reply, await revenueFile(db, asked, shownIn(request))),
  );
  read(contract.listFeesDue, (asked) => showFeesDue(db, asked));
};
