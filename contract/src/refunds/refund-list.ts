import { z } from 'zod';
import { Day, Id, Instant, Money, MoneySum } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter, textFilter } from '../common/lists/filters.ts';
import { PAYER_SIDES, PAYMENT_MODE_LABELS } from '../payments/status.ts';
import { formatReceiptNumber } from '../receipts/code.ts';

/** Where the money of a refund comes from. */
export const REFUND_SOURCES = ['credit', 'payment', 'money'] as const;
export type RefundSource = (typeof REFUND_SOURCES)[number];

export const REFUND_SOURCE_LABELS = {
  credit: 'Driver’s credit',
  payment: 'Payment',
  money: 'Money received',
} as const satisfies Record<RefundSource, string>;

/** `asked → approved | refused`, `approved → paid | withdrawn`. */
export const REFUND_STATUSES = ['asked', 'approved', 'paid', 'refused', 'withdrawn'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const REFUND_STATUS_LABELS = {
  asked: 'Waits for approval',
  approved: 'To be paid',
  paid: 'Paid',
  refused: 'Not approved',
  withdrawn: 'Withdrawn',
} as const satisfies Record<RefundStatus, string>;

/** The list is narrowed to and counted by these: a state, or owed back by its payer. */
export const REFUND_KINDS = [...REFUND_STATUSES, 'owed'] as const;

export const REFUND_KIND_LABELS = { ...REFUND_STATUS_LABELS, owed: 'Owed back to us' } as const;

/** How a refund is paid out. */
export const REFUND_MODES = ['momo', 'cash', 'bank'] as const;
export type RefundMode = (typeof REFUND_MODES)[number];

/** The site promises that refunds take at most this many days. */
export const REFUND_DAYS = 30;

/** The state of a payout, and who took which step of it when; a share's payout has the same. */
export const payoutSteps = {
  status: z.enum(REFUND_STATUSES),
  /** Why it was not approved, or was withdrawn. */
  status_reason: z.string().nullable(),
  asked_by: z.string(),
  asked_at: Instant,
  approved_by: z.string().nullable(),
  approved_at: Instant.nullable(),
  /** Approved by the only person who could. */
  is_alone: z.boolean(),
  paid_on: Day.nullable(),
  /** Of the payout. */
  reference: z.string().nullable(),
  ended_by: z.string().nullable(),
  ended_at: Instant.nullable(),
};

/** A refund. People of the office are given by their names. */
export const RefundRow = z.object({
  id: Id,
  /** The side that asked for it, which approves and pays it. */
  side: z.enum(PAYER_SIDES),
  source: z.enum(REFUND_SOURCES),
  /** Null of money that paid nobody’s fee, and of the land side. */
  driver_code: z.string().nullable(),
  /** The driver, or the payer as a receipt of the land side names them. */
  fullname: z.string().nullable(),
  /** The number of the land side’s receipt that is given back, without the R and zeros. */
  receipt_id: Id.nullable(),
  payment_id: Id.nullable(),
  transfer_id: Id.nullable(),
  /** That of the payment or the money; null of credit. */
  transaction_id: z.string().nullable(),
  amount: Money,
  /** How and to whom it is to be paid, as it was approved. */
  mode: z.enum(REFUND_MODES),
  paid_to: z.string(),
  reason: z.string(),
  ...payoutSteps,
  /** Since when it is owed back: the money behind it never came. */
  owed_at: Instant.nullable(),
  /** Since when nothing of that is owed any more. */
  settled_at: Instant.nullable(),
  /** The money with which it was paid back to us. */
  recovered_from: Id.nullable(),
  /** The sum that was written off of it. */
  written_off: Money.nullable(),
});
export type RefundRow = z.infer<typeof RefundRow>;

type Stated = Pick<RefundRow, 'status' | 'driver_code' | 'owed_at' | 'settled_at' | 'written_off'>;

/** True while its payer, who is no driver, owes it back. */
export const isOwedByPayer = ({ owed_at, settled_at, driver_code }: Omit<Stated, 'status' | 'written_off'>): boolean =>
  owed_at !== null && settled_at === null && driver_code === null;

/** The state of a refund in words, and what became of one whose money never came. */
export const refundStateText = (refund: Stated): string => {
  const { status, owed_at, settled_at, written_off } = refund;
  const label = REFUND_STATUS_LABELS[status];
  if (owed_at === null) return label;
  if (settled_at !== null) return `${label}, then ${written_off === null ? 'paid back to us' : 'written off'}`;
  return `${label}, ${isOwedByPayer(refund) ? 'owed back' : 'driver charged'}`;
};

const filters = {
  status: choiceFilter('State', 'All', REFUND_KINDS, (kind) => REFUND_KIND_LABELS[kind]),
  reference: textFilter('Reference', 60, { anyCharacters: true }),
  from: dayFilter('Asked from'),
  to: dayFilter('Asked to'),
};

const [ASKED, SOURCE] = [
  columnOf('asked_at', 'Asked', 'instant', { sort: 'asked_at' }),
  {
    key: 'source',
    header: 'From',
    kind: 'text',
    value: ({ source }: RefundRow) => REFUND_SOURCE_LABELS[source],
  },
] as const;

const COLUMNS = [
  columnOf('transaction_id', 'Transaction ID', 'transaction'),
  columnOf('amount', 'Amount', 'money'),
  { key: 'status', header: 'State', kind: 'text', value: refundStateText },
  { key: 'mode', header: 'Paid By', kind: 'text', value: ({ mode }: RefundRow) => PAYMENT_MODE_LABELS[mode] },
  columnOf('paid_to', 'To'),
  columnOf('reference', 'Reference'),
  columnOf('paid_on', 'Paid On', 'day'),
  columnOf('owed_at', 'Owed Back Since', 'instant'),
  columnOf('reason', 'Reason'),
  columnOf('asked_by', 'Asked By'),
  columnOf('approved_by', 'Approved By'),
  {
    key: 'is_alone',
    header: 'Alone',
    kind: 'text',
    value: ({ is_alone }: RefundRow) => (is_alone ? 'alone' : null),
  },
  columnOf('ended_by', 'Paid or Ended By'),
  columnOf('status_reason', 'Answer'),
] as const;

const listed = { tags: ['refunds'], row: RefundRow, sorts: ['-asked_at', 'asked_at'], reach: 10_000 } as const;

export const refundList = defineList({
  ...listed,
  name: 'refunds',
  url: '/refunds',
  access: 'payments.read',
  summary:
    'Money of drivers, and money that paid nothing, that was asked back, is to be paid back, or was; newest first',
  filters: {
    ...filters,
    source: choiceFilter('From', 'Anything', REFUND_SOURCES, (source) => REFUND_SOURCE_LABELS[source]),
    driver: { ...textFilter('Driver code or car number', 20, { anyCharacters: true }), isSearch: true },
  },
  columns: [ASKED, SOURCE, columnOf('driver_code', 'Driver Code'), columnOf('fullname', 'Driver', 'name'), ...COLUMNS],
});

/** The sources of refunds of the land side, where nobody has credit. */
export const LAND_REFUND_SOURCES = ['payment', 'money'] as const satisfies readonly RefundSource[];

export const landRefundList = defineList({
  ...listed,
  name: 'land_refunds',
  fileName: () => 'land-refunds',
  url: '/land_refunds',
  access: 'land.money',
  summary:
    'What was paid for land, and money that paid nothing, that was asked back, is to be paid back, or was; newest first',
  filters: {
    ...filters,
    source: choiceFilter('From', 'Anything', LAND_REFUND_SOURCES, (source) => REFUND_SOURCE_LABELS[source]),
    /** Of the money or payment that is given back. */
    search: textFilter('Receipt number or transaction ID', 40),
  },
  columns: [
    ASKED,
    SOURCE,
    {
      key: 'receipt',
      header: 'Receipt',
      kind: 'text',
      value: ({ receipt_id: id }: RefundRow) => (id === null ? null : formatReceiptNumber(id)),
    },
    columnOf('fullname', 'Payer', 'name'),
    ...COLUMNS,
  ],
});

/** The refunds of a state or owed back by their payers, and what they come to. */
export const RefundFigure = z.object({ status: z.enum(REFUND_KINDS), count: z.number().int(), amount: MoneySum });
export type RefundFigure = z.infer<typeof RefundFigure>;
