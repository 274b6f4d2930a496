import { z } from 'zod';
import { MONTH_CODES } from '../common/calendar.ts';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { CarNumber, Day, Id, Money, MoneySum, NetMoney, PositiveMoney, typedYear } from '../common/fields.ts';
import { isPlainText } from '../common/text.ts';
import { MISSING_PAYMENT_YEAR } from '../payments/claim-rules.ts';
import { ClaimedType } from '../payments/schemas.ts';
import { CHOSEN_CAUSES, PAYER_SIDES } from '../payments/status.ts';
import { CaseId, CaseRecord, ClaimedOf, clearanceList } from './cases.ts';
import { PaidOfOwed } from './pay-owed.ts';
import { WAITING_REASONS } from './reasons.ts';

const endpoint = endpointsOf('clearance');

const MISSING_DECISION_REASON = 'Please give the reason in a few words.';
const Reason = z
  .string(MISSING_DECISION_REASON)
  .trim()
  .min(3, MISSING_DECISION_REASON)
  .max(300)
  .refine(isPlainText, MISSING_DECISION_REASON);

export const DecisionReason = z.strictObject({ reason: Reason });

type Decided = { decision: string; reason?: string | undefined };

/** These decisions need a reason. */
const hasReason =
  (...decisions: readonly string[]) =>
  ({ decision, reason }: Decided): boolean =>
    reason !== undefined || !decisions.includes(decision);
const missing = { message: MISSING_DECISION_REASON, path: ['reason'] };

const CASE_DECISIONS = ['clear', 'credit', 'reject', 'undo', 'reverse', 'award', 'keep', 'note'] as const;

export const CaseDecisionBody = z
  .strictObject({
    decision: z.enum(CASE_DECISIONS),
    reason: Reason.optional(),
    /** The money that it is cleared with; without it, that of the claim’s transaction ID. */
    transfer_id: Id.optional(),
    /** How much of the money is the payment’s; all that is left of it when absent. */
    amount: PositiveMoney.optional(),
    /** Of `reverse`: what becomes of the money. It is given back by a refund. */
    cause: z.enum(CHOSEN_CAUSES).optional(),
    /** Of `award`: the attempt that becomes the claim. */
    attempt_id: Id.optional(),
  })
  .refine(hasReason('reject', 'reverse', 'award', 'keep', 'note'), missing)
  .refine(({ decision, attempt_id }) => decision !== 'award' || attempt_id !== undefined, {
    message: 'Please choose the claimant.',
    path: ['attempt_id'],
  })
  .refine(({ decision, cause }) => decision !== 'reverse' || cause !== undefined, {
    message: 'Please say why the payment is reversed.',
    path: ['cause'],
  });
export type CaseDecisionBody = z.infer<typeof CaseDecisionBody>;

export const showClearance = endpoint('GET /clearance/:id', 'payments.clear', {
  summary: 'One case: the claim, its money, others who claim the same, and what was decided',
  description: 'The number is a claim’s; `T` before it makes it that of money.',
  params: z.object({ id: CaseId }),
  answer: CaseRecord,
});

export const decideClearance = endpoint('PATCH /clearance/:id', 'payments.clear', {
  summary:
    'Clear a claim, credit, reject, reverse or keep it, undo its rejection, award it to another claimant, or note something',
  description:
    'Clearing needs money: `transfer_id`, or that of the same transaction ID. Whoever had a hand in the claim or its ' +
    'money decides nothing about it, but clears what agrees. `award` rejects the claim, or reverses it where it was cleared; reversing needs the permission ' +
    'payments.reverse, and a `cause` that says what becomes of the money. `keep` leaves a cleared one although another ' +
    'driver claimed its transaction ID later.',
  errors: ['already_paid', 'transaction_id_taken', 'refused', 'conflict'],
  body: CaseDecisionBody,
});

export const rejectClearance = endpoint('DELETE /clearance/:id', 'payments.clear', {
  summary: 'Reject a claim; the reason is in the query, or a standard sentence',
  errors: ['conflict'],
  query: z.strictObject({ reason: Reason.optional() }),
});

/** Claims that one call clears at most. */
export const MAX_READY_AT_ONCE = 200;

export const clearReady = endpoint('POST /clearance/clear_ready', 'payments.clear', {
  summary: `Clear the oldest claims that are ready, at most ${MAX_READY_AT_ONCE}`,
  errors: ['conflict'],
  answer: z.object({ ...Done.shape, cleared: z.number().int() }),
});

const Figure = z.object({ count: z.number().int(), amount: MoneySum });

export const clearanceFigures = endpoint('GET /clearance/figures', 'payments.clear', {
  summary: 'How many cases wait and what they come to, by reason; all, or claims of one payment type or side',
  query: z.strictObject({ payment_type: ClaimedOf.schema, side: z.enum(PAYER_SIDES).optional() }),
  answer: z.object({
    all: Figure,
    reasons: z.array(z.object({ reason: z.enum(WAITING_REASONS), ...Figure.shape })),
    /** True where more wait than are counted. */
    is_cut: z.boolean(),
  }),
});

const TRANSFER_DECISIONS = [
  'dismiss',
  'undo',
  'accept',
  'correct',
  'assign',
  'pay_owed',
  'note',
  'never_came',
  'take_back',
  'came_after_all',
  'bank_paid',
  'bounced',
] as const;

/** A driver’s fee that money without a claim is for. */
export const AssignedFee = z.strictObject({
  car_number: CarNumber,
  payment_type: ClaimedType,
  payment_year: typedYear(2024, 2043, MISSING_PAYMENT_YEAR).optional(),
  payment_month: z.enum(MONTH_CODES).optional(),
});
export type AssignedFee = z.infer<typeof AssignedFee>;

