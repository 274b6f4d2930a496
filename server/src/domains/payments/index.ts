export { archiveUnpaid } from './archive-unpaid.ts';
export { memberStandingRoutes } from './member-standing.routes.ts';
export { type PaymentChange, transitionPayments } from './payment-changes.ts';
export { paymentRoutes } from './payments.routes.ts';
export { rejectClaimsWithoutReceipt } from './reject-old-claims.ts';
export { submitPayment } from './submit-payment.ts';
