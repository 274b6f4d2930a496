import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, Money, MoneySum, Month, NetMoney, PositiveMoney, shortText } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { isPlainText, unseenIn } from '../common/text.ts';
import { Reason } from '../messages/reason.ts';
import { Attachment } from './attachments.ts';
import { AccountCode } from './chart.ts';
import { ExpenseTax, TaxPeriod } from './expense-taxes.ts';
import { BookDay, BookDescription } from './journals.ts';

const endpoint = endpointsOf('books');

/** `posted`, or `asked → posted | refused` where another person decides; `posted → void`. */
export const EXPENSE_STATUSES = ['asked', 'posted', 'refused', 'void'] as const;
export type ExpenseStatus = (typeof EXPENSE_STATUSES)[number];

export const EXPENSE_STATUS_LABELS = {
  asked: 'Waits for approval',
  posted: 'Posted',
  refused: 'Not approved',
  void: 'Void',
} as const satisfies Record<ExpenseStatus, string>;

/** The accounts that expenses are paid from, the usual ones first. */
export const PAID_FROM = ['1010', '1030', '1000', '1020'] as const;
export type PaidFrom = (typeof PAID_FROM)[number];

export const PAID_FROM_LABELS = {
  '1010': 'Cash',
  '1030': 'Petty cash',
  '1000': 'MoMo',
  '1020': 'Bank',
} as const satisfies Record<PaidFrom, string>;

/** The account of petty cash. */
export const PETTY_CASH_ACCOUNT = '1030' satisfies PaidFrom;

export const EXPENSE_TAXES = ['none', 'included'] as const;

const reference = z
  .string()
  .trim()
  .max(60, 'The reference has at most 60 characters.')
  .refine(isPlainText, unseenIn('The reference'));

export const ExpenseInput = z.strictObject({
  payee: shortText('payee', 80),
  kind: AccountCode,
  day: BookDay,
  paid_from: z.enum(PAID_FROM, 'Please choose the account that paid it.'),
  /** The price that was paid, with the taxes that it includes. */
  amount: PositiveMoney,
  tax: z.enum(EXPENSE_TAXES, 'Please say whether the price includes taxes.'),
  /** The number of the bill or the receipt. */
  reference: reference.optional(),
  description: BookDescription,
});
export type ExpenseInput = z.infer<typeof ExpenseInput>;

export const ExpenseRow = z.object({
  id: Id,
  number: z.string(),
  payee: z.string(),
  kind: AccountCode,
  kind_name: z.string(),
  day: Day,
  paid_from: z.enum(PAID_FROM),
  amount: Money,
  /** The part of it that is input tax. */
  reclaimed: Money,
  reference: z.string().nullable(),
  description: z.string(),
  status: z.enum(EXPENSE_STATUSES),
  status_reason: z.string().nullable(),
  made_by: z.string(),
  made_at: Instant,
  posted_by: z.string().nullable(),
  posted_at: Instant.nullable(),
  is_alone: z.boolean(),
});
export type ExpenseRow = z.infer<typeof ExpenseRow>;

const filters = {
  kind: fixedFilter('Kind', AccountCode.optional()),
  status: choiceFilter('State', 'All', EXPENSE_STATUSES, (status) => EXPENSE_STATUS_LABELS[status]),
  payee: { ...textFilter('Payee', 80, { anyCharacters: true }), isSearch: true },
  from: dayFilter('Days from'),
  to: dayFilter('Days to'),
} as const;

