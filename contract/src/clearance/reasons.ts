import { groupThousands } from '../common/formats.ts';
import type { PaymentMode } from '../payments/status.ts';

/**
 * How a transfer first became known: captured by hand, received at the desk, on a statement, or
 * paid by prompt.
 */
export const TRANSFER_SOURCES = ['capture', 'desk', 'statement', 'prompt'] as const;
export type TransferSource = (typeof TRANSFER_SOURCES)[number];

/**
 * `open → matched`, and back when its payments are reversed; `open → dismissed` with a reason, and
 * back. A cheque is `pending` until its bank has paid it. Money has `ended` once none of it is left
 * in the books: it was given back, it never came, or the cheque bounced.
 */
export const TRANSFER_STATUSES = ['open', 'matched', 'dismissed', 'pending', 'ended'] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

type Doubt = {
  amount: string;
  received_on: string;
  statement_amount: string | null;
  statement_day: string | null;
  difference_accepted: boolean;
};

const differsIn = (shown: string | null, own: string): boolean => shown !== null && shown !== own;

/** True while a statement shows another amount or day for the money and nobody has settled it. */
export const isDoubted = (money: Doubt): boolean =>
  (differsIn(money.statement_amount, money.amount) || differsIn(money.statement_day, money.received_on)) &&
  !money.difference_accepted;

/** Why a case waits for a person. */
export const WAITING_REASONS = [
  'ready',
  'no_receipt',
  'differs',
  'below_price',
  'other_car',
  'two_networks',
  'disputed',
  'reclaimed',
  'paid',
  'used',
  'cheque',
  'statement',
  'missing',
  'taken_back',
  'shown_ended',
  'no_claim',
  'unknown_car',
  'left',
  'cleared_before',
] as const;
type WaitingReason = (typeof WAITING_REASONS)[number];

/** The outcomes of decided cases, as a search finds them. */
const DECIDED = ['cleared', 'credited', 'rejected', 'reversed', 'matched', 'dismissed', 'ended'] as const;

export const CASE_REASONS = [...WAITING_REASONS, ...DECIDED] as const;
export type CaseReason = (typeof CASE_REASONS)[number];

export const CASE_REASON_LABELS = {
  ready: 'Ready',
  no_receipt: 'No receipt yet',
  differs: 'Amount differs',
  below_price: 'Below the price',
  other_car: 'Names another car',
  two_networks: 'On two networks',
  disputed: 'Claimed twice',
  reclaimed: 'Claimed later',
  paid: 'Already paid',
  used: 'Receipt already used',
  cheque: 'Cheque not paid yet',
  statement: 'Statement differs',
  missing: 'On no statement',
  taken_back: 'Taken back by the network',
  shown_ended: 'Ended, and on a statement',
  no_claim: 'Money without a claim',
  unknown_car: 'Unknown car number',
  left: 'Money left over',
  cleared_before: 'Claim cleared before',
  cleared: 'Cleared',
  credited: 'Cleared as credit',
  rejected: 'Rejected',
  reversed: 'Reversed',
  matched: 'Matched',
  dismissed: 'Set aside',
  ended: 'Ended',
} as const satisfies Record<CaseReason, string>;

export const isWaiting = (reason: CaseReason): reason is WaitingReason =>
  (WAITING_REASONS as readonly CaseReason[]).includes(reason);

type Case = {
  reason: CaseReason;
  payment_month: string | null;
  /** The price of the claim's fee, or null without one. */
  price: string | null;
  /**
   * The amount that the reason is about: what was received or is left of it, or what the statement
   * shows.
   */
  money_amount: string | null;
  money_mode: PaymentMode | null;
  source: TransferSource | null;
};

const AGREES = {
  capture: 'Ready: receipt and amount agree',
  desk: 'Ready: receipt and amount agree',
  statement: 'Ready: statement line agrees',
  prompt: 'Ready: prompt was paid',
} as const satisfies Record<TransferSource, string>;

/** Why a case waits, in a few words: `Amount differs: MoMo got 150.00`. */
export const caseReasonText = (given: Case): string => {
  const { reason, payment_month, price, money_amount, money_mode, source } = given;
  const label = CASE_REASON_LABELS[reason];
  const amount = money_amount === null ? null : groupThousands(money_amount);
  if (reason === 'ready') return source ? AGREES[source] : label;
  if (reason === 'reclaimed') return `${label}, after clearing`;
  if (reason === 'below_price') return price === null ? 'No price yet' : `${label} of ${groupThousands(price)}`;
  if (reason === 'paid') return payment_month === null ? label : 'Month already paid';
  if (amount === null) return label;
  if (reason === 'differs') return `${label}: ${money_mode === 'momo' ? 'MoMo got' : 'received'} ${amount}`;
  if (reason === 'statement') return `${label}: ${amount}`;
  return reason === 'left' ? `Money left: ${amount}` : label;
};
