export {
  issueReceipts,
  type NewReceipt,
  noteOnReceipts,
  type ReceiptToText,
  takeReceiptsToText,
  voidReceipts,
} from './issue-receipts.ts';
export { presentReceipt, receiptByNumber, receiptsOf } from './read-receipt.ts';
export {
  archivedReceipts,
  findReceipt,
  hasReceiptsToText,
  type IssuedReceipt,
  lastReceiptNumber,
  missingReceipts,
  noteTexted,
  receiptRows,
  receiptsOfRecords,
  skippedOf,
  subjectsNamed,
  textedAt,
} from './receipts.repo.ts';
export { receiptRoutes } from './receipts.routes.ts';
