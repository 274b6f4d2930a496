export {
  hasUntold,
  issueReceipts,
  type NewReceipt,
  takeUntold,
  type UntoldReceipt,
  voidReceipts,
} from './issue-receipts.ts';
export { receiptOf } from './receipt-file.ts';
export type { Letterhead } from './receipt-pdf.ts';
export { type IssuedReceipt, lastReceiptNumber, missingReceipts, receiptsOfRecords } from './receipts.repo.ts';
export { receiptRoutes } from './receipts.routes.ts';
