export { arrearsRoutes } from './arrears/arrears.routes.ts';
export { type Booked, bookedPayments, lastPaymentId, settledPayments } from './booked-payments.ts';
export { correctClaim } from './claims/correct-claim.ts';
export { feeKey } from './claims/fee-rules.ts';
export { rejectClaimsWithoutReceipt } from './claims/reject-old-claims.ts';
export { judgeClaim, readClaim, storeClaim } from './claims/submit-payment.ts';
export {
  type ClaimCase,
  caseOfClaim,
  claimsAmong,
  claimsFound,
  claimsWaitingOf,
  keyIsCleared,
  keyWaits,
  lockClaim,
  paymentsClearedWith,
  readClaimCase,
  reclaimedIds,
  reclaimedPayments,
  waitingClaimCount,
  waitingClaimIds,
  waitingClaims,
} from './clearing/claim-cases.repo.ts';
export { type ClaimByKey, claimsByKey } from './clearing/claims-by-key.ts';
export {
  type Attempt,
  attemptOfId,
  attemptsBeside,
  disputedAmong,
  type HoldingPayment,
  keysAwaitingMoney,
  noteMoneyFound,
  partAfter,
  paymentsOfTransaction,
  replacedAmong,
  settleAttempts,
  statusOfPayment,
  takenFrom,
  takenOf,
  transfersOf,
  wasRejected,
} from './clearing/found-money.repo.ts';
export { bookedCreditUses, lastCreditUseId, settledCreditUses } from './credit/booked-uses.ts';
export { findPaymentsByText, moneyOf, paymentsSource } from './list/list-payments.ts';
export { driversWithPayments, isPaidInYear } from './list/paid-year.repo.ts';
export { type PaymentChange, transitionPayments } from './payment-changes.ts';
export { creditRoutes, incompleteRegistrationRoutes, paymentReceiptRoutes, paymentRoutes } from './payments.routes.ts';
export { hasUntextedReceipts, textReceipts } from './receipts/text-receipts.ts';
export { latestPayments, waitingFigures } from './received/received.repo.ts';
export { received } from './received/received.ts';
export { countIncompleteRegistrations } from './registrations/incomplete-registrations.ts';
export { reminderJob } from './reminders/send-reminders.ts';
export { showPayment } from './show-payment.ts';
export { archiveUnpaid } from './standing/archive-unpaid.ts';
export { memberStandingRoutes } from './standing/member-standing.routes.ts';
export { ownDriver } from './standing/own-driver.ts';
export { ownPaymentsSource } from './standing/own-payments.ts';
