export { askRefund, refundApprovals } from './ask-refund.ts';
export { refundsOfMoney } from './owed-refunds.ts';
export { changeRefund } from './pay-refund.ts';
export { allRefundsOf, driversInvolved, hasOpenRefund } from './read-refunds.ts';
export { archivedRefunds, lastRefundId, sumToPay } from './refunds.repo.ts';
export { refundRoutes } from './refunds.routes.ts';
export {
  bookedDebts,
  bookedPayouts,
  bookedRefunds,
  bookedWriteOffs,
  lockedDebts,
  lockedPayouts,
  lockedRefunds,
  lockedWriteOffs,
} from './refunds-in-books.ts';
export { writeOffApprovals } from './settle-owed.ts';
