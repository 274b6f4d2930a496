import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Day, Id, Instant, Money, MoneySum, PositiveMoney, shortText } from '../common/fields.ts';
import { isPlainText, unseenIn } from '../common/text.ts';
import { Reason } from '../messages/reason.ts';
import {
  LAND_REFUND_SOURCES,
  landRefundList,
  REFUND_MODES,
  REFUND_SOURCES,
  RefundFigure,
  RefundRow,
  refundList,
} from './refund-list.ts';

const endpoint = endpointsOf('refunds');
const tags = ['members'];

const Mode = z.enum(REFUND_MODES, 'Please choose how it is paid.');
const PaidTo = shortText('person or number that it is paid to', 120);

const SOURCE_FIELDS = { credit: 'driver_id', payment: 'payment_id', money: 'transfer_id' } as const;

const askedFields = {
  /** Of `payment`, which is given back whole, with all that its receipt is for. */
  payment_id: Id.optional(),
  /** Of `money`. */
  transfer_id: Id.optional(),
  /** Of `credit` and `money`. */
  amount: PositiveMoney.optional(),
  mode: Mode,
  paid_to: PaidTo,
  reason: Reason,
};

type Checked = z.core.ParsePayload<{
  from: (typeof REFUND_SOURCES)[number];
  amount?: string | undefined;
  driver_id?: string | undefined;
  payment_id?: string | undefined;
  transfer_id?: string | undefined;
}>;

/** Checks that the source is named, and the amount where it may be a part. */
const checkAsked = (context: Checked): void => {
  const { from, amount, ...given } = context.value;
  const field = SOURCE_FIELDS[from];
  const say = (path: string, message: string) =>
    context.issues.push({ code: 'custom', input: context.value, path: [path], message });
  if (given[field] === undefined) say(field, 'Please say what is given back.');
  if (from === 'payment' && amount !== undefined) say('amount', 'A payment is given back whole.');
  if (from !== 'payment' && amount === undefined) say('amount', 'Please enter the amount.');
};

export const RefundAsked = z
  .strictObject({
    from: z.enum(REFUND_SOURCES),
    /** Of `credit`. */
    driver_id: Id.optional(),
    ...askedFields,
  })
  .check(checkAsked);
export type RefundAsked = z.infer<typeof RefundAsked>;

export const LandRefundAsked = z.strictObject({ from: z.enum(LAND_REFUND_SOURCES), ...askedFields }).check(checkAsked);
export type LandRefundAsked = z.infer<typeof LandRefundAsked>;

const ASKING = {
  description:
    'It waits for another person who may refund and had no hand in the money. Where there is nobody else it is ' +
    'approved at once and marked as decided alone. Never more than there is.',
  idempotent: true,
  errors: ['not_found', 'conflict', 'refused', 'not_permitted'],
  created: Done.extend({ refund_id: Id, approval_id: Id }),
} as const;

export const askRefund = endpoint('POST /refunds', 'payments.refund', {
  ...ASKING,
  summary: 'Ask for a refund of a driver’s credit, a cleared payment, or money received',
  example: { from: 'credit', driver_id: '1', amount: '60.00', mode: 'cash', paid_to: 'Ama', reason: 'Paid twice.' },
  body: RefundAsked,
});

export const askLandRefund = endpoint('POST /land_refunds', 'land.refund', {
  ...ASKING,
  summary: 'Ask for a refund of what a receipt of the land side is for, or of money received',
  example: { from: 'money', transfer_id: '1', amount: '60.00', mode: 'cash', paid_to: 'Ama', reason: 'Paid twice.' },
  body: LandRefundAsked,
});

export const RefundRecord = RefundRow.extend({
  /** The approval that waits, of the refund or of its write-off; null afterwards. */
  approval_id: Id.nullable(),
  /** The part that is owed back today: the driver's money may have paid some. */
  still_owed: MoneySum,
  /** Why the caller may not note that it was paid; null where they may, or nobody does. */
  payout_hindrance: z.string().nullable(),
});
export type RefundRecord = z.infer<typeof RefundRecord>;

const SHOWING = { errors: ['not_found'], params: z.object({ id: Id }), answer: RefundRecord } as const;

export const showRefund = endpoint('GET /refunds/:id', 'payments.read', {
  ...SHOWING,
  summary: 'A refund of the drivers’ list with everybody who took part in it',
});

export const showLandRefund = endpoint('GET /land_refunds/:id', 'land.money', {
  ...SHOWING,
  summary: 'A refund of the land side’s list with everybody who took part in it',
});

const REFUND_MOVES = ['pay', 'withdraw', 'recover', 'write_off'] as const;
export const MISSING_MONEY_ID = 'Please enter the transaction ID of the money.';
export const MISSING_REFERENCE = 'Please enter the reference of the payout.';

