import { z } from 'zod';
import { formatDay } from '../common/calendar.ts';
import { Day, Id, Instant, MoneySum, NetMoney } from '../common/fields.ts';
import { formatNet } from '../common/formats.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, fixedFilter, requiredDay } from '../common/lists/filters.ts';

/** How cash or a cheque came into the drawer of a clerk, or went out of it. */
export const CASH_KINDS = ['taken', 'taken_back', 'refunded', 'cheque'] as const;
export type CashKind = (typeof CASH_KINDS)[number];
export const CASH_KIND_LABELS = {
  taken: 'Cash taken',
  taken_back: 'Taken back',
  refunded: 'Refund paid out',
  cheque: 'Cheque received',
} as const satisfies Record<CashKind, string>;

/** The kinds that a figure of a clerk's day adds up: some together, or one of them. */
export const CASH_CHOICES = ['cash', 'out', ...CASH_KINDS] as const;
export type CashChoice = (typeof CASH_CHOICES)[number];
export const CASH_CHOICE_LABELS = {
  cash: 'All cash',
  out: 'All cash paid out',
  ...CASH_KIND_LABELS,
} as const satisfies Record<CashChoice, string>;
/** The kinds of a choice. */
export const kindsOf = (choice: CashChoice): readonly CashKind[] => {
  if (choice === 'cash') return ['taken', 'taken_back', 'refunded'];
  return choice === 'out' ? ['taken_back', 'refunded'] : [choice];
};

/** A net amount of cash, or that the caller is still to count it. */
export const formatCash = (amount: string | null): string => (amount === null ? 'Not counted yet' : formatNet(amount));

const day = requiredDay('Day', 'Please give the day.');
const whole = ({ day: given }: Record<string, unknown>) => formatDay(String(given)).replaceAll(' ', '-');

/** A clerk's day of cash and cheques. Sums of cash that the caller is still to count are null. */
export const CashOfClerk = z.object({
  /** The clerk's account; 0 for the server itself. */
  id: Id,
  /** A username; null for the server itself. */
  clerk: z.string().nullable(),
  count: z.number().int(),
  taken: MoneySum.nullable(),
  returned_count: z.number().int(),
  /** Cash that left again: money that never came, and refunds paid in cash. */
  returned: MoneySum.nullable(),
  cheque_count: z.number().int(),
  cheques: MoneySum,
  /** Cash taken less what left again, as the books have it. */
  net: NetMoney.nullable(),
});
export type CashOfClerk = z.infer<typeof CashOfClerk>;

const NOT_COUNTED =
  'Clerks count before they see what is expected: cash of the caller that they have not handed in with a cash-up has no ' +
  'amount and is in no sum. ';

const CASH_BY_BOOKS =
  'Cash counts on the day on which the books have it, so that the net of all is what clerks moved on the cash account ' +
  'that day; journals and cash-ups are no part of it. ' +
  'Cheques count on the day on which the desk received them and are no part of it, since their banks may not pay.';

export const cashByClerk = defineList({
  name: 'cash taken',
  fileName: (query) => `cash-taken-${whole(query)}`,
  url: '/cash_by_day',
  access: 'payments.read',
  summary: 'Cash and cheques of a day by clerk',
  description: `${CASH_BY_BOOKS} ${NOT_COUNTED}X-Total-Amount is the net of all clerks, X-Waiting-Amount their cheques.`,
  tags: ['clearance'],
  totals: 'money',
  row: CashOfClerk,
  filters: { day },
  sorts: ['clerk', '-clerk'],
  columns: [
    { key: 'clerk', header: 'Clerk', kind: 'text', value: ({ clerk }) => clerk ?? 'The server', sort: 'clerk' },
    columnOf('count', 'Times Taken', 'number'),
    columnOf('taken', 'Cash Taken', 'money'),
    columnOf('returned_count', 'Times Paid Out', 'number'),
    columnOf('returned', 'Cash Paid Out', 'money'),
    columnOf('cheque_count', 'Cheques', 'number'),
    columnOf('cheques', 'Cheque Amount', 'money'),
    columnOf('net', 'Net Cash', 'money'),
  ],
});

/** One time that cash or a cheque came or went. */
export const CashMovement = z.object({
  id: z.string(),
  kind: z.enum(CASH_KINDS),
  at: Instant,
  clerk: z.string().nullable(),
  /** The money and its transaction ID; null of a refund that was paid out. */
  transfer_id: Id.nullable(),
  transaction_id: z.string().nullable(),
  payer_name: z.string(),
  /** The day for which it was received; null of a refund that was paid out. */
  received_on: Day.nullable(),
  /** Driver codes that it pays for. */
  paid_for: z.array(z.string()),
  /** The receipts of what it pays, as people name them. */
  receipts: z.array(z.string()),
  /** Below zero for what went out; null of cash of the caller that no cash-up of theirs has. */
  amount: NetMoney.nullable(),
});
export type CashMovement = z.infer<typeof CashMovement>;

const movements = {
  tags: ['clearance'],
  totals: 'money',
  row: CashMovement,
  sorts: ['at', '-at'],
  columns: [
    columnOf('at', 'Recorded', 'instant', { sort: 'at' }),
    {
      key: 'kind',
      header: 'What',
      kind: 'text',
      value: ({ kind }: { kind: CashKind }) => CASH_KIND_LABELS[kind],
    },
    columnOf('received_on', 'Received On', 'day'),
    columnOf('transaction_id', 'Number', 'transaction'),
    columnOf('payer_name', 'Payer'),
    { key: 'paid_for', header: 'For', kind: 'text', value: (row: { paid_for: string[] }) => row.paid_for.join(', ') },
    {
      key: 'receipts',
      header: 'Receipts',
      kind: 'text',
      value: (row: { receipts: string[] }) => row.receipts.join(', '),
    },
    columnOf('clerk', 'Clerk'),
    columnOf('amount', 'Amount', 'money'),
  ],
} as const;

const kind = choiceFilter('What', 'Cash and cheques', CASH_CHOICES, (one) => CASH_CHOICE_LABELS[one]);

export const cashMovements = defineList({
  ...movements,
  name: 'cash movements',
  fileName: (query) => `cash-${whole(query)}`,
  url: '/cash_movements',
  access: 'payments.read',
  summary: 'Each time that cash or a cheque came or went on a day',
  description: `${CASH_BY_BOOKS} ${NOT_COUNTED}X-Total-Amount is the sum of the cash, X-Waiting-Amount that of the cheques.`,
  filters: { day, kind, clerk: fixedFilter('Clerk', z.string().trim().max(60).optional()) },
});

export const ownCash = defineList({
  ...movements,
  name: 'own cash',
  fileName: (query) => `own-cash-${whole(query)}`,
  url: '/own_cash',
  access: 'payments.receive',
  summary: 'The cash and cheques of the caller on a day',
  description: `${NOT_COUNTED}X-Total-Amount is the sum of the other cash, X-Waiting-Amount that of the cheques.`,
  filters: { day, kind },
});

export const cashEndpoints = {
  listCashByClerk: cashByClerk.page,
  exportCashByClerk: cashByClerk.file,
  listCashMovements: cashMovements.page,
  exportCashMovements: cashMovements.file,
  listOwnCash: ownCash.page,
  exportOwnCash: ownCash.file,
} as const;
