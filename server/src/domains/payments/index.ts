export { rejectClaimsWithoutReceipt } from './claims/reject-old-claims.ts';
export { judgeClaim, storeClaim } from './claims/submit-payment.ts';
export { paymentFigures } from './list/figures.repo.ts';
export { type PaymentChange, transitionPayments } from './payment-changes.ts';
export { paymentRoutes } from './payments.routes.ts';
export { archiveUnpaid } from './standing/archive-unpaid.ts';
export { memberStandingRoutes } from './standing/member-standing.routes.ts';
