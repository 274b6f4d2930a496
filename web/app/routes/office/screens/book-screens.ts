import type { OfficePath } from '@banbo/contract';
import { headed, type Shown, under } from './shown.ts';

/** The screens of the books. */
export const BOOK_SCREENS = {
  book_checks: under(() => import('../book-checks.tsx').then((m) => m.default), {
    about: 'Each proves the chain of the books and their balances, and compares all records that post money with them.',
    links: [['owner_messages', 'Messages to the Owner']],
  }),
  owner_messages: under(() => import('~/features/reports/owner-messages.tsx').then((m) => m.OwnerMessages), {
    about:
      'Each message ends with a hash of the books. With the hash and the day, the administrator of the server checks that the books still have that day as it was sent.',
    links: [['book_checks', 'Book Checks']],
  }),
  ledger_accounts: headed(() => import('~/features/books/chart/ledger-accounts.tsx').then((m) => m.LedgerAccounts)),
  'ledger_accounts/:id': headed(() => import('~/features/books/chart/account-page.tsx').then((m) => m.AccountPage)),
  yearly_ledger: headed(() => import('~/features/books/statements/yearly-ledger.tsx').then((m) => m.YearlyLedger)),
  revenue: headed(() => import('~/features/books/statements/revenue-page.tsx').then((m) => m.RevenuePage)),
  revenue_due: headed(() => import('~/features/books/statements/fees-due.tsx').then((m) => m.FeesDuePage)),
  journals: under(() => import('~/features/books/journals/journal-table.tsx').then((m) => m.JournalTable), {
    add: ['add_journal', 'Write a journal'],
    about: 'What people post themselves. Journals of cash, bank or MoMo money wait for a second person.',
    links: [
      ['repeated_journals', 'Repeated'],
      ['balance_import', 'Opening Balances'],
    ],
  }),
  repeated_journals: under(() => import('~/features/books/journals/repeated-table.tsx').then((m) => m.RepeatedTable), {
    about: 'Journals that are proposed as a draft each month, such as the rent of the office.',
    links: [['journals', 'Journals']],
  }),
  balance_import: under(() => import('~/features/books/opening/balance-import.tsx').then((m) => m.BalanceImportsPage), {
    about: 'Balances with which the books begin, out of a trial balance. They become the draft of a journal.',
  }),
  'balance_import/:id': headed(() =>
    import('~/features/books/opening/balance-import.tsx').then((m) => m.BalanceImportPage),
  ),
  'journals/:id': headed(() => import('~/features/books/journals/journal-page.tsx').then((m) => m.JournalPage)),
  expenditure: under(() => import('~/features/books/expenses/expense-table.tsx').then((m) => m.ExpenseTable), {
    add: ['add_expense', 'Enter an expense'],
    links: [['journals', 'Journals']],
  }),
  'expenditure/:id': headed(() => import('~/features/books/expenses/expense-page.tsx').then((m) => m.ExpensePage)),
  add_expense: headed(() => import('~/features/books/expenses/expense-form.tsx').then((m) => m.AddExpense)),
  cash_up: headed(() => import('~/features/books/cash-up/cash-up-screen.tsx').then((m) => m.CashUpScreen)),
  'cash_up/:id': headed(() => import('~/features/books/cash-up/cash-up-page.tsx').then((m) => m.OwnCashUpPage)),
  cash_ups: under(() => import('~/features/books/cash-up/cash-up-table.tsx').then((m) => m.CashUpTable), {
    about: 'Cash of clerks, counted a day: what the books expected, what was there, and who approved the difference.',
    links: [['missing_cash_ups', 'Missing Cash-Ups']],
  }),
  'cash_ups/:id': headed(() => import('~/features/books/cash-up/cash-up-page.tsx').then((m) => m.CashUpPage)),
  missing_cash_ups: under(() => import('~/features/books/cash-up/cash-up-table.tsx').then((m) => m.MissingCashUps), {
    about: 'Days on which a clerk had cash that no closed cash-up has. Late cash counts to the clerk’s next one.',
    links: [['cash_ups', 'All Cash-Ups']],
  }),
  reconcile: headed(() => import('~/features/books/reconcile/book-line-screen.tsx').then((m) => m.BookLineScreen)),
  stated_lines: under(() => import('~/features/books/reconcile/stated-lines.tsx').then((m) => m.StatedLines), {
    about: 'Lines of the imported statements that nothing in the books was matched with.',
    links: [['reconcile', 'Reconcile']],
  }),
  reconciliations: under(
    () => import('~/features/books/reconcile/reconciliation-table.tsx').then((m) => m.ReconciliationTable),
    {
      about: 'What is reconciled can neither be matched anew nor taken back until its reconciliation is undone.',
      links: [['reconcile', 'Reconcile']],
    },
  ),
  add_journal: headed(() => import('~/features/books/journals/journal-form.tsx').then((m) => m.AddJournal)),
  book_archive: under(() => import('~/features/books/archive/book-archive.tsx').then((m) => m.BookArchivePage), {
    lead: 'One file with all that proves the books of a year.',
  }),
} as const satisfies Partial<Record<OfficePath, Shown>>;