export const RefundChange = z
  .strictObject({
    change: z.enum(REFUND_MOVES),
    /** Of `pay`: its transaction ID or the bank’s reference; cash gets a number of its own. */
    reference: z
      .string()
      .trim()
      .min(3, MISSING_REFERENCE)
      .max(60)
      .refine(isPlainText, unseenIn('The reference'))
      .optional(),
    /** Of `pay`. */
    paid_on: Day.optional(),
    /** Of `recover`: the ID of the money with which it was paid back. */
    transaction_id: z
      .string()
      .trim()
      .toUpperCase()
      .min(1, MISSING_MONEY_ID)
      .max(60)
      .refine(isPlainText, unseenIn('The transaction ID'))
      .optional(),
    /** Of `withdraw` and `write_off`. */
    reason: Reason.optional(),
  })
  .check((context) => {
    const { change, paid_on, reason, transaction_id } = context.value;
    const say = (path: string, message: string) =>
      context.issues.push({ code: 'custom', input: context.value, path: [path], message });
    if (change === 'recover' && transaction_id === undefined) say('transaction_id', MISSING_MONEY_ID);
    if ((change === 'withdraw' || change === 'write_off') && reason === undefined)
      say('reason', 'Please give the reason in a few words.');
    if (change === 'pay' && paid_on === undefined) say('paid_on', 'Please enter the day on which it was paid.');
  });
export type RefundChange = z.infer<typeof RefundChange>;

const CHANGING = {
  description:
    'It is paid as it was approved, to whom it was approved, and noted by somebody else than who asked for it. A ' +
    'reference is used once for each mode. Withdrawn credit is the driver’s credit again; other money is unallocated ' +
    'money again. What somebody who is no driver owes is settled with money received; a write-off waits for another ' +
    'person, on the drivers’ side one who may waive.',
  errors: ['not_found', 'conflict', 'refused', 'not_permitted'],
  params: z.object({ id: Id }),
  body: RefundChange,
} as const;

export const changeRefund = endpoint('PATCH /refunds/:id', 'payments.refund', {
  ...CHANGING,
  summary: 'Note that an approved refund was paid, withdraw it, or settle one that is owed back',
});

export const changeLandRefund = endpoint('PATCH /land_refunds/:id', 'land.refund', {
  ...CHANGING,
  summary: 'Note that an approved refund of the land side was paid, withdraw it, or settle one that is owed back',
});

export const refundFigures = endpoint('GET /refunds/figures', 'payments.read', {
  summary: 'How many refunds of the drivers’ list there are in each state and owed back, and what they come to',
  answer: z.array(RefundFigure),
});

export const landRefundFigures = endpoint('GET /land_refunds/figures', 'land.money', {
  summary: 'How many refunds of the land side’s list there are in each state and owed back, and what they come to',
  answer: z.array(RefundFigure),
});

/** The part of a source that could be given back, as the form shows it. */
export const Refundable = z.object({
  /** Most that can be asked for. */
  most: MoneySum,
  /** The day of the money; of credit, of the newest that made it. Null where there is none. */
  paid_on: Day.nullable(),
  days_ago: z.number().int().nullable(),
  /** Credit of money that a statement doubts or lacks, which stays until that is settled. */
  unsure: MoneySum,
  /** The sentence that keeps anybody from asking for it now. */
  hindrance: z.string().nullable(),
});
export type Refundable = z.infer<typeof Refundable>;

export const getRefundable = endpoint('GET /refundable', 'payments.refund', {
  summary: 'What could be given back of a driver’s credit, a payment or money received',
  errors: ['not_found'],
  query: z.strictObject({ from: z.enum(REFUND_SOURCES), id: Id }),
  answer: Refundable,
});

export const getLandRefundable = endpoint('GET /land_refundable', 'land.refund', {
  summary: 'What could be given back of a receipt of the land side, by one of its payments, or of money received',
  errors: ['not_found'],
  query: z.strictObject({ from: z.enum(LAND_REFUND_SOURCES), id: Id }),
  answer: Refundable,
});

/** A member’s own refund once it is approved. */
const OwnRefund = z.object({
  id: Id,
  amount: Money,
  status: z.enum(['approved', 'paid']),
  approved_at: Instant,
  mode: z.enum(REFUND_MODES),
  paid_to: z.string(),
  reference: z.string().nullable(),
  paid_on: Day.nullable(),
});
export type OwnRefund = z.infer<typeof OwnRefund>;

export const listOwnRefunds = endpoint('GET /member/refunds', 'member', {
  summary: 'The member’s newest refunds that are to be paid or were, 50 at most',
  tags,
  errors: ['not_found'],
  query: z.strictObject({ driver_code: z.string().max(20).optional() }),
  answer: z.array(OwnRefund),
});

export const refundEndpoints = {
  listRefunds: refundList.page,
  exportRefunds: refundList.file,
  askRefund,
  showRefund,
  changeRefund,
  refundFigures,
  getRefundable,
  listLandRefunds: landRefundList.page,
  exportLandRefunds: landRefundList.file,
  askLandRefund,
  showLandRefund,
  changeLandRefund,
  landRefundFigures,
  getLandRefundable,
  listOwnRefunds,
} as const;
