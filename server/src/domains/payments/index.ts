export { archiveUnpaid } from './archive-unpaid.ts';
export { memberStandingRoutes } from './member-standing.routes.ts';
export { movePayment } from './payments.repo.ts';
export { paymentRoutes } from './payments.routes.ts';
export { rejectClaimsWithoutReceipt } from './reject-old-claims.ts';
export { submitPayment } from './submit-payment.ts';