export const expenseList = defineList({
  name: 'expenses',
  url: '/expenses',
  access: 'books.read',
  summary: 'Expenses, the newest day first',
  description: 'A payee is found by the beginning of the name.',
  tags: ['books'],
  row: ExpenseRow,
  filters,
  sorts: ['-day', 'day'],
  columns: [
    columnOf('day', 'Day', 'day', { sort: 'day' }),
    columnOf('number', 'Number'),
    columnOf('payee', 'Payee'),
    { key: 'kind', header: 'Kind', kind: 'text', value: ({ kind, kind_name }) => `${kind} ${kind_name}` },
    columnOf('description', 'Description'),
    { key: 'paid_from', header: 'Paid From', kind: 'text', value: ({ paid_from }) => PAID_FROM_LABELS[paid_from] },
    columnOf('amount', 'Amount', 'money'),
    columnOf('reclaimed', 'Input Tax', 'money'),
    columnOf('reference', 'Reference'),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => EXPENSE_STATUS_LABELS[status] },
    columnOf('made_by', 'Entered By'),
    columnOf('posted_by', 'Posted By'),
    columnOf('status_reason', 'Reason'),
  ],
  reach: 10_000,
});

export const ExpenseRecord = ExpenseRow.extend({
  /** The amount without its taxes; null where it has none. */
  net: Money.nullable(),
  taxes: z.array(ExpenseTax),
  /** Another person decides about it, and about its end. */
  needs_approval: z.boolean(),
  /** The approval that waits. */
  approval_id: Id.nullable(),
  /** The entry in the books, and that which took it back. */
  entry: Id.nullable(),
  reversal: Id.nullable(),
  attachments: z.array(Attachment),
});
export type ExpenseRecord = z.infer<typeof ExpenseRecord>;

export const showExpense = endpoint('GET /expenses/:id', 'books.read', {
  summary: 'An expense with its taxes, its papers and its place in the books',
  errors: ['not_found'],
  answer: ExpenseRecord,
});

export const addExpense = endpoint('POST /expenses', 'books.write', {
  summary: 'Enter an expense',
  description:
    'Posted at once while it, what the person and everybody entered that day, and what the payee was paid within 30 days ' +
    'stay within the limit of General Setup, and the account has the money; else once another person has approved it.',
  errors: ['refused'],
  idempotent: true,
  example: {
    ...{ payee: 'Tema Fuels', kind: '5090', day: '2026-11-02', description: 'Fuel of the pick-up' },
    ...{ paid_from: '1010', amount: '20.00', tax: 'none' },
  },
  body: ExpenseInput,
  created: Done.extend({ id: Id }),
});

export const voidExpense = endpoint('POST /expenses/:id/void', 'books.write', {
  summary: 'Take a posted expense back with a reason, with another person where one approved it',
  description: 'The opposite entry is posted on the day of the call.',
  errors: ['not_found', 'conflict', 'refused', 'not_permitted'],
  body: z.strictObject({ reason: Reason }),
});

/** The rules of the day, the kinds and the petty cash, for the form and the list. */
export const ExpenseTerms = z.object({
  /** Above it another person approves (docs/product/books.md, rule 14). */
  limit: Money,
  reclaims_input_tax: z.boolean(),
  petty_cash: z.object({ float: Money, balance: NetMoney, missing: Money }),
  taxes: z.array(TaxPeriod),
  kinds: z.array(z.object({ code: AccountCode, name: z.string() })),
});
export type ExpenseTerms = z.infer<typeof ExpenseTerms>;

export const showExpenseTerms = endpoint('GET /expense_terms', 'books.read', {
  summary: 'The limit of expenses, their kinds and taxes, and the petty cash',
  answer: ExpenseTerms,
});

const counted = { count: z.number().int(), amount: MoneySum };

export const ExpenseSums = z.object({
  from: Day,
  to: Day,
  total: z.object(counted),
  by_kind: z.array(z.object({ kind: AccountCode, name: z.string(), ...counted })),
  by_month: z.array(z.object({ month: Month, ...counted })),
});
export type ExpenseSums = z.infer<typeof ExpenseSums>;

export const sumExpenses = endpoint('GET /expense_sums', 'books.read', {
  mayLag: 'answer',
  summary: 'Sums of expenses by kind and by month',
  description: 'Of those posted unless a state is given, and of this year unless days are given.',
  errors: ['invalid_input'],
  query: z.strictObject({
    kind: filters.kind.schema,
    status: filters.status.schema,
    payee: filters.payee.schema,
    from: filters.from.schema,
    to: filters.to.schema,
  }),
  answer: ExpenseSums,
});
