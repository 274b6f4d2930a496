export { arrearsRoutes } from './arrears/arrears.routes.ts';
export { type Booked, bookedPayments, lastPaymentId, settledPayments } from './booked-payments.ts';
export { feeKey } from './claims/fee-rules.ts';
export { readClaim } from './claims/read-claim.ts';
export { rejectClaimsWithoutReceipt } from './claims/reject-old-claims.ts';
export { judgeClaim, storeClaim } from './claims/submit-payment.ts';
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
export { type Attempt, attemptOfId, attemptsBeside, disputedAmong, settleAttempts } from './clearing/claimants.repo.ts';
export { type ClaimByKey, claimsByKey } from './clearing/claims-by-key.ts';
export { keysAwaitingMoney, noteMoneyFound } from './clearing/found-money.repo.ts';
export {
  type HoldingPayment,
  partAfter,
  paymentsOfTransaction,
  replacedAmong,
  statusOfPayment,
  wasRejected,
} from './clearing/holding-payments.repo.ts';
export { takenFrom, takenOf, transfersOf } from './clearing/taken-money.repo.ts';
export { bookedCreditUses, lastCreditUseId, settledCreditUses } from './credit/booked-uses.ts';
export { creditRoutes } from './credit/credit.routes.ts';
export { correctClaim } from './fees/correct-claim.ts';
export { showPayment } from './history/show-payment.ts';
export { driversWithPayments } from './list/driver-states.repo.ts';
export { findPaymentsByText } from './list/find-by-text.ts';
export { paymentsSource } from './list/list-payments.ts';
export { moneyOf } from './list/money-of-driver.ts';
export { isPaidInYear } from './list/paid-year.repo.ts';
export { type PaymentChange, transitionPayments } from './payment-changes.ts';
export { paymentRoutes } from './payments.routes.ts';
export { paymentReceiptRoutes } from './receipts/payment-receipts.routes.ts';
export { hasUntextedReceipts, textReceipts } from './receipts/text-receipts.ts';
export { latestPayments, waitingFigures } from './received/received.repo.ts';
export { received } from './received/received.ts';
export { countIncompleteRegistrations } from './registrations/incomplete-registrations.ts';
export { incompleteRegistrationRoutes } from './registrations/registrations.routes.ts';
export { reminderJob } from './reminders/reminder-job.ts';
export { archiveUnpaid } from './standing/archive-unpaid.ts';
export { memberStandingRoutes } from './standing/member-standing.routes.ts';
export { ownDriver } from './standing/own-driver.ts';
export { ownPaymentsSource } from './standing/own-payments.ts';