export const TransferDecisionBody = z
  .strictObject({
    decision: z.enum(TRANSFER_DECISIONS),
    reason: Reason.optional(),
    /** Of `assign`. */
    fee: AssignedFee.optional(),
    /** Of `assign`: how much of the money it is; all that is left when absent. */
    amount: PositiveMoney.optional(),
    /** Of `pay_owed`: who owes. Of `assign`: whose car the person saw it to be, where they did. */
    driver_id: Id.optional(),
    /** Of `pay_owed`: what the person saw to be left, and to be owed. */
    left: PositiveMoney.optional(),
    owed: MoneySum.optional(),
    /** Of `bank_paid`: the day on which the bank paid the cheque; today when absent. */
    day: Day.optional(),
  })
  .refine(
    hasReason('dismiss', 'accept', 'correct', 'never_came', 'take_back', 'came_after_all', 'bounced', 'note'),
    missing,
  )
  .refine(({ decision, driver_id }) => decision !== 'pay_owed' || driver_id !== undefined, {
    message: 'Please choose whose fees it pays.',
    path: ['driver_id'],
  })
  .refine(({ decision, fee }) => decision !== 'assign' || fee !== undefined, {
    message: 'Please say what the money is for.',
    path: ['fee'],
  });
export type TransferDecisionBody = z.infer<typeof TransferDecisionBody>;

export const decideTransfer = endpoint('PATCH /transfers/:id', 'payments.clear', {
  summary:
    'Set money aside, undo that, settle what a statement shows, pay a driver’s fee with it, take it out of the books, or end a cheque’s wait',
  description:
    '`accept` keeps amount and day against the statement’s, `correct` takes the statement’s; neither is for the person who ' +
    'captured it by hand. `assign` stores a payment of the fee and clears it with the money; with 409 where `driver_id` has the car no more. `pay_owed` pays what a driver owes, the oldest fee first; the rest becomes their credit. `never_came` takes money that paid ' +
    'nothing out of the books: it needs the permission payments.reverse, and is not for the person who captured or ' +
    'received it. `take_back` ends money that a statement which covers its day lacks, and reverses all that it paid, likewise. `came_after_all` posts money again that ended so and that a statement shows, and `accept` leaves it ended: by somebody else than who ended it. `bank_paid` clears what a cheque ' +
    'pays; `bounced` rejects that, or reverses it where the bank had paid, which needs the permission payments.reverse.',
  errors: ['already_paid', 'transaction_id_taken', 'refused', 'conflict'],
  body: TransferDecisionBody,
});

/** Cases that one call previews or decides at most. */
export const MAX_DECIDED_AT_ONCE = 50;

const CASES_AT_ONCE = z.array(CaseId).min(1).max(MAX_DECIDED_AT_ONCE, `At most ${MAX_DECIDED_AT_ONCE} cases at once.`);

/** The effect that settling a case would have, before anybody has decided. */
const PreviewedCase = z.object({
  id: CaseId,
  name: z.string(),
  transaction_id: z.string(),
  /** The claim’s driver, or the one whom the reference or the number names. */
  driver: CaseRecord.shape.drivers.element.shape.driver.nullable(),
  pays: z.array(PaidOfOwed),
  amount: Money,
  /** Above 0 it is over the fees, below 0 it is missing of them. */
  difference: NetMoney,
  /** The decision to send; null where the case is none for many at once, with why not. */
  decision: z.union([CaseDecisionBody, TransferDecisionBody]).nullable(),
  why_not: z.string().nullable(),
});
export type PreviewedCase = z.infer<typeof PreviewedCase>;

export const previewClearance = endpoint('POST /clearance/preview', 'payments.clear', {
  summary: 'Show what clearing each of several cases would do; nothing is decided',
  description: 'Without `ids`: the oldest money without a claim whose reference names a driver or their car.',
  body: z.strictObject({ ids: CASES_AT_ONCE.optional() }),
  answer: z.object({ cases: z.array(PreviewedCase) }),
});

/** Decisions that many cases may be given at once. */
const FOR_MANY: ReadonlySet<string> = new Set(['clear', 'credit', 'reject', 'keep', 'pay_owed', 'dismiss', 'accept']);
const OneOfMany = z
  .strictObject({ id: CaseId, decision: z.union([CaseDecisionBody, TransferDecisionBody]) })
  .refine(({ decision: { decision } }) => FOR_MANY.has(decision), {
    message: 'This decision is made one case at a time.',
    path: ['decision'],
  })
  .refine(
    ({ id, decision }) => (id.startsWith('T') ? TransferDecisionBody : CaseDecisionBody).safeParse(decision).success,
    { message: 'This decision does not fit the case.', path: ['decision'] },
  );

export const decideMany = endpoint('POST /clearance/decide_many', 'payments.clear', {
  summary: 'Decide several cases, each by itself; the answer tells the outcome of each',
  description: 'A refused case leaves the others as they are. Sent again, it refuses those that were decided.',
  body: z.strictObject({
    decisions: z.array(OneOfMany).min(1).max(MAX_DECIDED_AT_ONCE, `At most ${MAX_DECIDED_AT_ONCE} cases at once.`),
  }),
  answer: z.object({
    ...Done.shape,
    outcomes: z.array(z.object({ id: CaseId, is_done: z.boolean(), message: z.string() })),
  }),
});

export const decisionEndpoints = {
  listClearance: clearanceList.page,
  exportClearance: clearanceList.file,
  clearanceFigures,
  showClearance,
  decideClearance,
  rejectClearance,
  clearReady,
  decideTransfer,
  previewClearance,
  decideMany,
} as const;
