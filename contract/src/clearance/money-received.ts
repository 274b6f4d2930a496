import { z } from 'zod';
import { DecisionEvent } from '../audit/decision-facts.ts';
import { endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, Money } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { PAYMENT_MODE_LABELS, PAYMENT_MODES, PAYMENT_STATUSES } from '../payments/status.ts';
import { CaseMoney, CasePayer } from './cases.ts';
import { TRANSFER_SOURCES, TRANSFER_STATUSES, type TransferSource, type TransferStatus } from './reasons.ts';

const endpoint = endpointsOf('clearance');

export const TRANSFER_SOURCE_LABELS = {
  capture: 'Captured',
  desk: 'At the desk',
  statement: 'Statement',
  prompt: 'Prompt',
} as const satisfies Record<TransferSource, string>;

export const TRANSFER_STATUS_LABELS = {
  open: 'Open',
  matched: 'Used',
  dismissed: 'Set aside',
  pending: 'Waits for the bank',
  ended: 'Ended',
} as const satisfies Record<TransferStatus, string>;

/** How money left the books. */
export const MONEY_END_LABELS = {
  never_came: 'Never came',
  bounced: 'Bounced',
  given_back: 'Given back',
} as const;
const MONEY_ENDS = Object.keys(MONEY_END_LABELS) as (keyof typeof MONEY_END_LABELS)[];
export type MoneyEnd = (typeof MONEY_ENDS)[number];

/** The state of money in words; of money that has ended, how it left the books. */
export const moneyStateText = ({ status, ended_as }: { status: TransferStatus; ended_as: MoneyEnd | null }): string =>
  ended_as === null ? TRANSFER_STATUS_LABELS[status] : MONEY_END_LABELS[ended_as];

/** The most receipts that are listed and added up; more are found by days and other filters. */
export const MONEY_REACH = 10_000;

/** Received money, from wherever it became known. */
export const ReceivedMoney = z.object({
  id: Id,
  /** The day on which the company's account received it; of a pending cheque, the desk. */
  received_on: Day,
  transaction_id: z.string(),
  /** The MoMo network that received it, where that is known. */
  network: z.string().nullable(),
  mode: z.enum(PAYMENT_MODES),
  source: z.enum(TRANSFER_SOURCES),
  /** The username of the person who recorded it; null for the server itself. */
  captured_by: z.string().nullable(),
  captured_at: Instant,
  /** The statement that showed it first, and the line there. */
  statement_import: Id.nullable(),
  statement_line: z.number().int().nullable(),
  payer_name: z.string(),
  reference: z.string(),
  amount: Money,
  /** The part that payments have taken, and the codes of their drivers. */
  paid: Money,
  paid_for: z.array(z.string()),
  left: Money,
  status: z.enum(TRANSFER_STATUSES),
  /** Null for money that has not ended. */
  ended_as: z.enum(MONEY_ENDS).nullable(),
  /** Why it was set aside or has ended. */
  status_reason: z.string().nullable(),
  /** A statement that covers its day does not have it since then. */
  missing_since: Instant.nullable(),
});
export type ReceivedMoney = z.infer<typeof ReceivedMoney>;

const statementOf = ({ statement_import, statement_line }: ReceivedMoney): string | null =>
  statement_import === null ? null : `${statement_import}, line ${statement_line}`;

