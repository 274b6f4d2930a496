import { z } from 'zod';
import { DecisionEvent } from '../audit/decision-facts.ts';
import { Day, Id, Instant, Money, MoneySum } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { fixedFilter, textFilter } from '../common/lists/filters.ts';
import { FeeMoney } from '../payments/fee-money.ts';
import { DueFee } from '../payments/member-standing.ts';
import { formatPaidMonth } from '../payments/paid-month.ts';
import { PAYER_SIDES, PAYMENT_MODES, PAYMENT_STATUSES } from '../payments/status.ts';
import { CASE_REASONS, caseReasonText, TRANSFER_SOURCES, TRANSFER_STATUSES, WAITING_REASONS } from './reasons.ts';

/** A claim’s record number, or `T` and that of a transfer. */
export const CaseId = z.string().regex(/^T?[1-9]\d{0,17}$/, 'Not the number of a case.');

/** The list and its counts reach so many claims and as many transfers, the oldest ones. */
export const CLEARANCE_REACH = 10_000;

/** A search finds all cases of so many drivers; of more, those that wait. */
export const MOST_WITH_ALL_CASES = 20;

/** A claim that waits, or money that no claim waits for. */
export const ClearanceCase = z.object({
  id: CaseId,
  kind: z.enum(['claim', 'transfer']),
  reason: z.enum(CASE_REASONS),
  since: Instant,
  /** The driver of a claim; of money, its payer as it names them. */
  name: z.string(),
  /** Of a claim. */
  driver_code: z.string().nullable(),
  /** The side that a claim is of; null of money without one. */
  side: z.enum(PAYER_SIDES).nullable(),
  /** The driver’s car; of money, the reference that its payer wrote. */
  car_number: z.string(),
  payment_type: z.string().nullable(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
  amount: Money,
  /** Of a claim: the price when it was sent; null where there was none. */
  price: Money.nullable(),
  transaction_id: z.string(),
  /**
   * The amount that the reason is about: what was received or is left of it, or what the statement
   * shows.
   */
  money_amount: Money.nullable(),
  money_mode: z.enum(PAYMENT_MODES).nullable(),
  /** How its money became known; null of a claim without any. */
  source: z.enum(TRANSFER_SOURCES).nullable(),
});
export type ClearanceCase = z.infer<typeof ClearanceCase>;

/** The fee of a case: `SS Nov 2026`. */
export const caseFee = (one: Pick<ClearanceCase, 'payment_type' | 'payment_year' | 'payment_month'>): string =>
  [one.payment_type ?? '', formatPaidMonth(one, { short: true })].filter((part) => part !== '').join(' ');

/** The payment type of claims; money without a claim has none. */
export const ClaimedOf = fixedFilter('Type', z.string().max(20).optional());

export const clearanceList = defineList({
  name: 'clearance',
  fileName: () => 'payment-clearance',
  url: '/clearance',
  access: 'payments.clear',
  summary: 'Claims that wait and money without a claim, each with the reason, the oldest first',
  description:
    `The oldest ${CLEARANCE_REACH} claims and as much money are reached and counted; X-Total-Cut is true where there are more. A search by transaction ID, or by a driver’s name, code, car or mobile number ` +
    `also finds cases that are decided, those that wait first; of a text that more than ${MOST_WITH_ALL_CASES} drivers have it finds those that wait, and X-Total-Cut is true. ` +
    'By the payer’s name it finds money that waits.',
  tags: ['clearance'],
  row: ClearanceCase,
  filters: {
    search: textFilter('Name, plate, mobile, code or transaction ID', 40, { anyCharacters: true }),
    reason: fixedFilter('Why it waits', z.enum(WAITING_REASONS).optional()),
    payment_type: ClaimedOf,
    side: fixedFilter('Side', z.enum(PAYER_SIDES).optional()),
  },
  sorts: ['since', '-since'],
  columns: [
    columnOf('since', 'Waits since', 'instant', { sort: 'since' }),
    columnOf('name', 'Payer'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('car_number', 'Car'),
    { key: 'fee', header: 'For', kind: 'text', value: caseFee },
    columnOf('amount', 'Amount', 'money'),
    columnOf('transaction_id', 'Transaction ID', 'transaction'),
    { key: 'reason', header: 'Why it waits', kind: 'text', value: caseReasonText },
  ],
  reach: 2 * CLEARANCE_REACH,
  hasRollUp: true,
});
export const listClearance = clearanceList.page;
export const exportClearance = clearanceList.file;

export const CaseDriver = z.object({
  id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  mobile_number: z.string(),
  is_removed: z.boolean(),
});
export type CaseDriver = z.infer<typeof CaseDriver>;

/** Whom a payment is of: a driver, or on the land side a tenant, an applicant or a plot. */
export const CasePayer = z.object({
  side: z.enum(PAYER_SIDES),
  fullname: z.string(),
  /** The car of a driver; of the land side the tenant's code or the application, and the plot. */
  details: z.string(),
  mobile_number: z.string(),
  /** The page of the office that shows them. */
  page: z.string(),
  /** Null on the land side. */
  driver: CaseDriver.nullable(),
});
export type CasePayer = z.infer<typeof CasePayer>;

const fee = {
  payment_type: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
};

const CaseClaim = z.object({
  id: Id,
  payer: CasePayer,
  ...fee,
  /** The outcome of its money, once cleared. */
  amount: Money,
  /** The list price when it was sent; null where there was none. */
  amount_due: Money.nullable(),
  /** The amount that was claimed, where that is another amount. */
  claimed_amount: Money.nullable(),
  transaction_id: z.string(),
  /** The network that the payer chose: a hint. */
  claimed_network: z.string().nullable(),
  claimed_at: Instant,
  status: z.enum(PAYMENT_STATUSES),
  status_reason: z.string().nullable(),
  is_credit: z.boolean(),
  /** The claim has no transaction ID, so it can only be rejected. */
  has_no_id: z.boolean(),
  /** True when another payment covers its fee, so that its money can only become credit. */
  is_paid: z.boolean(),
  ...FeeMoney.shape,
});
export type CaseClaim = z.infer<typeof CaseClaim>;

export const CaseMoney = z.object({
  id: Id,
  mode: z.enum(PAYMENT_MODES),
  transaction_id: z.string(),
  /** The MoMo network that received it, where that is known. */
  network: z.string().nullable(),
  amount: Money,
  /** The part of it that payments have not taken. */
  left: Money,
  received_on: Day,
  payer_name: z.string(),
  payer_number: z.string(),
  reference: z.string(),
  source: z.enum(TRANSFER_SOURCES),
  /** The username of the person who captured it; null for the server itself. */
  captured_by: z.string().nullable(),
  captured_at: Instant,
  /** Null until a statement shows it. */
  statement_amount: Money.nullable(),
  statement_day: Day.nullable(),
  difference_accepted: z.boolean(),
  /** A statement that covers its day, and does not have it. */
  missing_since: Instant.nullable(),
  missing_in: Id.nullable(),
  /** The day on which that statement shows it going out again: the network took it back. */
  taken_back_on: Day.nullable(),
  /** The day from which the fees that it paid may be taken back; null if no statement lacks it. */
  taken_back_from: Day.nullable(),
  /** It ended as never come, and a statement shows it. */
  is_shown_ended: z.boolean(),
  /** All of it was paid back, or settled what was owed of a refund. */
  is_paid_back: z.boolean(),
  status: z.enum(TRANSFER_STATUSES),
  status_reason: z.string().nullable(),
  /**
   * The sentence that keeps the caller, who may reverse payments, from reversing what it paid; of
   * money that ended and that a statement shows, from saying whether it came.
   */
  reversal_hindrance: z.string().nullable(),
});
export type CaseMoney = z.infer<typeof CaseMoney>;

/** Somebody else who sent the same transaction ID. */
const Claimant = z.object({
  /** The attempt's id. */
  id: Id,
  payer: CasePayer,
  ...fee,
  amount: Money,
  claimed_network: z.string().nullable(),
  first_at: Instant,
  last_at: Instant,
  times: z.number().int(),
  /** True once staff decided between this driver and the one whose claim has the ID. */
  is_settled: z.boolean(),
});
export type Claimant = z.infer<typeof Claimant>;

/** A claim or money that may belong to the case. */
const Suggestion = z.object({
  id: CaseId,
  name: z.string(),
  car_number: z.string(),
  transaction_id: z.string(),
  amount: Money,
  ...fee,
  payment_type: z.string().nullable(),
});
export type Suggestion = z.infer<typeof Suggestion>;

/** A claim or money under another transaction ID. */
const OfferedMatch = Suggestion.extend({
  /** Car, code or number agree; of others the amount alone does, within three days. */
  is_named: z.boolean(),
});
export type OfferedMatch = z.infer<typeof OfferedMatch>;

/** A driver whom money without a claim may be for, why, and what they owe, the oldest fee first. */
const SuggestedDriver = z.object({
  driver: CaseDriver,
  why: z.array(z.enum(['reference', 'number', 'name'])),
  owed: MoneySum,
  due: z.array(DueFee),
});
export type SuggestedDriver = z.infer<typeof SuggestedDriver>;

/** A case with all that it is decided by. */
export const CaseRecord = z.object({
  id: CaseId,
  reason: z.enum(CASE_REASONS),
  claim: CaseClaim.nullable(),
  money: CaseMoney.nullable(),
  /**
   * The driver whose car the payer wrote as the reference, where that is another car than the
   * claim's.
   */
  named_driver: CaseDriver.nullable(),
  /** The sentence that keeps the caller, who may clear payments, from deciding; or null. */
  hindrance: z.string().nullable(),
  /** The same of clearing the claim with its money, which may be no decision where both agree. */
  clearing_hindrance: z.string().nullable(),
  claimants: z.array(Claimant),
  /** Of money, the payments that were cleared with it. */
  payments: z.array(Suggestion),
  suggestions: z.array(OfferedMatch),
  /** Of open money: whom it may be for, the likeliest first. */
  drivers: z.array(SuggestedDriver),
  /** The newest first. */
  history: z.array(DecisionEvent),
});
export type CaseRecord = z.infer<typeof CaseRecord>;
