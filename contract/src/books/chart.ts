import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, NetMoney, shortText } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { dayFilter, fixedFilter } from '../common/lists/filters.ts';

const endpoint = endpointsOf('books');

/** The roots of the chart, in the order of a balance sheet and an income statement. */
export const ACCOUNT_KINDS = ['asset', 'liability', 'equity', 'income', 'expense'] as const;
export type BookAccountKind = (typeof ACCOUNT_KINDS)[number];

export const ACCOUNT_KIND_LABELS = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expenses',
} as const satisfies Record<BookAccountKind, string>;

/** The first digit of the codes of a kind. */
export const ACCOUNT_DIGITS = {
  asset: '1',
  liability: '2',
  equity: '3',
  income: '4',
  expense: '5',
} as const satisfies Record<BookAccountKind, string>;

/** True where debits add to the balance that people read; of the others credits do. */
export const isDebitKind = (kind: BookAccountKind): boolean => kind === 'asset' || kind === 'expense';

/** A balance of debits less credits as people read it: credits of income are above zero. */
export const naturalPesewas = (kind: BookAccountKind, pesewas: bigint): bigint =>
  isDebitKind(kind) ? pesewas : -pesewas;

/** An account’s code in an address or a body: four digits, and of a fee’s revenue its type. */
export const AccountCode = z
  .string()
  .trim()
  .regex(/^[1-9]\d{3}(-[A-Z0-9]{2,10})?$/, 'Please choose an account.');

/** An account of the chart. Its balance is the one that people read: income is above zero. */
export const BookAccount = z.object({
  code: AccountCode,
  name: z.string(),
  kind: z.enum(ACCOUNT_KINDS),
  /** The code of the heading that it stands under. */
  parent: AccountCode.nullable(),
  /** It sums up the accounts under it; nothing is posted to it. */
  is_heading: z.boolean(),
  closed_at: Instant.nullable(),
  /** Cash, bank or MoMo money: an asset of which two people have not said otherwise. */
  holds_money: z.boolean(),
  balance: NetMoney,
  /** The rules of the product that post to it, in words. */
  uses: z.array(z.string()),
});
export type BookAccount = z.infer<typeof BookAccount>;

export const listBookAccounts = endpoint('GET /ledger_accounts', 'ledger.read', {
  summary: 'The chart of accounts with balances at the end of a day',
  description:
    'All accounts in the order of their codes, closed ones too. Headings have the sum of what is under them.',
  query: z.strictObject({ on: Day.optional() }),
  answer: z.array(BookAccount),
});

const AccountName = shortText('name', 60);

export const NewAccount = z
  .strictObject({
    code: z
      .string()
      .trim()
      .regex(/^[1-5]\d{3}$/, 'Please enter four digits, the first from 1 to 5.'),
    name: AccountName,
    kind: z.enum(ACCOUNT_KINDS, 'Please choose the kind.'),
    parent: AccountCode.nullable().default(null),
    is_heading: z.boolean().default(false),
  })
  .refine(({ code, kind }) => code.startsWith(ACCOUNT_DIGITS[kind]), {
    error: ({ input }) => {
      const kind = (input as { kind: BookAccountKind }).kind;
      return `Codes of ${ACCOUNT_KIND_LABELS[kind].toLowerCase()} begin with ${ACCOUNT_DIGITS[kind]}.`;
    },
    path: ['code'],
  });
export type NewAccount = z.infer<typeof NewAccount>;

export const addBookAccount = endpoint('POST /ledger_accounts', 'books.chart', {
  summary: 'Add an account or a heading to the chart',
  idempotent: true,
  errors: ['conflict', 'refused'],
  example: { code: '5951', name: 'Tyres', kind: 'expense' },
  body: NewAccount,
  created: Done,
});

export const AccountChange = z
  .strictObject({
    name: AccountName.optional(),
    parent: AccountCode.nullable().optional(),
    /** True closes it, false opens it again. */
    closed: z.boolean().optional(),
    /** False of an asset that is no cash, bank or MoMo money: one person posts its journals. */
    holds_money: z.boolean().optional(),
  })
  .refine((given) => Object.keys(given).length > 0, 'Please give a field to change.');
