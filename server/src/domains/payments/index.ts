export { archivedPayments, archivedWaivers, forgivenOfYear } from './archived-payments.repo.ts';
export { arrearsRoutes } from './arrears/arrears.routes.ts';
export { feesDueIn } from './arrears/fees-due.ts';
export { allDebts, allOwed } from './arrears/owed.ts';
export { countsOfOwnClaim } from './claims/claim-limits.ts';
export { clearedOfLand, hasPaidForLand } from './claims/claims.repo.ts';
export { type ClaimByKey, claimsByKey, correctClaim } from './claims/correct-claim.ts';
export { feeKey } from './claims/fee-rules.ts';
export { keepLandAttempt, type LandFee, landClaim } from './claims/land-claims.ts';
export { type PricedClaim, pricesOfClaims } from './claims/prices-of-claims.ts';
export { rejectClaimsWithoutReceipt } from './claims/reject-old-claims.ts';
export { rentPaymentsOf, tenanciesWithWaitingRent } from './claims/rent-payments.repo.ts';
export { type IdsForClaim, sendClaim } from './claims/send-claim.ts';
export { judgeClaim, readClaim, storeClaim } from './claims/submit-payment.ts';
export {
  type ClaimCase,
  caseOfClaim,
  claimsAmong,
  claimsFound,
  claimsLike,
  claimsWaitingUnder,
  clearedPayments,
  giveNetworksId,
  keyIsCleared,
  keyWaits,
  lockClaims,
  paymentsClearedWith,
  paymentsOfMoney,
  putOnReceipt,
  readClaimCase,
  readClaimCases,
  reclaimedIds,
  reclaimedPayments,
  setPaymentDay,
  waitingClaimCount,
  waitingClaimIds,
  waitingClaims,
} from './clearing/claim-cases.repo.ts';
export {
  type Attempt,
  attemptOfId,
  attemptsBeside,
  directlyTakenFrom,
  disputedAmong,
  forgetMoneyFound,
  type HoldingPayment,
  heldAmong,
  keysAwaitingMoney,
  noteMoneyFound,
  partAfter,
  paymentsOfTransaction,
  receiptedPayments,
  replacedAmong,
  settleAttempts,
  statusOfPayment,
  sumTaken,
  takenFrom,
  takenOf,
  takersOf,
  wasRejected,
} from './clearing/found-money.repo.ts';
export { driversOfUses, lastCreditUseId, paymentsThatMadeCredit } from './credit/credit.repo.ts';
export { payDueFromCredit } from './credit/credit.ts';
export { bookedCreditUses, lockedCreditUses, nameOfFee } from './credit/credit-uses.ts';
export { isBelowPrice } from './credit/due-by-credit.ts';
export { claimsBelowPrice, heldInWords, moneyOfClaims } from './credit/money-of-claims.ts';
export {
  forgiveDebt,
  lockCredit,
  oweRefund,
  putBackCredit,
  recordsOfCredit,
  takeCredit,
} from './credit/refund-credit.ts';
export { forgivenAfter } from './forgiving/forgiven.repo.ts';
export { forgiving } from './forgiving/forgiving.ts';
export { type BookedMinutes, bookedMinutes } from './income/booked-minutes.ts';
export { countClaimsOf, latestPayments, waitingFigures } from './income/income.repo.ts';
export { incomeOf, receivedByMode } from './income/income.ts';
export { clearedOfTenants, landPaymentRows, moneyWaitingOf } from './list/land-payments.repo.ts';
export { findPaymentsByText, moneyOf, paymentsSource } from './list/list-payments.ts';
export { sumsOfSide } from './list/pages-of-side.repo.ts';
export type { MergeFollower } from './merging/followers.ts';
export { lastFreedId } from './merging/freed-payments.repo.ts';
export { bookedFreed, lockedFreed } from './merging/freed-payments.ts';
export { mergeApprovals } from './merging/merge-driver.ts';
export { driversIn, isOfDriver, type PaymentPayer, sideOf } from './payer.repo.ts';
export { type PaymentChange, transitionPayments } from './payment-changes.ts';
export {
  driversOfPayments,
  driversWithPayments,
  groupsOf,
  idsOfPaidFees,
  isPaidInYear,
  landPayersOf,
  lastPaymentId,
  type NewPayment,
  paymentsOfReceipt,
  paymentToRefund,
  type ReceiptSum,
  receiptSums,
} from './payments.repo.ts';
export { paymentRoutes } from './payments.routes.ts';
export { type Booked, bookedPayments, lockedPayments } from './posted.ts';
export { findLandReceipt, receiptOfLand } from './receipts/receipt-of-payment.ts';
export { textReceipts } from './receipts/text-receipts.ts';
export { countWaitingRegistrations } from './registrations/incomplete-registrations.ts';
export { reminderJob } from './reminders/send-reminders.ts';
export { showPayment } from './show-payment.ts';
export { archiveUnpaid } from './standing/archive-unpaid.ts';
export { moneyOfDrivers } from './standing/covered-until.ts';
export { describeTypes } from './standing/due-fees.ts';
export { debtsOfDrivers, ownDriver, ownPaymentsSource } from './standing/member-standing.ts';
export { isDevicePaid } from './standing/read-standings.ts';
export { wouldOwe } from './standing/would-owe.ts';
export { checkReceivedOf, checkWholeReceived, nextMonthOfReceived } from './sums/check-received.ts';
export { landSumsSource } from './sums/list-sums.ts';
export { waiverApprovals } from './waivers/waive-fees.ts';
