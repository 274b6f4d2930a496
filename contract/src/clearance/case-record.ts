import { z } from 'zod';
import { Day, Instant } from '../common/day.ts';
import { Id } from '../common/ids.ts';
import { Money } from '../common/money.ts';
import { PAYMENT_MODES } from '../payments/mode.ts';
import { PAYMENT_STATUSES } from '../payments/status.ts';
import { CaseId } from './case-list.ts';
import { CASE_REASONS } from './reasons.ts';
import { TRANSFER_SOURCES, TRANSFER_STATUSES } from './transfer.ts';

const CaseDriver = z.object({
  id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  car_number: z.string(),
  mobile_number: z.string(),
  is_removed: z.boolean(),
});

const fee = {
  payment_type: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
};

const CaseClaim = z.object({
  id: Id,
  driver: CaseDriver,
  ...fee,
  /** Once cleared, what its money came to. */
  amount: Money,
  /** The list price when it was sent; null where there was none. */
  amount_due: Money.nullable(),
  /** The amount that was claimed, where that is another amount. */
  claimed_amount: Money.nullable(),
  transaction_id: z.string(),
  claimed_at: Instant,
  status: z.enum(PAYMENT_STATUSES),
  status_reason: z.string().nullable(),
  is_credit: z.boolean(),
  /** The claim names no transaction ID, so it can only be rejected. */
  has_no_id: z.boolean(),
  /** True when another payment covers its fee, so that its money can only become credit. */
  is_paid: z.boolean(),
});
export type CaseClaim = z.infer<typeof CaseClaim>;

const CaseMoney = z.object({
  id: Id,
  mode: z.enum(PAYMENT_MODES),
  transaction_id: z.string(),
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
  difference_accepted: z.boolean(),
  status: z.enum(TRANSFER_STATUSES),
  status_reason: z.string().nullable(),
  /**
   * True for the person who captured it by hand, until a statement that somebody else brought shows its amount: they may clear with
   * it only what agrees with it.
   */
  is_own: z.boolean(),
});
export type CaseMoney = z.infer<typeof CaseMoney>;

/** Somebody else who sent the same transaction ID. */
const Claimant = z.object({
  /** Of the attempt. */
  id: Id,
  driver: CaseDriver,
  ...fee,
  amount: Money,
  first_at: Instant,
  last_at: Instant,
  times: z.number().int(),
  /** Somebody decided between this driver and the one whose claim has the ID. */
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

const Event = z.object({
  at: Instant,
  /** A username. */
  actor: z.string(),
  /** An action of the audit log. */
  action: z.string(),
  reason: z.string().nullable(),
});

/** A case with all that it is decided by. */
export const CaseRecord = z.object({
  id: CaseId,
  reason: z.enum(CASE_REASONS),
  claim: CaseClaim.nullable(),
  money: CaseMoney.nullable(),
  /** The driver whose car the payer wrote as the reference, where that is another car than the claim's. */
  named_driver: CaseDriver.nullable(),
  claimants: z.array(Claimant),
  /** Of money, the payments that were cleared with it. */
  payments: z.array(Suggestion),
  suggestions: z.array(Suggestion),
  /** The newest first. */
  history: z.array(Event),
});
export type CaseRecord = z.infer<typeof CaseRecord>;