export type AccountChange = z.infer<typeof AccountChange>;

const params = z.object({ code: AccountCode });

export const changeBookAccount = endpoint('PATCH /ledger_accounts/:code', 'books.chart', {
  summary: 'Rename an account, move it under another heading, say that it holds no money, close it or open it again',
  description:
    'Closing is refused while it has a balance, while accounts under it are open, or a rule posts to it. Another person ' +
    'approves the new name or place of an account in use, and that an asset holds no money.',
  errors: ['not_found', 'conflict', 'refused'],
  params,
  body: AccountChange,
});

/** Kinds of entries, in words. The names stand in the books for good. */
export const ENTRY_KIND_LABELS: Readonly<Record<string, string>> = {
  payment: 'Payment',
  'credit use': 'Use of credit',
  'freed payment': 'Payment freed',
  opening: 'Opening balance',
  money: 'Money received',
  'money change': 'Money changed',
  refund: 'Refund',
  'refund payout': 'Refund paid',
  'refund debt': 'Refund owed back',
  'refund write-off': 'Refund written off',
  journal: 'Journal',
  expense: 'Expense',
  'cash-up': 'Cash-up',
  'share payout': 'Payout of a share',
  'year end': 'Closing of a year',
  'rent batch': 'Ground rent',
  'rent cancellation': 'Charge of ground rent cancelled',
  paper: 'Paper attached',
  'signed receipt': 'Receipt of a share',
};

/** A posting of an account’s statement. */
export const AccountPosting = z.object({
  /** The entry’s number and its line, `1201-2`. */
  id: z.string(),
  day: Day,
  entry: Id,
  kind: z.string(),
  description: z.string(),
  debit: NetMoney.nullable(),
  credit: NetMoney.nullable(),
  /** After this posting, as people read it. */
  balance: NetMoney,
  /** The entry that it takes back. */
  reverses: Id.nullable(),
  /** The day that it is for, where its month was closed. */
  late_for: Day.nullable(),
  /** The page of its source in the office, where it has one. */
  source: z.string().nullable(),
});
export type AccountPosting = z.infer<typeof AccountPosting>;

export const accountStatement = defineList({
  name: 'account_statement',
  url: '/account_statement',
  access: 'ledger.read',
  summary: 'The postings of an account with its running balance',
  description: 'A page costs the same wherever it is.',
  tags: ['books'],
  row: AccountPosting,
  filters: {
    account: fixedFilter('Account', AccountCode),
    from: dayFilter('Days from'),
    to: dayFilter('Days to'),
  },
  sorts: ['-day', 'day'],
  columns: [
    columnOf('day', 'Day', 'day', { sort: 'day' }),
    columnOf('entry', 'Entry', 'number'),
    { key: 'kind', header: 'Kind', kind: 'text', value: ({ kind }) => ENTRY_KIND_LABELS[kind] ?? kind },
    columnOf('description', 'Description'),
    columnOf('debit', 'Debit', 'money'),
    columnOf('credit', 'Credit', 'money'),
    columnOf('balance', 'Balance', 'money'),
    columnOf('late_for', 'Late For', 'day'),
  ],
});

/** The head of an account’s statement. Balances are as people read them. */
export const StatementHead = z.object({
  account: BookAccount,
  /** Before the first day; 0.00 where none is given. */
  opening: NetMoney,
  /** At the end of the last day. */
  closing: NetMoney,
  /** The sum posted on the days, closings of years apart, as statements of income have it. */
  moved: NetMoney,
  /** The closings of years on the days; 0.00 but for accounts that a year's end empties. */
  closed: NetMoney,
});
export type StatementHead = z.infer<typeof StatementHead>;

export const showStatementHead = endpoint('GET /ledger_accounts/:code/statement', 'ledger.read', {
  summary: 'An account with its balance before and after a range of days',
  errors: ['not_found'],
  params,
  query: z.strictObject({ from: Day.optional(), to: Day.optional() }),
  answer: StatementHead,
});