export const moneyReceivedList = defineList({
  name: 'money-received',
  url: '/money_received',
  access: 'payments.read',
  summary: 'All money that was received, the newest first',
  description:
    `At most ${MONEY_REACH} receipts are counted, added up and paged, in the order that is asked; X-Total-Cut is ` +
    'true where there are more. X-Total-Amount is their sum, and X-Waiting-Amount what is left of them.',
  tags: ['clearance'],
  row: ReceivedMoney,
  filters: {
    search: { ...textFilter('Transaction ID', 40, { anyCharacters: true }), isSearch: true },
    source: choiceFilter('Recorded', 'Any', TRANSFER_SOURCES, (one) => TRANSFER_SOURCE_LABELS[one]),
    mode: choiceFilter('Mode', 'All', PAYMENT_MODES, (one) => PAYMENT_MODE_LABELS[one]),
    status: choiceFilter('State', 'All', TRANSFER_STATUSES, (one) => TRANSFER_STATUS_LABELS[one]),
    left: choiceFilter('What is left', 'Any', ['some'], () => 'Something is left'),
    captured_by: textFilter('Recorded by', 60),
    missing: choiceFilter('Statement', 'Any', ['missing'], () => 'Missing on a statement'),
    statement: fixedFilter('Statement', Id.optional()),
    missing_in: fixedFilter('Missing on statement', Id.optional()),
    from: dayFilter('Received from'),
    to: dayFilter('Received to'),
  },
  sorts: ['-received_on', 'received_on'],
  columns: [
    columnOf('received_on', 'Received', 'day', { sort: 'received_on' }),
    columnOf('transaction_id', 'Transaction ID', 'transaction'),
    { key: 'mode', header: 'Mode', kind: 'text', value: ({ mode }) => PAYMENT_MODE_LABELS[mode] },
    columnOf('network', 'Network'),
    { key: 'source', header: 'Recorded', kind: 'text', value: ({ source }) => TRANSFER_SOURCE_LABELS[source] },
    columnOf('captured_by', 'Recorded by'),
    { key: 'statement', header: 'Statement', kind: 'text', value: statementOf },
    columnOf('payer_name', 'Payer', 'name'),
    columnOf('reference', 'Reference'),
    { key: 'paid_for', header: 'Paid for', kind: 'text', value: ({ paid_for }) => paid_for.join(', ') },
    { key: 'status', header: 'State', kind: 'text', value: moneyStateText },
    columnOf('missing_since', 'Missing since', 'instant'),
    columnOf('amount', 'Amount', 'money'),
    columnOf('left', 'Left', 'money'),
  ],
  totals: 'money',
});

/** A change of the part of received money that the books have. */
export const TRANSFER_CHANGE_LABELS = {
  corrected: 'Corrected by a statement',
  given_back: 'Given back',
  never_came: 'Never came',
  came_after_all: 'Came after all',
  returned: 'Taken out of an earlier payment',
  bank_paid: 'Paid by the bank',
  bounced: 'Cheque bounced',
  refunded: 'Given back by a refund',
  refund_withdrawn: 'Refund withdrawn',
  refund_owed: 'Refund owed back',
  recovered: 'Settled a refund owed back',
  recovery_undone: 'No longer settles that refund',
} as const;
const TRANSFER_CHANGES = Object.keys(TRANSFER_CHANGE_LABELS) as (keyof typeof TRANSFER_CHANGE_LABELS)[];

const MoneyChange = z.object({
  id: Id,
  what: z.enum(TRANSFER_CHANGES),
  amount_before: Money,
  amount_after: Money,
  reason: z.string().nullable(),
  /** A username; null for the server itself. */
  changed_by: z.string().nullable(),
  changed_at: Instant,
});
export type MoneyChange = z.infer<typeof MoneyChange>;

/** A payment that was cleared with the money, or waits for it. */
const MoneyPayment = z.object({
  id: Id,
  payer: CasePayer,
  payment_type: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
  amount: Money,
  status: z.enum(PAYMENT_STATUSES),
  status_reason: z.string().nullable(),
  is_credit: z.boolean(),
});
export type MoneyPayment = z.infer<typeof MoneyPayment>;

/** Another amount of cash that somebody asked for, while another person has not decided on it. */
const WaitingCorrection = z.object({
  /** Null for readers who neither asked for it nor may decide on it. */
  approval_id: Id.nullable(),
  payment_id: Id,
  /** A username. */
  asked_by: z.string(),
  asked_at: Instant,
  was: Money,
  amount: Money,
  reason: z.string(),
});
export type WaitingCorrection = z.infer<typeof WaitingCorrection>;

export const MoneyRecord = z.object({
  money: CaseMoney,
  /** The part that the books have. */
  posted_amount: Money,
  statement_import: Id.nullable(),
  statement_line: z.number().int().nullable(),
  ended_as: z.enum(MONEY_ENDS).nullable(),
  /** The sentence that keeps the caller, who may clear payments, from deciding on it; or null. */
  hindrance: z.string().nullable(),
  correction: WaitingCorrection.nullable(),
  payments: z.array(MoneyPayment),
  changes: z.array(MoneyChange),
  /** Decisions on it and on the payments that it paid, the newest first. */
  history: z.array(DecisionEvent),
});
export type MoneyRecord = z.infer<typeof MoneyRecord>;

export const showMoneyReceived = endpoint('GET /money_received/:id', 'payments.read', {
  summary: 'Received money with what it paid, its changes and the decisions on it',
  params: z.object({ id: Id }),
  answer: MoneyRecord,
});

export const moneyReceivedEndpoints = {
  listMoneyReceived: moneyReceivedList.page,
  exportMoneyReceived: moneyReceivedList.file,
  showMoneyReceived,
} as const;
