export {
  issueReceipts,
  type NewReceipt,
  type ReceiptToText,
  takeReceiptsToText,
  voidReceipts,
} from './issue-receipts.ts';
export type { Letterhead } from './receipt-pdf.ts';
export { receiptOf } from './receipt-pdf.ts';
export {
  hasReceiptsToText,
  type IssuedReceipt,
  lastReceiptNumber,
  missingReceipts,
  receiptsOfRecords,
} from './receipts.repo.ts';
export { receiptRoutes } from './receipts.routes.ts';
